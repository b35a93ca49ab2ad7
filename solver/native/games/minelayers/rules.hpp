// The board and the moves of Manic Minelayers (rules MM1 and MM2).
//
// Squares are bits, a1 bit 0, rank by rank. A minelayer never returns to a square, and squares that neither minelayer
// can reach any more no longer matter: a position consists of the two minelayers and the free squares that each can
// still reach.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "sets/bits.hpp"
#include "sets/words.hpp"

namespace proofplay::minelayers {

// A board with at most as many squares as the sets can hold; otherwise throws std::invalid_argument.
template <class S>
class GridOf {
 public:
  static constexpr int max_squares = capacity<S>;

  GridOf(int width, int height) : width_(width), height_(height) {
    if (width < 1 || height < 1 || width > max_squares || height > max_squares || width * height > max_squares) {
      throw std::invalid_argument("Manic Minelayers needs a board of 1 to " + std::to_string(max_squares) + " squares");
    }
    for (int s = 0; s < squares(); ++s) {
      if ((s % width + s / width) % 2 != 0) dark_ |= bit<S>(s);
      for (const auto& [right, up] : knight_moves) {
        const int file = s % width + right, rank = s / width + up;
        if (file >= 0 && file < width && rank >= 0 && rank < height) {
          targets_[static_cast<std::size_t>(s)] |= bit<S>(rank * width + file);
        }
      }
    }
    make_shifts();
  }

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  int squares() const noexcept { return width_ * height_; }

  // The squares a knight's move away from a square.
  S targets(int square) const noexcept { return targets_[static_cast<std::size_t>(square)]; }

  // The squares of the other colour, where a knight's move always ends.
  S other_colour(int square) const noexcept { return dark_ ^ all_if<S>(contains(dark_, square)); }

  // The squares of `among` that are a knight's move away from some square of a set.
  S spread(S from, S among) const noexcept {
    const Sides one = one_file_beside(from), two = two_files_beside(from);
    const S near = one.right | one.left, far = two.right | two.left;
    return (near << two_ranks_ | near >> two_ranks_ | far << one_rank_ | far >> one_rank_) & among;
  }

  // The squares of `among` that are a knight's move away from at least two squares of a set.
  S spread_twice(S from, S among) const noexcept {
    const Sides one = one_file_beside(from), two = two_files_beside(from);
    S once{}, twice{};
    const auto add = [&](S right, S left) {
      twice |= (right & left) | (once & (right | left));
      once |= right | left;
    };
    add(one.right << two_ranks_, one.left << two_ranks_);
    add(one.right >> two_ranks_, one.left >> two_ranks_);
    add(two.right << one_rank_, two.left << one_rank_);
    add(two.right >> one_rank_, two.left >> one_rank_);
    return twice & among;
  }

  // The squares of `free` that a minelayer can walk to over other free squares.
  S reach(int from, S free) const noexcept { return spread_over(targets(from) & free, free); }

  // What a minelayer can reach without one of the squares that it reaches: all others, if it can still get to every
  // neighbour of that square.
  S reach_without(int square, int from, S reach) const noexcept {
    const S rest = reach & ~bit<S>(square), beside = targets(square) & rest;
    S reached = targets(from) & rest;
    for (S step = reached; (beside & ~reached) != 0; reached |= step) {
      step = spread(step, rest & ~reached);
      if (step == 0) return reached;
    }
    return rest;
  }

  // The squares of `free` that are connected to one of them by knight's moves, including itself.
  S connected(int square, S free) const noexcept { return spread_over(bit<S>(square), free); }

 private:
  static constexpr std::array<std::pair<int, int>, 8> knight_moves{
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

  // A set of squares of `free`, and all that can be walked to from there.
  S spread_over(S from, S free) const noexcept {
    S reached = from;
    for (S step = from; step != 0; reached |= step) step = spread(step, free & ~reached);
    return reached;
  }

  // A set shifted sideways.
  struct Sides {
    S right;
    S left;
  };

  Sides one_file_beside(S set) const noexcept { return {(set & not_last_) << 1, (set & not_first_) >> 1}; }
  Sides two_files_beside(S set) const noexcept { return {(set & not_last_two_) << 2, (set & not_first_two_) >> 2}; }

  // On a board that is too low for a move, no square may start it, so its shift does not matter.
  void make_shifts() {
    for (int s = 0; s < squares(); ++s) {
      const int file = s % width_;
      if (height_ > 2 && file > 0) not_first_ |= bit<S>(s);
      if (height_ > 2 && file < width_ - 1) not_last_ |= bit<S>(s);
      if (height_ > 1 && file > 1) not_first_two_ |= bit<S>(s);
      if (height_ > 1 && file < width_ - 2) not_last_two_ |= bit<S>(s);
    }
    one_rank_ = std::min(width_, max_squares - 1);
    two_ranks_ = std::min(2 * width_, max_squares - 1);
  }

  int width_;
  int height_;
  S dark_{};
  std::array<S, max_squares> targets_{};
  S not_first_{};
  S not_last_{};
  S not_first_two_{};
  S not_last_two_{};
  int one_rank_ = 0;
  int two_ranks_ = 0;
};

using Grid = GridOf<Bits>;

// One player's minelayer and the free squares that it can reach.
template <class S>
struct WalkerOf {
  S reach{};
  int square = 0;
};

using Walker = WalkerOf<Bits>;

// A position with both minelayers on the board. `mover_began`: the player to move made the first move of the game
// (MM2).
template <class S>
struct StateOf {
  WalkerOf<S> mover;
  WalkerOf<S> other;
  bool mover_began = true;

  static StateOf of(const GridOf<S>& grid, S free, int mover, int other, bool mover_began) noexcept {
    return {{grid.reach(mover, free), mover}, {grid.reach(other, free), other}, mover_began};
  }

  S free() const noexcept { return mover.reach | other.reach; }
};

using State = StateOf<Bits>;

template <class S>
S moves(const GridOf<S>& grid, const WalkerOf<S>& w) noexcept {
  return grid.targets(w.square) & w.reach;
}

// Calls f(State) for the position after each move (MM1) until f returns true; returns whether it did.
template <class S, class F>
bool each_move(const GridOf<S>& grid, const StateOf<S>& s, F&& f) {
  S part{};  // what is connected to the square moved to, including itself
  for (S targets = moves(grid, s.mover); targets != 0;) {
    const int square = take_lowest(targets);
    const S here = bit<S>(square);
    if ((part & here) == 0) part = grid.connected(square, s.mover.reach);
    const bool in_the_way = (s.other.reach & here) != 0;
    const S left = in_the_way ? grid.reach_without(square, s.other.square, s.other.reach) : s.other.reach;
    if (f(StateOf<S>{{left, s.other.square}, {part & ~here, square}, !s.mover_began})) return true;
  }
  return false;
}

}  // namespace proofplay::minelayers
