// Perft against plain recursion over the rules, and the arithmetic of its counts.
#include "search/perft.hpp"

#include <doctest/doctest.h>

#include "games/sight_reduction/plain.hpp"
#include "games/sight_reduction/two_player/game.hpp"

using namespace proofplay;
using namespace proofplay::sight_reduction;

namespace {

void agrees_with_recursion(const Board& b) {
  const Lines lines(b.width, b.height);
  const TwoPlayerGame game(lines, b.variant);
  Plain plain(b);
  INFO(b);
  for (const Colour turn : {Colour::white, Colour::black}) {
    for (int depth = 0; depth < 6; ++depth) {
      Control control;
      const auto found = Perft<TwoPlayerGame>(game, 1 << 14, control).count({b.pieces, turn}, depth);
      CHECK(found == BigCount(plain.perft(b.pieces, turn, depth)));
    }
  }
}

TEST_CASE("perft agrees with recursion") {
  std::mt19937 random(20112);
  for (unsigned n = 0; n < 800; ++n) agrees_with_recursion(random_board(random, 9, 3 + n % 5, n % 8));
}

// Two rows, one of each colour: every order of removal that leaves one piece of each is legal, so n + n pieces have n!
// n! sequences of 2n - 2 plies, for n = 16 more than 2^88.
TEST_CASE("perft counts more sequences than a word can hold") {
  const Board b{16, 2, {}, {0xffff, 0xffff0000}};
  const Lines lines(b.width, b.height);
  Control control;
  const auto found = Perft<TwoPlayerGame>(TwoPlayerGame(lines, b.variant), 1 << 27, control)
                         .count({{0x3ff, 0x3ff0000}, Colour::white}, 18);
  BigCount expected(1);  // 10! 10!
  for (std::uint64_t n = 2; n <= 10; ++n) {
    const BigCount once = expected;
    for (std::uint64_t i = 1; i < n * n; ++i) expected += once;
  }
  CHECK(found == expected);
  Control short_of_nodes(100);
  CHECK_FALSE(Perft<TwoPlayerGame>(TwoPlayerGame(lines, b.variant), 1 << 20, short_of_nodes)
                  .count({b.pieces, Colour::white}, 30));
  CHECK(short_of_nodes.reason() == Reason::nodes);
  CHECK(short_of_nodes.nodes() == 100);
}

TEST_CASE("tallies carry") {
  WideCount<2> t(~std::uint64_t{0});
  t += 1;
  CHECK(t.word(0) == 0);
  CHECK(t.word(1) == 1);
  CHECK(t.hexadecimal() == "10000000000000000");
  CHECK(WideCount<2>().hexadecimal() == "0");
  CHECK(BigCount(t).hexadecimal() == t.hexadecimal());
  for (int i = 0; i < 63; ++i) t += WideCount<2>(t);
  CHECK_THROWS_AS(t += WideCount<2>(t), std::overflow_error);
}

}  // namespace
