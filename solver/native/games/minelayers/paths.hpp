// How many moves a minelayer has left if the other one does not come near.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/minelayers/rules.hpp"

namespace proofplay::minelayers {

// An upper bound on the length of a walk over these squares: their colour alternates with every move.
template <class S>
int max_by_colour(const GridOf<S>& grid, int from, S squares) noexcept {
  const S other_colour = grid.other_colour(from);
  const int other = size(squares & other_colour), same = size(squares) - other;
  return std::min(2 * other, 2 * same + 1);
}

// A sharper upper bound: in addition, a square with a single neighbour can only be the last.
template <class S>
int max_moves(const GridOf<S>& grid, int from, S squares) noexcept {
  const S through = squares & grid.spread_twice(squares | bit<S>(from), squares);
  const int all = max_by_colour(grid, from, squares);
  return std::min(all, max_by_colour(grid, from, through) + 1);
}

// The same for squares that need not be connected: the first move enters one of their parts, and no later move leaves
// it.
template <class S>
int max_moves_in_a_part(const GridOf<S>& grid, int from, S squares) noexcept {
  int best = 0;
  for (S first = grid.targets(from) & squares; first != 0;) {
    const S part = grid.connected(lowest(first), squares);
    first &= ~part;
    best = std::max(best, max_moves(grid, from, part));
  }
  return best;
}

// The number of moves of a walk. `longest`: it is proved that no walk is longer.
struct Walk {
  int length = 0;
  bool longest = false;
};

// Searches for the longest walk with a limited number of steps, trying squares with the fewest exits first
// (Warnsdorff's rule).
template <class S>
class WalkSearch {
 public:
  WalkSearch(const GridOf<S>& grid, int steps) : grid_(grid), steps_(steps) {}

  Walk longest(const WalkerOf<S>& w) {
    best_ = {};
    extend(w.square, w.reach, 0);
    best_.longest = steps_ >= 0;
    return best_;
  }

 private:
  void extend(int from, S left, int length) {
    best_.length = std::max(best_.length, length);
    S next = grid_.targets(from) & left;
    if (next == 0 || length + max_moves(grid_, from, left) <= best_.length) return;
    while (next != 0) {
      if (--steps_ < 0) return;
      const int square = narrowest(next, left);
      next &= ~bit<S>(square);
      extend(square, left & ~bit<S>(square), length + 1);
    }
  }

  int narrowest(S squares, S left) const noexcept {
    int best = lowest(squares), fewest = 9;
    while (squares != 0) {
      const int square = take_lowest(squares);
      const int exits = size(grid_.targets(square) & left);
      if (exits < fewest) fewest = exits, best = square;
    }
    return best;
  }

  const GridOf<S>& grid_;
  int steps_;
  Walk best_;
};

}  // namespace proofplay::minelayers
