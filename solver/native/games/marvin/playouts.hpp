// Marvin for tree search with playouts (search/playouts/).
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "games/marvin/rules.hpp"
#include "games/marvin/search.hpp"
#include "search/negamax.hpp"
#include "search/playouts/game.hpp"
#include "split_mix.hpp"

namespace proofplay::marvin {

// A position, and the kings of the player to move minus the opponent's.
template <class S>
struct PositionWithMarginOf {
  StacksOf<S> stacks;
  int lead = 0;
  bool operator==(const PositionWithMarginOf&) const noexcept = default;
};

using PositionWithMargin = PositionWithMarginOf<Bits>;

template <class S>
class PlayoutsOf {
 public:
  using Position = PositionWithMarginOf<S>;

  static constexpr int codes = capacity<S>;
  static constexpr bool amaf = false;
  static constexpr bool margins = true;
  static constexpr std::uint32_t expand_after = 1;

  // Throws std::invalid_argument, as Points does.
  PlayoutsOf(int width, int height) : points_(width, height) {}

  float exploration(const Method&) const noexcept { return 0.4F; }

  // `turn` is 0 for White. Throws std::invalid_argument for positions against the rules.
  Position read(const PositionText& p) const {
    const StacksAndLeadOf<S> found = marvin::read(points_, p.cells);
    return {found.stacks, p.turn == 0 ? found.lead : -found.lead};
  }

  std::optional<Score> end(const Position& p) const noexcept {
    if (p.stacks.kings != points_.all()) return std::nullopt;
    return static_cast<Score>(p.lead);
  }

  // Each point that holds no king yet will go to one of the players.
  Bounds bounds(const Position& p) const noexcept {
    const int open = size(points_.all() & ~p.stacks.kings);
    return {static_cast<Score>(p.lead - open), static_cast<Score>(p.lead + open)};
  }

  // Kings are what counts, and leaving a 2×2 that needs one more stack is bad.
  template <class F>
  void each_move(const Position& p, F&& found) const {
    const S filled = p.stacks.all();
    const S completing = points_.completing(filled), leaving = points_.leaving_three(filled);
    for (S empty = points_.all() & ~filled; empty != 0;) {
      const int point = take_lowest(empty);
      const bool is_king = contains(completing, point), leaves = contains(leaving, point);
      found(point, is_king ? 0.8F : leaves ? 0.2F : 0.5F);
    }
  }

  void play(Position& p, int point) const noexcept {
    bool is_king = false;
    p.stacks = points_.play(p.stacks, point, is_king);
    p.lead = -(p.lead + is_king);
  }

  Forecast playout(Position p, SplitMix& chance, PlayedMoves& played, const Method& method) const {
    bool is_turned = false;
    while (p.stacks.kings != points_.all()) {
      const int point = choose(p.stacks.all(), chance, method.guided);
      played.push_back(static_cast<std::uint16_t>(point));
      play(p, point);
      is_turned = !is_turned;
    }
    return forecast_of(is_turned ? -p.lead : p.lead);
  }

  // One more king is better even if it does not change the winner.
  static double worth_of_score(double score) noexcept { return 0.2 * std::tanh(score / 4); }

  class Prover {
   public:
    Prover(const PlayoutsOf& game, std::uint64_t max_bytes)
        : game_(game.points_.width(), game.points_.height()), search_(game_, max_bytes) {}

    Bounds prove(const Position& p, std::uint64_t positions) {
      Control control(positions);
      const std::optional<Score> more = search_.score({p.stacks}, control);
      if (!more) return {};
      const auto score = static_cast<Score>(p.lead + *more);
      return {score, score};
    }

   private:
    MarvinGame<PairKey<S>> game_;
    Negamax<MarvinGame<PairKey<S>>, ByScore> search_;
  };

 private:
  // A random point that makes a king; else one that does not let the opponent make one; else any.
  int choose(S filled, SplitMix& chance, bool is_guided) const noexcept {
    S choices = points_.all() & ~filled;
    if (is_guided) {
      if (const S completing = points_.completing(filled); completing != 0) {
        choices = completing;
      } else if (const S safe = choices & ~points_.leaving_three(filled); safe != 0) {
        choices = safe;
      }
    }
    return nth(choices, chance.below(static_cast<std::size_t>(size(choices))));
  }

  static int nth(S set, std::size_t n) noexcept {
    while (n-- > 0) take_lowest(set);
    return lowest(set);
  }

  PointsOf<S> points_;
};

using Playouts = PlayoutsOf<Bits>;
using LargePlayouts = PlayoutsOf<Words<2>>;

}  // namespace proofplay::marvin
