// The search for two players against plain recursion over the rules.
#include "games/sight_reduction/two_player/search.hpp"

#include <doctest/doctest.h>

#include "games/sight_reduction/plain.hpp"

using namespace proofplay;
using namespace proofplay::sight_reduction;

namespace {

void moves_are_those_of_the_rules(const Board& b) {
  INFO(b);
  const Geometry geometry(b.width, b.height);
  const Lines lines(b.width, b.height);
  for (const Colour c : {Colour::white, Colour::black}) {
    std::map<Bits, int> expected;
    each_removal(geometry, b.variant, b.pieces, c, [&](Bits removed) { return ++expected[removed], false; });
    const Moves found = moves(lines, b.variant, b.pieces, c);
    CHECK(found.count() == static_cast<int>(expected.size()));
    each_move(lines, b.pieces, found, [&](Bits removed) { return --expected[removed], false; });
    for (const auto& [removed, difference] : expected) CHECK(difference == 0);
  }
}

void searches_agree_with_recursion(const Board& b, std::uint64_t max_bytes) {
  INFO(b);
  Plain plain(b);
  TwoPlayerSearch search(b.width, b.height, b.pieces, b.variant, max_bytes);
  Control control;
  for (const Colour turn : {Colour::white, Colour::black}) {
    const int distance = plain.distance(b.pieces, turn);
    CHECK(search.mover_wins(b.pieces, turn, control) == (distance % 2 != 0));
    CHECK(search.distance(b.pieces, turn, control) == distance);
  }
  if (b.variant.harder) return;
  CHECK(search.value(b.pieces, control) == plain.value(b.pieces));
  CHECK(plain.options_apart());
}

TEST_CASE("the moves follow the rules") {
  std::mt19937 random(20111);
  for (unsigned n = 0; n < 20000; ++n) moves_are_those_of_the_rules(random_board(random, 64, 2 + n % 7, n / 7 % 8));
}

TEST_CASE("the search agrees with recursion") {
  std::mt19937 random(20112);
  // Also with tables of a few hundred entries, so that they lose some.
  for (unsigned n = 0; n < 2400; ++n) {
    searches_agree_with_recursion(random_board(random, 12, 3 + n % 5, n % 8), n % 3 == 0 ? 1 << 13 : 1 << 22);
  }
}

// Checks what is claimed about a position without searching, for every filling of a board.
void bounds_hold_on_all_boards(int width, int height, const Variant& v) {
  const Lines lines(width, height);
  const TwoPlayerGame game(lines, v);
  Plain plain({width, height, v, {}});
  const Bits squares = first_bits(width * height);
  for (Bits white = squares;; white = (white - 1) & squares) {
    const Bits rest = squares & ~white;
    for (Bits black = rest;; black = (black - 1) & rest) {
      const Board b{width, height, v, {white, black}};
      const Prospects e = prospects(lines, v, b.pieces);
      const int value = plain.value(b.pieces);
      INFO(b);
      CHECK(value >= e.white.solo - e.black.upper);
      CHECK(value <= e.white.upper - e.black.solo);
      for (const Colour turn : {Colour::white, Colour::black}) {
        const Bounds bounds = game.evaluate({b.pieces, turn}).bounds;
        const int plies = plain.distance(b.pieces, turn);
        const Score score = plies % 2 != 0 ? win_in(plies) : loss_in(plies);
        CHECK(bounds.lower <= score);
        CHECK(score <= bounds.upper);
        const bool ahead = turn == Colour::white ? value > 0 : value < 0;
        CHECK((plies % 2 != 0) == ahead);
      }
      if (black == 0) break;
    }
    if (white == 0) break;
  }
}

TEST_CASE("bounds without searching hold on all boards") {
  for (const bool easier : {false, true}) {
    for (const bool pairs : {false, true}) bounds_hold_on_all_boards(3, 3, {false, easier, pairs});
    bounds_hold_on_all_boards(5, 2, {false, easier, false});
  }
}

TEST_CASE("a search ended by a limit gives no answer, and continues when asked again") {
  std::mt19937 random(20113);
  for (unsigned n = 0; n < 16; ++n) {
    const Board b = [&] {
      for (;;) {
        const Board tried = random_board(random, 16, 8, n % 8);
        if (tried.width * tried.height >= 12) return tried;
      }
    }();
    INFO(b);
    Plain plain(b);
    TwoPlayerSearch search(b.width, b.height, b.pieces, b.variant, 1 << 20);
    std::optional<int> found;
    int attempts = 0;
    for (; !found && attempts < 10000; ++attempts) {
      Control control(50);
      found = search.distance(b.pieces, Colour::white, control);
      CHECK(found.has_value() == (control.reason() == Reason::none));
      CHECK(control.nodes() <= 50);
    }
    CHECK(found == plain.distance(b.pieces, Colour::white));
  }
}

TEST_CASE("a piece that is not in the deal is rejected") {
  TwoPlayerSearch search(2, 2, {1, 2}, {}, 1 << 16);
  Control control;
  CHECK_THROWS_AS(search.mover_wins({2, 0}, Colour::white, control), std::invalid_argument);
}

}  // namespace
