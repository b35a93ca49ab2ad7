// The board and the moves of Manic Minelayers (rules MM1 and MM2).
//
// Squares are bits, a1 bit 0, rank by rank. A minelayer never comes back to a square, and what neither
// minelayer can reach any more plays no part in what follows: a position is the two minelayers and the
// free squares that each can still reach.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "sets/bits.hpp"

namespace proofplay::minelayers {

// A board of up to 64 squares; anything else throws std::invalid_argument.
class Grid {
 public:
  Grid(int width, int height) : width_(width), height_(height) {
    if (width < 1 || height < 1 || width > 64 || height > 64 || width * height > 64) {
      throw std::invalid_argument("Manic Minelayers needs a board of 1 to 64 squares");
    }
    for (int s = 0; s < squares(); ++s) {
      if ((s % width + s / width) % 2 != 0) dark_ |= bit(s);
      for (const auto& [right, up] : knight_moves) {
        const int file = s % width + right, rank = s / width + up;
        if (file >= 0 && file < width && rank >= 0 && rank < height) {
          targets_[static_cast<std::size_t>(s)] |= bit(rank * width + file);
        }
      }
    }
    make_shifts();
  }

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  int squares() const noexcept { return width_ * height_; }

  // The squares a knight's move away from a square.
  Bits targets(int square) const noexcept { return targets_[static_cast<std::size_t>(square)]; }

  // The squares of the other colour, to which a knight's move always leads.
  Bits other_colour(int square) const noexcept { return dark_ ^ -(dark_ >> square & 1); }

  // The squares of `among` that are a knight's move away from some square of a set.
  Bits spread(Bits from, Bits among) const noexcept {
    const Sides one = one_file_beside(from), two = two_files_beside(from);
    const Bits near = one.right | one.left, far = two.right | two.left;
    return (near << two_ranks_ | near >> two_ranks_ | far << one_rank_ | far >> one_rank_) & among;
  }

  // The squares of `among` that are a knight's move away from at least two squares of a set.
  Bits spread_twice(Bits from, Bits among) const noexcept {
    const Sides one = one_file_beside(from), two = two_files_beside(from);
    Bits once = 0, twice = 0;
    const auto add = [&](Bits right, Bits left) {
      twice |= (right & left) | (once & (right | left));
      once |= right | left;
    };
    add(one.right << two_ranks_, one.left << two_ranks_);
    add(one.right >> two_ranks_, one.left >> two_ranks_);
    add(two.right << one_rank_, two.left << one_rank_);
    add(two.right >> one_rank_, two.left >> one_rank_);
    return twice & among;
  }

  // The squares of `free` that a minelayer can walk to over others of them.
  Bits reach(int from, Bits free) const noexcept { return spread_over(targets(from) & free, free); }

  // What a minelayer can reach without a square of all that it reaches: the rest, if it still comes to
  // every neighbour of that square.
  Bits reach_without(int square, int from, Bits reach) const noexcept {
    const Bits rest = reach & ~bit(square), beside = targets(square) & rest;
    Bits reached = targets(from) & rest;
    for (Bits step = reached; (beside & ~reached) != 0; reached |= step) {
      step = spread(step, rest & ~reached);
      if (step == 0) return reached;
    }
    return rest;
  }

  // The squares of `free` that are connected by knight's moves to one of them, itself included.
  Bits connected(int square, Bits free) const noexcept { return spread_over(bit(square), free); }

 private:
  static constexpr std::array<std::pair<int, int>, 8> knight_moves{
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

  // A set of squares of `free`, and all that can be walked to from there.
  Bits spread_over(Bits from, Bits free) const noexcept {
    Bits reached = from;
    for (Bits step = from; step != 0; reached |= step) step = spread(step, free & ~reached);
    return reached;
  }

  // A set moved sideways.
  struct Sides {
    Bits right;
    Bits left;
  };

  Sides one_file_beside(Bits set) const noexcept { return {(set & not_last_) << 1, (set & not_first_) >> 1}; }
  Sides two_files_beside(Bits set) const noexcept { return {(set & not_last_two_) << 2, (set & not_first_two_) >> 2}; }

  // On a board that is too low for a move no square may start it, so that its shift does not matter.
  void make_shifts() {
    for (int s = 0; s < squares(); ++s) {
      const int file = s % width_;
      if (height_ > 2 && file > 0) not_first_ |= bit(s);
      if (height_ > 2 && file < width_ - 1) not_last_ |= bit(s);
      if (height_ > 1 && file > 1) not_first_two_ |= bit(s);
      if (height_ > 1 && file < width_ - 2) not_last_two_ |= bit(s);
    }
    one_rank_ = std::min(width_, 63);
    two_ranks_ = std::min(2 * width_, 63);
  }

  int width_;
  int height_;
  Bits dark_ = 0;
  std::array<Bits, 64> targets_{};
  Bits not_first_ = 0;
  Bits not_last_ = 0;
  Bits not_first_two_ = 0;
  Bits not_last_two_ = 0;
  int one_rank_ = 0;
  int two_ranks_ = 0;
};

// One player's minelayer and the free squares that it can reach.
struct Walker {
  Bits reach = 0;
  int square = 0;
};

// A position with both minelayers on the board. `mover_began`: the player to move made the game's first
// move (MM2).
struct State {
  Walker mover;
  Walker other;
  bool mover_began = true;

  static State of(const Grid& grid, Bits free, int mover, int other, bool mover_began) noexcept {
    return {{grid.reach(mover, free), mover}, {grid.reach(other, free), other}, mover_began};
  }

  Bits free() const noexcept { return mover.reach | other.reach; }
};

inline Bits moves(const Grid& grid, const Walker& w) noexcept { return grid.targets(w.square) & w.reach; }

// Calls f(State) for the position after each move (MM1) until f returns true; says whether it did.
template <class F>
bool each_move(const Grid& grid, const State& s, F&& f) {
  Bits part = 0;  // what is connected to the square moved to, itself included
  for (Bits targets = moves(grid, s.mover); targets != 0;) {
    const int square = take_lowest(targets);
    const Bits here = bit(square);
    if ((part & here) == 0) part = grid.connected(square, s.mover.reach);
    const bool in_the_way = (s.other.reach & here) != 0;
    const Bits left = in_the_way ? grid.reach_without(square, s.other.square, s.other.reach) : s.other.reach;
    if (f(State{{left, s.other.square}, {part & ~here, square}, !s.mover_began})) return true;
  }
  return false;
}

}  // namespace proofplay::minelayers
