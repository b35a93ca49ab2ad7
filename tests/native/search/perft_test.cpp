// Perft against plain recursion over the rules, and the arithmetic of its counts.
#include "search/perft.hpp"

#include "games/sight_reduction/plain.hpp"
#include "games/sight_reduction/two_player/game.hpp"

using namespace proofplay;
using namespace proofplay::sight_reduction;

namespace {

Failures failures;

void agrees_with_recursion(const Board& b) {
  const Lines lines(b.width, b.height);
  const TwoPlayerGame game(lines, b.variant);
  Plain plain(b);
  for (const Colour turn : {Colour::white, Colour::black}) {
    for (int depth = 0; depth < 6; ++depth) {
      Control control;
      const auto found = Perft<TwoPlayerGame>(game, 1 << 14, control).count({b.pieces, turn}, depth);
      failures.expect(found == BigCount(plain.perft(b.pieces, turn, depth)), "perft", b);
    }
  }
}

// Two groups that nothing parts: every order of removal that leaves one piece of each is legal, so
// that n + n pieces have n! n! sequences of 2n - 2 plies, for n = 16 more than 2^88.
void counts_beyond_a_word() {
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
  failures.expect(found == expected, "two rows", b);
  Control short_of_nodes(100);
  failures.expect(!Perft<TwoPlayerGame>(TwoPlayerGame(lines, b.variant), 1 << 20, short_of_nodes)
                       .count({b.pieces, Colour::white}, 30),
                  "node limit", b);
  failures.expect(short_of_nodes.reason() == Reason::nodes && short_of_nodes.nodes() == 100, "reason", b);
}

void tallies_carry() {
  const Board none{1, 1, {}, {}};
  Tally<2> t(~std::uint64_t{0});
  t += 1;
  failures.expect(t.word(0) == 0 && t.word(1) == 1 && t.hexadecimal() == "10000000000000000", "carry", none);
  failures.expect(Tally<2>().hexadecimal() == "0", "nought", none);
  failures.expect(BigCount(t).hexadecimal() == t.hexadecimal(), "widening", none);
  for (int i = 0; i < 63; ++i) t += Tally<2>(t);
  try {
    t += Tally<2>(t);
  } catch (const std::overflow_error&) {
    return;
  }
  failures.expect(false, "overflow", none);
}

}  // namespace

int main() {
  std::mt19937 random(20112);
  for (unsigned n = 0; n < 800; ++n) agrees_with_recursion(random_board(random, 9, 3 + n % 5, n % 8));
  counts_beyond_a_word();
  tallies_carry();
  return failures.status();
}
