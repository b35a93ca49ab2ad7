// How many moves a minelayer has left if the other does not come near.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/minelayers/rules.hpp"

namespace proofplay::minelayers {

// No walk over so many squares is longer: their colour changes at every move.
inline int most_by_colour(const Grid& grid, int from, Bits squares) noexcept {
  const Bits other_colour = grid.other_colour(from);
  const int other = size(squares & other_colour), same = size(squares) - other;
  return std::min(2 * other, 2 * same + 1);
}

// No walk over these squares is longer: besides, a square with a single neighbour can only be the last.
inline int most_moves(const Grid& grid, int from, Bits squares) noexcept {
  const Bits through = squares & grid.spread_twice(squares | bit(from), squares);
  const int all = most_by_colour(grid, from, squares);
  return std::min(all, most_by_colour(grid, from, through) + 1);
}

// The same for squares that need not be connected: the first move leads to one of their parts, and no
// later one to another.
inline int most_moves_in_a_part(const Grid& grid, int from, Bits squares) noexcept {
  int most = 0;
  for (Bits first = grid.targets(from) & squares; first != 0;) {
    const Bits part = grid.connected(lowest(first), squares);
    first &= ~part;
    most = std::max(most, most_moves(grid, from, part));
  }
  return most;
}

// How many moves a walk has. `longest`: it is proved that none is longer.
struct Walk {
  int length = 0;
  bool longest = false;
};

// Looks for the longest walk with a bounded number of steps, narrow squares first (Warnsdorff's rule).
class WalkSearch {
 public:
  WalkSearch(const Grid& grid, int steps) : grid_(grid), steps_(steps) {}

  Walk longest(const Walker& w) {
    best_ = {};
    extend(w.square, w.reach, 0);
    best_.longest = steps_ >= 0;
    return best_;
  }

 private:
  void extend(int from, Bits left, int length) {
    best_.length = std::max(best_.length, length);
    Bits next = grid_.targets(from) & left;
    if (next == 0 || length + most_moves(grid_, from, left) <= best_.length) return;
    while (next != 0) {
      if (--steps_ < 0) return;
      const int square = narrowest(next, left);
      next &= ~bit(square);
      extend(square, left & ~bit(square), length + 1);
    }
  }

  int narrowest(Bits squares, Bits left) const noexcept {
    int best = lowest(squares), fewest = 9;
    while (squares != 0) {
      const int square = take_lowest(squares);
      const int ways = size(grid_.targets(square) & left);
      if (ways < fewest) fewest = ways, best = square;
    }
    return best;
  }

  const Grid& grid_;
  int steps_;
  Walk best_;
};

}  // namespace proofplay::minelayers
