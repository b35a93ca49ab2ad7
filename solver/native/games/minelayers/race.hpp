// A race that is already won: a minelayer walks on over squares that the other cannot reach in time, and makes more
// moves than the other has left.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "games/minelayers/paths.hpp"

namespace proofplay::minelayers {

// Indices of the player to move and the other one.
inline constexpr std::size_t the_mover = 0, the_other = 1;

// Where each minelayer can be after a given number of moves.
template <class S>
class ArrivalsOf {
 public:
  static constexpr int move_limit = 24;

  // Looks at up to `moves` moves of each player; `moves` is at most `move_limit`. If there are no more free squares
  // than that, all reachable squares are covered.
  ArrivalsOf(const GridOf<S>& grid, const StateOf<S>& s, int moves) noexcept {
    S mine = grid.targets(s.mover.square) & s.mover.reach, theirs = grid.targets(s.other.square) & s.other.reach;
    S my_rest = s.mover.reach, their_rest = s.other.reach;
    within_[0] = {};
    while ((mine | theirs) != 0 && moves_ < moves) {
      // If both reach a square after equally many moves, the player to move is first.
      sooner_[the_mover] |= mine & (their_rest | ~s.other.reach);
      my_rest &= ~mine;
      sooner_[the_other] |= theirs & (my_rest | ~s.mover.reach);
      their_rest &= ~theirs;
      within_[static_cast<std::size_t>(++moves_)] = {s.mover.reach & ~my_rest, s.other.reach & ~their_rest};
      mine = grid.spread(mine, my_rest);
      theirs = grid.spread(theirs, their_rest);
    }
  }

  // The largest number of moves that either of them needs to reach a square.
  int moves() const noexcept { return moves_; }

  S within(std::size_t player, int moves) const noexcept {
    return within_[static_cast<std::size_t>(std::min(moves, moves_))][player];
  }

  // The squares that the other player cannot reach sooner.
  S sooner(std::size_t player) const noexcept { return sooner_[player]; }

 private:
  std::array<std::array<S, 2>, move_limit + 1> within_;
  std::array<S, 2> sooner_{};
  int moves_ = 0;
};

using Arrivals = ArrivalsOf<Bits>;

// Searches for a walk of one of the players that decides the race, with a limited number of steps.
template <class S>
class RaceSearch {
 public:
  RaceSearch(const GridOf<S>& grid, const StateOf<S>& s, const ArrivalsOf<S>& arrivals, std::size_t player, int steps)
      : grid_(grid),
        own_(player == the_mover ? s.mover : s.other),
        other_(player == the_mover ? s.other : s.mover),
        arrivals_(arrivals),
        opponent_(1 - player),
        ahead_(static_cast<int>(player)),
        steps_(steps) {}

  // Searches for a walk that is at least `lead` moves longer than what the other can do on the remaining squares.
  // Returns an upper bound on the latter; none if no such walk was found.
  std::optional<int> find(int lead) {
    const S squares = grid_.reach(own_.square, arrivals_.sooner(1 - opponent_));
    lead_ = lead;
    shortest_ = lead + max_beside(squares);
    if (max_moves(grid_, own_.square, squares) >= shortest_) extend(own_.square, squares, {}, 0);
    return found_;
  }

 private:
  // The squares where the other player can have been before the i-th move of the walk. The player to move is the first
  // to make the i-th move.
  S taken_before(int i) const noexcept { return arrivals_.within(opponent_, i - 1 + ahead_); }

  // The other player cannot use the squares of a safe walk: the walker gets to each of them first.
  int max_beside(S walked) const noexcept { return max_moves_in_a_part(grid_, other_.square, other_.reach & ~walked); }

  // Returns whether the search is over.
  bool extend(int from, S left, S walked, int length) {
    if (length >= shortest_) {
      const int beside = max_beside(walked);
      if (length - beside >= lead_) found_ = beside;
      if (found_) return true;
    }
    left &= ~taken_before(length + 1);
    S next = grid_.targets(from) & left;
    // Most successful walks are found without backtracking: only after that is it worth checking how far a walk can go.
    if (next == 0 || (has_turned_back_ && length + max_moves(grid_, from, left) < shortest_)) {
      has_turned_back_ = true;
      return false;
    }
    while (next != 0) {
      if (--steps_ < 0) return true;
      const int square = most_wanted(next, length);
      next &= ~bit<S>(square);
      if (extend(square, left & ~bit<S>(square), walked | bit<S>(square), length + 1)) return true;
    }
    return false;
  }

  // The square that the other player can reach soonest.
  int most_wanted(S squares, int length) const noexcept {
    for (int i = length + ahead_ + 1; i <= arrivals_.moves(); ++i) {
      if (const S wanted = squares & arrivals_.within(opponent_, i); wanted != 0) return lowest(wanted);
    }
    return lowest(squares);
  }

  const GridOf<S>& grid_;
  const WalkerOf<S>& own_;
  const WalkerOf<S>& other_;
  const ArrivalsOf<S>& arrivals_;
  std::size_t opponent_;
  int ahead_;
  int steps_;
  bool has_turned_back_ = false;
  int lead_ = 0;
  int shortest_ = 0;
  std::optional<int> found_;
};

}  // namespace proofplay::minelayers
