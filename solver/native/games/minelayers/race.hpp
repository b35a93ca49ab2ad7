// A race that is won already: a minelayer walks on over squares that the other cannot be on in time, and
// makes more moves than are left to the other.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "games/minelayers/paths.hpp"

namespace proofplay::minelayers {

// Where a minelayer can be after up to so many moves.
class Arrivals {
 public:
  static constexpr int most = 24;

  // Looks at up to `moves` moves, of which there are `most` at most. On no more free squares than that all
  // that is reached is seen.
  Arrivals(const Grid& grid, const Walker& w, int moves) noexcept {
    Bits seen = within_[0] = 0;
    for (Bits step = grid.targets(w.square) & w.reach; step != 0 && moves_ < moves;) {
      seen |= step;
      within_[static_cast<std::size_t>(++moves_)] = seen;
      step = grid.spread(step) & w.reach & ~seen;
    }
  }

  // The most moves that it takes to be on any square.
  int moves() const noexcept { return moves_; }

  Bits within(int moves) const noexcept { return within_[static_cast<std::size_t>(std::min(moves, moves_))]; }

 private:
  std::array<Bits, most + 1> within_;
  int moves_ = 0;
};

// A player, and where it can be.
struct Runner {
  const Walker& walker;
  const Arrivals& arrivals;
};

// Looks for a walk of one of the players that decides the race, with a bounded number of steps.
class RaceSearch {
 public:
  // ahead: the moves that the other has made before the first one of the walk, 1 if it is the one to move,
  // else 0.
  RaceSearch(const Grid& grid, Runner own, Runner other, int ahead, int steps)
      : grid_(grid), own_(own), other_(other), ahead_(ahead), steps_(steps) {}

  // Looks for a walk of at least `lead` moves more than the other can make beside it. Gives how many those
  // are at most; none if no such walk was found.
  std::optional<int> find(int lead) {
    const int square = own_.walker.square;
    const Bits squares = grid_.reach(square, own_squares());
    lead_ = lead;
    shortest_ = lead + most_beside(squares);
    if (most_moves_in_a_part(grid_, square, squares) >= shortest_) extend(square, squares, 0, 0);
    return found_;
  }

 private:
  // The squares where the other cannot be sooner: no walk that is safe from it leaves them.
  Bits own_squares() const noexcept {
    Bits squares = 0;
    for (int i = 1; i <= own_.arrivals.moves(); ++i) squares |= own_.arrivals.within(i) & ~taken_before(i);
    return squares;
  }

  // Where the other can have been before the i-th move of the walk.
  Bits taken_before(int i) const noexcept { return other_.arrivals.within(i - 1 + ahead_); }

  // The squares of a safe walk are lost to the other: before it could be there, the walker has.
  int most_beside(Bits walked) const noexcept {
    return most_moves_in_a_part(grid_, other_.walker.square, other_.walker.reach & ~walked);
  }

  // Says whether the search is over.
  bool extend(int from, Bits left, Bits walked, int length) {
    if (length >= shortest_) {
      const int beside = most_beside(walked);
      if (length - beside >= lead_) found_ = beside;
      if (found_) return true;
    }
    Bits next = grid_.targets(from) & left & ~taken_before(length + 1);
    if (next == 0 || length + most_moves(grid_, from, left) < shortest_) return false;
    while (next != 0) {
      if (--steps_ < 0) return true;
      const int square = most_wanted(next, length);
      next &= ~bit(square);
      if (extend(square, left & ~bit(square), walked | bit(square), length + 1)) return true;
    }
    return false;
  }

  // The square where the other could be first.
  int most_wanted(Bits squares, int length) const noexcept {
    for (int i = length + ahead_ + 1; i <= other_.arrivals.moves(); ++i) {
      if (const Bits wanted = squares & other_.arrivals.within(i); wanted != 0) return lowest(wanted);
    }
    return lowest(squares);
  }

  const Grid& grid_;
  Runner own_;
  Runner other_;
  int ahead_;
  int steps_;
  int lead_ = 0;
  int shortest_ = 0;
  std::optional<int> found_;
};

}  // namespace proofplay::minelayers
