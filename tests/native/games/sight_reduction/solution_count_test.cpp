// Counts of solutions against plain recursion over the rules, and the two ways of counting against each other.
#include "games/sight_reduction/solutions/count.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "games/sight_reduction/plain.hpp"

using namespace proofplay;
using namespace proofplay::sight_reduction;

namespace {

struct Truth {
  std::uint64_t solutions = 0;
  long double chance = 0;
};

Board board(const Attempt& a) { return {a.width, a.height, a.variant, a.pieces}; }

bool is_end(const Attempt& a, const Pieces& p) {
  if (a.variant.pairs) return p.white == 0 && p.black == 0;
  return size(p.white) == 1 && size(p.black) == 1 && (a.keep == 0 || p.all() == a.keep);
}

Truth recursion(const Geometry& g, const Attempt& a, const Pieces& p, Colour turn) {
  if (is_end(a, p)) return {1, 1};
  Truth sum;
  int moves = 0;
  each_removal(g, a.variant, p, turn, [&](Bits removed) {
    const Truth child = recursion(g, a, p.without(removed), other(turn));
    sum.solutions += child.solutions;
    sum.chance += child.chance;
    ++moves;
    return false;
  });
  if (moves > 0) sum.chance /= moves;
  return sum;
}

void check_same(const std::optional<SolutionCount>& found, const Truth& truth) {
  REQUIRE(found);
  CHECK(found->solutions == BigCount(truth.solutions));
  CHECK(std::abs(found->chance - truth.chance) <= found->error);
  CHECK(found->error < 1e-12);
}

void agrees_with_recursion(const Attempt& a, int threads) {
  INFO(board(a));
  const Truth truth = recursion(Geometry(a.width, a.height), a, a.pieces, a.turn);
  Control control;
  check_same(count_solutions(a, threads, control), truth);
  if (is_end(a, a.pieces)) return;
  const auto memo = SolutionMemo(a, 1 << 24, control).count();
  REQUIRE(memo);
  CHECK(memo->number == BigCount(truth.solutions));
}

// A deal with equal numbers of pieces, or one more for the first to move: others have no solutions.
Attempt random_attempt(std::mt19937& random, unsigned n) {
  for (;;) {
    const Board b = random_board(random, 10, 3 + n % 5, n % 8);
    Attempt a{b.width, b.height, b.variant, b.pieces, n / 8 % 2 == 0 ? Colour::white : Colour::black, 0};
    const int lead = size(a.pieces.of(a.turn)) - size(a.pieces.of(other(a.turn)));
    if (n % 10 != 0 && !b.variant.pairs && lead != 0 && lead != 1) continue;
    if (!b.variant.pairs && n % 3 == 0 && a.pieces.white != 0 && a.pieces.black != 0) {
      a.keep = bit(highest(a.pieces.white)) | bit(lowest(a.pieces.black));
    }
    return a;
  }
}

TEST_CASE("counts agree with recursion") {
  std::mt19937 random(20113);
  for (unsigned n = 0; n < 3200; ++n) agrees_with_recursion(random_attempt(random, n), n % 50 == 0 ? 2 : 1);
}

// Two staircases: each is a path, and only its two ends can be removed without cutting it, so that n pieces can be
// removed in 2^(n - 1) orders. There are too many pieces for 64-bit counts.
TEST_CASE("staircases have a power of two solutions") {
  Attempt a{9, 7, {}, {}, Colour::black, 0};
  for (int rank = 0; rank < 7; ++rank) {
    a.pieces.black |= bit(rank * 9 + rank) | bit(rank * 9 + rank + 1);
    a.pieces.white |= bit(rank * 9 + rank + 2);
    if (rank < 6) a.pieces.white |= bit(rank * 9 + rank + 3);
  }
  Control control;
  const auto layers = count_solutions(a, 2, control);
  const auto memo = SolutionMemo(a, 1 << 24, control).count();
  REQUIRE(layers);
  CHECK(layers->solutions == BigCount(1U << 25));
  REQUIRE(memo);
  CHECK(memo->number == BigCount(1U << 25));
  CHECK(std::abs(layers->chance - memo->chance) <= 2 * layers->error);
}

Attempt full_board(std::mt19937& random, bool pairs) {
  Attempt a{4, 5, {false, false, pairs}, {}, Colour::white, 0};
  while (size(a.pieces.white) < 10) a.pieces.white |= bit(static_cast<int>(random() % 20));
  a.pieces.black = first_bits(20) & ~a.pieces.white;
  return a;
}

TEST_CASE("both ways of counting agree on larger deals") {
  std::mt19937 random(20114);
  for (int n = 0; n < 6; ++n) {
    const Attempt a = full_board(random, false);
    INFO(board(a));
    Control control;
    const auto found = count_solutions(a, 1 + n % 2, control);
    const auto memo = SolutionMemo(a, 1 << 28, control).count();
    REQUIRE(found);
    REQUIRE(memo);
    CHECK(memo->number == found->solutions);
    CHECK(std::abs(memo->chance - found->chance) <= 2 * found->error);
  }
}

TEST_CASE("limits end the count") {
  std::mt19937 random(20115);
  for (const bool pairs : {false, true}) {
    Attempt a = full_board(random, pairs);
    while (!may_succeed(Lines(4, 5), a, a.pieces, a.turn)) a = full_board(random, pairs);
    INFO(board(a));
    Control nodes(100);
    CHECK_FALSE(count_solutions(a, 2, nodes));
    CHECK(nodes.reason() == Reason::nodes);
    Control time(Control::unlimited, 0);
    CHECK_FALSE(count_solutions(a, 1, time));
    CHECK(time.reason() == Reason::time);
    Control memory(Control::unlimited, 1e9, 1 << 12);
    CHECK_FALSE(count_solutions(a, 1, memory));
    CHECK(memory.reason() == Reason::memory);
  }
}

}  // namespace
