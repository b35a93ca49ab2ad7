// What tree search with playouts must know of a game of two players.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/game.hpp"
#include "split_mix.hpp"

namespace proofplay {

// Which ideas a search uses, so that a benchmark can tell what each of them is worth.
struct Method {
  bool tree = true;     // without it moves are only tried at random: flat Monte Carlo
  bool amaf = true;     // what a move is worth wherever it is played (all moves as first)
  bool guided = true;   // what the game says of a move, of a position, and in playouts
  bool proofs = true;   // what is proved at sight, what follows from it up the tree, and exact searches
};
inline constexpr Method flat_monte_carlo{.tree = false, .amaf = false, .guided = false, .proofs = false};
inline constexpr Method plain_uct{.amaf = false, .guided = false, .proofs = false};

// How a game seems to end, for the player to move where the playout began: the chance to win, a draw counting
// half, and the score.
struct Forecast {
  float win = 0.5F;
  float score = 0;

  Forecast turned() const noexcept { return {1 - win, -score}; }
};

inline Forecast forecast_of(int score) noexcept {
  return {score > 0 ? 1.0F : score < 0 ? 0.0F : 0.5F, static_cast<float>(score)};
}

// The moves of a playout, by their codes, the first by the player to move where it began; every other one is the
// opponent's.
using PlayedMoves = std::vector<std::uint16_t>;

// Positions are values that `play` changes. Every move gives the other player the turn; a forced pass is a move.
//   codes       moves are numbers below this, the same wherever they are played
//   amaf        whether a move is worth much the same wherever it is played
//   margins     whether a score is more than a win, a draw or a loss
//   unripe      how many visits a position has before it is worth a look at its moves
//   exploring   how much is tried beside what seems best, for playouts in [0, 1]
//   end         the score of a game that is over
//   bounds      what is proved of the score at sight; of a game that is over the score
//   each_move   calls f(code, chance to win after it for whoever makes it) for each legal move
//   playout     plays on by chance, and notes the moves
template <class G>
concept PlayoutGame = std::copyable<typename G::Position> && std::equality_comparable<typename G::Position> &&
                      requires(const G& game, const typename G::Position& p, typename G::Position& changed, int code,
                               void (*f)(int, float), SplitMix& chance, PlayedMoves& played, const Method& method) {
                        { G::codes } -> std::convertible_to<int>;
                        { G::amaf } -> std::convertible_to<bool>;
                        { G::margins } -> std::convertible_to<bool>;
                        { G::unripe } -> std::convertible_to<std::uint32_t>;
                        { game.exploring(method) } -> std::convertible_to<float>;
                        { game.end(p) } -> std::same_as<std::optional<Score>>;
                        { game.bounds(p) } -> std::same_as<Bounds>;
                        game.each_move(p, f);
                        game.play(changed, code);
                        { game.playout(p, chance, played, method) } -> std::same_as<Forecast>;
                      };

// A game can take a closer look at a position, which is worth its time where many playouts pass.
//   look  calls f(code, chance to win after it for whoever makes it) for each legal move
template <class G>
concept LookingGame = PlayoutGame<G> && requires(const G& game, const typename G::Position& p, void (*f)(int, float)) {
  game.look(p, f);
};

// A game can have positions searched exactly, at little cost. Each thread has a prover of its own.
//   prove  bounds of the score, after at most so many positions
template <class G>
concept ProvingGame =
    PlayoutGame<G> && requires(const G& game, typename G::Prover& prover, const typename G::Position& p) {
      { prover.prove(p, std::uint64_t{}) } -> std::same_as<Bounds>;
    };

}  // namespace proofplay
