// Manic Minelayers as a game for the general searches (game.hpp), both minelayers standing.
#pragma once

#include <algorithm>
#include <cstdint>

#include "game.hpp"
#include "games/minelayers_paths.hpp"

namespace proofplay::minelayers {

// Bits 0–50 the free squares, 51–56 the mover's square, 57–62 the other's, 63 who began: boards of up to
// 51 squares. It says nothing of the players' names: exchanging them leaves the key.
struct SmallKey {
  static constexpr int most_squares = 51;

  std::uint64_t word = 0;

  static SmallKey of(const State& s) noexcept {
    return {s.free() | static_cast<Bits>(s.mover.square) << 51 | static_cast<Bits>(s.other.square) << 57 |
            static_cast<Bits>(s.mover_began) << 63};
  }
  State state(const Grid& grid) const noexcept {
    return State::of(grid, word & first_bits(most_squares), static_cast<int>(word >> 51 & 63),
                     static_cast<int>(word >> 57 & 63), (word >> 63) != 0);
  }
  std::uint64_t hash() const noexcept { return mix(word); }
  bool operator==(const SmallKey&) const noexcept = default;
};

// The same in two words, for up to 64 squares.
struct LargeKey {
  std::uint64_t free = 0;
  std::uint64_t rest = 0;

  static LargeKey of(const State& s) noexcept {
    return {s.free(), static_cast<Bits>(s.mover.square) | static_cast<Bits>(s.other.square) << 6 |
                          static_cast<Bits>(s.mover_began) << 12};
  }
  State state(const Grid& grid) const noexcept {
    return State::of(grid, free, static_cast<int>(rest & 63), static_cast<int>(rest >> 6 & 63), (rest >> 12) != 0);
  }
  std::uint64_t hash() const noexcept { return mix(free ^ mix(rest)); }
  bool operator==(const LargeKey&) const noexcept = default;
};

// By how many moves the player to move must be ahead to win, if both walk on without meeting: who moved
// second in the game wins when both are stuck (MM2), and moving first costs the first move.
constexpr int margin(bool mover_began) noexcept { return mover_began ? 2 : 0; }

template <class K>
class MinelayersGame {
 public:
  using Position = State;
  using Key = K;

  static constexpr bool acyclic = true;  // every move takes a free square away
  static constexpr bool draws = false;
  static constexpr int max_moves = 16;  // eight; but GCC 12 warns of sorting a part of so short an array

  explicit MinelayersGame(const Grid& grid) : grid_(grid) {}

  Key key(const State& s) const noexcept { return Key::of(s); }
  State position(const Key& key) const noexcept { return key.state(grid_); }

  Ending ending(const State& s) const noexcept {
    if (s.mover.reach != 0) return Ending::open;
    return s.other.reach == 0 && !s.mover_began ? Ending::win : Ending::loss;
  }

  Estimate estimate(const State& s) const { return {bounds(s), guess(s)}; }

  int count_children(const State& s) const noexcept { return size(moves(grid_, s.mover)); }

  template <class F>
  bool each_child(const State& s, F&& f) const {
    for (Bits targets = moves(grid_, s.mover); targets != 0;) {
      if (f(play(grid_, s, take_lowest(targets)))) return true;
    }
    return false;
  }

 private:
  // Measured: below this many free squares walks that nobody can stop decide enough positions to be
  // worth looking for, and so many steps are enough to look.
  static constexpr int most_free_squares = 22;
  static constexpr int steps = 20;
  static constexpr int steps_apart = 2000;

  // What is known of a player's number of moves: it can make `least`, whatever the other does. It will make no
  // more than `most` if the other makes its own `least`.
  struct Range {
    int least;
    int most;
  };

  // Squares within one, two and three moves.
  int guess(const State& s) const noexcept {
    const Bits mine = moves(grid_, s.mover), theirs = moves(grid_, s.other);
    const Bits mine_next = grid_.spread(mine) & s.mover.reach, theirs_next = grid_.spread(theirs) & s.other.reach;
    return 2 * (size(mine) - size(theirs)) + size(mine_next) - size(theirs_next) +
           size(grid_.spread(mine_next) & s.mover.reach) - size(grid_.spread(theirs_next) & s.other.reach);
  }

  Bounds bounds(const State& s) const {
    if ((s.mover.reach & s.other.reach) == 0) return bounds(s.mover_began, apart(s.mover), apart(s.other));
    if (size(s.free()) > most_free_squares) return {loss_in(0), win_in(0)};
    const Walk mine = WalkSearch(grid_, steps).safe(s.mover, Layers(grid_, s.other), 0);
    const Walk theirs = WalkSearch(grid_, steps).safe(s.other, Layers(grid_, s.mover), 1);
    return bounds(s.mover_began, {mine.length, most_beside(s.mover, theirs)},
                  {theirs.length, most_beside(s.other, mine)});
  }

  // Of a minelayer whose squares the other does not reach.
  Range apart(const Walker& w) const {
    const Walk walk = WalkSearch(grid_, steps_apart).alone(w);
    return {walk.length, walk.longest ? walk.length : most_moves(grid_, w.square, w.reach)};
  }

  // A safe walk's squares are lost to the other: before it could be there, the walker has.
  int most_beside(const Walker& w, const Walk& other) const noexcept {
    return most_moves(grid_, w.square, grid_.reach(w.square, w.reach & ~other.squares));
  }

  // Who loses is stuck on its own turn, or on the other's with both stuck, which only a loser can be who
  // began. So the mover loses no sooner than after 2 · least plies, or one less if it began. A player that
  // is stuck after m moves has lost by ply 2m (the mover) or 2m + 1 (the other).
  static Bounds bounds(bool mover_began, Range mine, Range theirs) noexcept {
    Bounds b{loss_in(std::max(0, 2 * mine.least - (mover_began ? 1 : 0))),
             win_in(2 * theirs.least + (mover_began ? 1 : 0))};
    if (mine.least - theirs.most >= margin(mover_began)) b.least = win_in(2 * theirs.most + 1);
    if (mine.most - theirs.least < margin(mover_began)) b.most = loss_in(2 * mine.most);
    return b;
  }

  const Grid& grid_;
};

}  // namespace proofplay::minelayers
