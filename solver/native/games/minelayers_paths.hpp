// How many moves a minelayer has left: bounds from above, and walks that nobody can stop.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/minelayers.hpp"

namespace proofplay::minelayers {

// No walk over so many squares is longer: their colour changes at every move.
inline int most_by_colour(const Grid& grid, int from, Bits squares) noexcept {
  const Bits other_colour = grid.is_dark(from) ? ~grid.dark() : grid.dark();
  return std::min(2 * size(squares & other_colour), 2 * size(squares & ~other_colour) + 1);
}

// No walk over the squares of `reach` is longer: besides, a square with a single neighbour can only be
// the last.
inline int most_moves(const Grid& grid, int from, Bits reach) noexcept {
  const Bits through = reach & grid.spread_twice(reach | bit(from));
  const int all = most_by_colour(grid, from, reach);
  return through == reach ? all : std::min(all, most_by_colour(grid, from, through) + 1);
}

// Where a minelayer can be at the latest after so many moves: layers[k] after up to k of them.
class Layers {
 public:
  Layers(const Grid& grid, const Walker& w) noexcept {
    Bits step = grid.targets(w.square) & w.reach;
    Bits seen = 0;
    for (; step != 0 && count_ < most; step = grid.spread(step) & w.reach & ~seen) {
      seen |= step;
      layers_[static_cast<std::size_t>(count_++)] = seen;
    }
    if (step != 0) layers_[most - 1] = w.reach;
  }

  Bits within(int moves) const noexcept {
    if (moves <= 0 || count_ == 0) return 0;
    return layers_[static_cast<std::size_t>(std::min(moves, count_) - 1)];
  }

 private:
  static constexpr int most = 24;
  std::array<Bits, most> layers_;
  int count_ = 0;
};

// A walk: its squares and how many they are. `longest`: it is proved that none is longer.
struct Walk {
  Bits squares = 0;
  int length = 0;
  bool longest = false;
};

// Looks for a long walk with a bounded number of steps, narrow squares first (Warnsdorff's rule).
//
// A walk is safe from the other minelayer if that cannot be on any of its squares sooner: before the
// walker's i-th move it has made i - 1 moves of its own, or i if it is the one to move.
class WalkSearch {
 public:
  WalkSearch(const Grid& grid, int budget) : grid_(grid), budget_(budget) {}

  // The longest walk that was found. `ahead`: moves the other has made before the walker's first.
  Walk safe(const Walker& w, const Layers& other, int ahead) {
    other_ = &other;
    ahead_ = ahead;
    return run(w);
  }

  // The same where the other never comes near.
  Walk alone(const Walker& w) {
    other_ = nullptr;
    return run(w);
  }

 private:
  Walk run(const Walker& w) {
    best_ = {};
    extend(w.square, w.reach, 0, 0);
    best_.longest = budget_ >= 0;
    return best_;
  }

  void extend(int from, Bits left, Bits walked, int length) {
    if (length > best_.length) best_ = {walked, length, false};
    Bits next = grid_.targets(from) & left;
    if (other_ != nullptr) next &= ~other_->within(length + ahead_);
    if (next == 0 || length + most_moves(grid_, from, left) <= best_.length) return;
    while (next != 0) {
      if (--budget_ < 0) return;
      const int square = narrowest(next, left);
      next &= ~bit(square);
      extend(square, left & ~bit(square), walked | bit(square), length + 1);
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
  int budget_;
  const Layers* other_ = nullptr;
  int ahead_ = 0;
  Walk best_;
};

}  // namespace proofplay::minelayers
