// What tree search with playouts needs to know about a two-player game.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/game.hpp"
#include "split_mix.hpp"

namespace proofplay {

// Which techniques a search uses, so that a benchmark can measure what each is worth.
struct Method {
  bool tree = true;     // without it, moves are only tried at random: flat Monte Carlo
  bool amaf = true;     // all moves as first: what a move is worth wherever it is played
  bool guided = true;   // what the game says about moves, positions and in playouts
  bool proofs = true;   // bounds proved without searching, what follows from them up the tree, and exact searches
  bool discounted = false;  // an end of the game counts less the later it comes: winners hurry, and losers delay
};
inline constexpr Method flat_monte_carlo{.tree = false, .amaf = false, .guided = false, .proofs = false};
inline constexpr Method plain_uct{.amaf = false, .guided = false, .proofs = false};

// How a game is likely to end, for the player to move where a playout began: the chance of winning, where a draw counts
// half, and the score.
struct Forecast {
  float win = 0.5F;
  float score = 0;

  Forecast turned() const noexcept { return {1 - win, -score}; }
};

inline Forecast forecast_of(int score) noexcept {
  return {score > 0 ? 1.0F : score < 0 ? 0.0F : 0.5F, static_cast<float>(score)};
}

// The moves of a playout by their codes. The first is made by the player to move where it began; players alternate.
using PlayedMoves = std::vector<std::uint16_t>;

// Positions are values that `play` changes. Every move passes the turn to the other player; a forced pass is a move.
//   codes         moves are numbers below this, the same wherever they are played
//   amaf          whether a move is worth about the same wherever it is played
//   margins       whether a score says more than win, draw or loss
//   expand_after  how many visits a position gets before its moves are generated
//   exploration   the exploration constant of UCT, for results in [0, 1]
//   worth_of_score  with margins: what a mean score adds to the chance of winning
//   end           the score of a game that is over
//   bounds        proved bounds of the score, without searching; the score itself if the game is over
//   each_move     calls f(code, chance of winning after it for the player who makes it) for each legal move
//   playout       plays on at random, and records the moves
template <class G>
concept PlayoutGame = std::copyable<typename G::Position> && std::equality_comparable<typename G::Position> &&
                      requires(const G& game, const typename G::Position& p, typename G::Position& changed, int code,
                               void (*f)(int, float), SplitMix& chance, PlayedMoves& played, const Method& method) {
                        { G::codes } -> std::convertible_to<int>;
                        { G::amaf } -> std::convertible_to<bool>;
                        { G::margins } -> std::convertible_to<bool>;
                        { G::expand_after } -> std::convertible_to<std::uint32_t>;
                        { game.exploration(method) } -> std::convertible_to<float>;
                        { game.end(p) } -> std::same_as<std::optional<Score>>;
                        { game.bounds(p) } -> std::same_as<Bounds>;
                        game.each_move(p, f);
                        game.play(changed, code);
                        { game.playout(p, chance, played, method) } -> std::same_as<Forecast>;
                      };

// A game can take a closer look at a position, which pays for positions that many playouts visit.
//   look  calls f(code, chance of winning after it for the player who makes it) for each legal move
template <class G>
concept LookingGame = PlayoutGame<G> && requires(const G& game, const typename G::Position& p, void (*f)(int, float)) {
  game.look(p, f);
};

// A game can search positions exactly, at little cost. Each thread has a prover of its own.
//   prove  bounds of the score, after searching at most this many positions
template <class G>
concept ProvingGame =
    PlayoutGame<G> && requires(const G& game, typename G::Prover& prover, const typename G::Position& p) {
      { prover.prove(p, std::uint64_t{}) } -> std::same_as<Bounds>;
    };

// A game can end as soon as it is decided, before it does by the rules.
//   to_the_end  the same game, or a position of it, with the end as in the rules
template <class G>
concept DecidedGame = PlayoutGame<G> && requires(const G& game, const typename G::Position& p) {
  { game.to_the_end() } -> std::same_as<G>;
  { game.to_the_end(p) } -> std::same_as<typename G::Position>;
};

}  // namespace proofplay
