// What the searches need to know about a two-player game, and how they represent results.
#pragma once

#include <concepts>
#include <cstdint>

#include "search/table.hpp"

namespace proofplay {

// How a game has ended for the player to move; `open` if it has not.
enum class Ending : std::int8_t { open, win, draw, loss };

// A result and its distance in one number, for the player to move: a win in d plies is longest - d, a loss in d plies d
// - longest, a draw 0. So a higher score is better for a player who hurries when winning and delays when losing.
using Score = std::int16_t;
inline constexpr Score longest = 4096;  // more plies than any game lasts

constexpr Score win_in(int plies) noexcept { return static_cast<Score>(longest - plies); }
constexpr Score loss_in(int plies) noexcept { return static_cast<Score>(plies - longest); }
constexpr int plies_of(Score s) noexcept { return longest - (s < 0 ? -s : s); }

// Proved bounds of a score, both inclusive. Bounds{}: nothing is known.
struct Bounds {
  Score lower = -longest;
  Score upper = longest;
  bool operator==(const Bounds&) const noexcept = default;
};

// What is known about a position without searching: proved bounds, and a guess that is used for move ordering only and
// is higher the better the player to move stands.
struct Evaluation {
  Bounds bounds;
  int guess = 0;
};

// Positions are values: a move gives a new one. Every move passes the turn to the other player; a forced pass is a
// move.
// If `ending` is open and there is no move, the player to move has lost.
//   key         distinguishes any two positions that the game object can meet
//   acyclic     whether positions never repeat
//   draws       whether a draw is possible
//   max_moves   an upper bound on the number of moves in a position
//   each_child  calls f(Position) for each legal move until f returns true; returns whether it did
template <class G>
concept Game = std::copyable<typename G::Position> && TableKey<typename G::Key> &&
               requires(const G& game, const typename G::Position& p, bool (*f)(const typename G::Position&)) {
                 { G::acyclic } -> std::convertible_to<bool>;
                 { G::draws } -> std::convertible_to<bool>;
                 { G::max_moves } -> std::convertible_to<int>;
                 { game.key(p) } -> std::same_as<typename G::Key>;
                 { game.ending(p) } -> std::same_as<Ending>;
                 { game.evaluate(p) } -> std::same_as<Evaluation>;
                 { game.each_child(p, f) } -> std::same_as<bool>;
               };

}  // namespace proofplay
