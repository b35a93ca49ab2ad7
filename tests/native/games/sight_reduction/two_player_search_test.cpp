// The search for two players against plain recursion over the rules.
#include "games/sight_reduction/two_player/search.hpp"

#include "games/sight_reduction/plain.hpp"

using namespace proofplay;
using namespace proofplay::sight_reduction;

namespace {

Failures failures;

void moves_are_those_of_the_rules(const Board& b) {
  const Geometry geometry(b.width, b.height);
  const Lines lines(b.width, b.height);
  for (const Colour c : {Colour::white, Colour::black}) {
    std::map<Bits, int> expected;
    each_removal(geometry, b.variant, b.pieces, c, [&](Bits removed) { return ++expected[removed], false; });
    const Moves found = moves(lines, b.variant, b.pieces, c);
    failures.expect(found.count() == static_cast<int>(expected.size()), "number of moves", b);
    each_move(lines, b.pieces, found, [&](Bits removed) { return --expected[removed], false; });
    for (const auto& [removed, difference] : expected) failures.expect(difference == 0, "moves", b);
  }
}

void searches_agree_with_recursion(const Board& b, std::uint64_t max_bytes) {
  Plain plain(b);
  TwoPlayerSearch search(b.width, b.height, b.pieces, b.variant, max_bytes);
  Control control;
  for (const Colour turn : {Colour::white, Colour::black}) {
    const int distance = plain.distance(b.pieces, turn);
    failures.expect(search.mover_wins(b.pieces, turn, control) == (distance % 2 != 0), "winner", b);
    failures.expect(search.distance(b.pieces, turn, control) == distance, "distance", b);
  }
  if (b.variant.harder) return;
  failures.expect(search.value(b.pieces, control) == plain.value(b.pieces), "value", b);
  failures.expect(plain.options_apart(), "options at least 2 apart", b);
}

// What is claimed of a position without searching, for every filling of a board.
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
      failures.expect(value >= e.white.solo - e.black.most, "lower bound of the value", b);
      failures.expect(value <= e.white.most - e.black.solo, "upper bound of the value", b);
      for (const Colour turn : {Colour::white, Colour::black}) {
        const Bounds bounds = game.estimate({b.pieces, turn}).bounds;
        const int plies = plain.distance(b.pieces, turn);
        const Score score = plies % 2 != 0 ? win_in(plies) : loss_in(plies);
        failures.expect(bounds.least <= score && score <= bounds.most, "bounds of the distance", b);
        const bool ahead = turn == Colour::white ? value > 0 : value < 0;
        failures.expect((plies % 2 != 0) == ahead, "winner by value", b);
      }
      if (black == 0) break;
    }
    if (white == 0) break;
  }
}

// A search that a limit ended says nothing, and goes on from there when asked again.
void limits_stop_and_resume(std::mt19937& random) {
  for (unsigned n = 0; n < 16; ++n) {
    const Board b = [&] {
      for (;;) {
        const Board tried = random_board(random, 16, 8, n % 8);
        if (tried.width * tried.height >= 12) return tried;
      }
    }();
    Plain plain(b);
    TwoPlayerSearch search(b.width, b.height, b.pieces, b.variant, 1 << 20);
    std::optional<int> found;
    int asked = 0;
    for (; !found && asked < 10000; ++asked) {
      Control control(50);
      found = search.distance(b.pieces, Colour::white, control);
      failures.expect(found.has_value() == (control.reason() == Reason::none), "reason", b);
      failures.expect(control.nodes() <= 50, "node limit", b);
    }
    failures.expect(found == plain.distance(b.pieces, Colour::white), "distance after interruptions", b);
  }
}

void strangers_are_refused() {
  TwoPlayerSearch search(2, 2, {1, 2}, {}, 1 << 16);
  Control control;
  try {
    search.mover_wins({2, 0}, Colour::white, control);
  } catch (const std::invalid_argument&) {
    return;
  }
  failures.expect(false, "a piece that is not of the deal", {2, 2, {}, {1, 2}});
}

}  // namespace

int main() {
  std::mt19937 random(20111);
  for (unsigned n = 0; n < 20000; ++n) {
    moves_are_those_of_the_rules(random_board(random, 64, 2 + n % 7, n / 7 % 8));
  }
  // Tables of a few hundred entries, too, so that they lose some.
  for (unsigned n = 0; n < 2400; ++n) {
    searches_agree_with_recursion(random_board(random, 12, 3 + n % 5, n % 8), n % 3 == 0 ? 1 << 13 : 1 << 22);
  }
  for (const bool easier : {false, true}) {
    for (const bool pairs : {false, true}) bounds_hold_on_all_boards(3, 3, {false, easier, pairs});
    bounds_hold_on_all_boards(5, 2, {false, easier, false});
  }
  limits_stop_and_resume(random);
  strangers_are_refused();
  return failures.status();
}
