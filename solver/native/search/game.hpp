// What a search must know of a game of two players, and how it writes down results.
#pragma once

#include <concepts>
#include <cstdint>

#include "search/table.hpp"

namespace proofplay {

// How a game ends for the player to move; `open` where it has not ended by the rules.
enum class Ending : std::int8_t { open, win, draw, loss };

// A result and the plies to it in one number, for the player to move: a win in d plies is longest - d,
// a loss in d plies d - longest, a draw 0. So a higher score is what a player wants who hurries when
// winning and delays when losing.
using Score = std::int16_t;
inline constexpr Score longest = 4096;  // more plies than any game lasts

constexpr Score win_in(int plies) noexcept { return static_cast<Score>(longest - plies); }
constexpr Score loss_in(int plies) noexcept { return static_cast<Score>(plies - longest); }
constexpr int plies_of(Score s) noexcept { return longest - (s < 0 ? -s : s); }

// What is proved of a score, both ends included. Bounds{}: nothing.
struct Bounds {
  Score lower = -longest;
  Score upper = longest;
  bool operator==(const Bounds&) const noexcept = default;
};

// What can be said of a position without searching: bounds that are proved, and a guess that only
// puts moves in order, higher where the player to move stands better.
struct Estimate {
  Bounds bounds;
  int guess = 0;
};

// Positions are values: play makes new ones. Every move gives the other player the turn; a forced pass
// is a move. Where `ending` is open and there is no move, the player to move has lost.
//   key         distinguishes any two positions that the game object can meet
//   acyclic     no sequence of moves comes back to a position
//   draws       whether a draw is possible
//   max_moves   no position has more moves
//   each_child  calls f(Position) for each legal move until f returns true; says whether it did
template <class G>
concept Game = std::copyable<typename G::Position> && TableKey<typename G::Key> &&
               requires(const G& game, const typename G::Position& p, bool (*f)(const typename G::Position&)) {
                 { G::acyclic } -> std::convertible_to<bool>;
                 { G::draws } -> std::convertible_to<bool>;
                 { G::max_moves } -> std::convertible_to<int>;
                 { game.key(p) } -> std::same_as<typename G::Key>;
                 { game.ending(p) } -> std::same_as<Ending>;
                 { game.estimate(p) } -> std::same_as<Estimate>;
                 { game.each_child(p, f) } -> std::same_as<bool>;
               };

}  // namespace proofplay
