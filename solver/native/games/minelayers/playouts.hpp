// Manic Minelayers for tree search with playouts (search/playouts/), once both minelayers are on the board.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "control.hpp"
#include "games/minelayers/game.hpp"
#include "games/minelayers/search.hpp"
#include "search/negamax.hpp"
#include "search/playouts/game.hpp"
#include "split_mix.hpp"

namespace proofplay::minelayers {

template <class S>
class PlayoutsOf {
 public:
  using Grid = GridOf<S>;
  using Game = MinelayersGame<FreeKey<S>>;
  using State = StateOf<S>;

  // As in State, except that two positions are equal if the walkable squares are, however they were found.
  struct Position {
    State state;
    bool operator==(const Position& p) const noexcept {
      return state.free() == p.state.free() && state.mover.square == p.state.mover.square &&
             state.other.square == p.state.other.square && state.mover_began == p.state.mover_began;
    }
  };

  static constexpr int codes = capacity<S>;  // the square moved to
  static constexpr bool amaf = false;
  static constexpr bool margins = false;
  static constexpr std::uint32_t expand_after = 8;

  // Throws std::invalid_argument, as Grid does.
  PlayoutsOf(int width, int height) : grid_(width, height), game_(grid_) {}

  float exploration(const Method&) const noexcept { return 0.4F; }

  // As FullPosition::of; also throws std::invalid_argument if a minelayer is missing.
  Position read(const PositionText& p) const {
    const FullPositionOf<S> s = FullPositionOf<S>::of(grid_, p);
    if (!s.is_set_up()) throw std::invalid_argument("playouts need both minelayers on the board");
    return {s.state(grid_)};
  }

  std::optional<Score> end(const Position& p) const noexcept {
    switch (game_.ending(p.state)) {
      case Ending::win: return Score{1};
      case Ending::loss: return Score{-1};
      default: return std::nullopt;
    }
  }

  Bounds bounds(const Position& p) const {
    if (const std::optional<Score> score = end(p)) return {*score, *score};
    return result_of(game_.evaluate(p.state).bounds);
  }

  template <class F>
  void each_move(const Position& p, F&& found) const {
    minelayers::each_move(grid_, p.state, [&](const State& after) {
      found(after.other.square, 1 - chance_of(guess(after)));
      return false;
    });
  }

  void play(Position& p, int square) const {
    State to;
    minelayers::each_move(grid_, p.state, [&](const State& after) {
      if (after.other.square == square) to = after;
      return after.other.square == square;
    });
    p.state = to;
  }

  // Random walks; if guided, the guess counts as much as their end.
  Forecast playout(const Position& p, SplitMix& chance, PlayedMoves& played, const Method& method) const {
    S free = p.state.free();
    int mover = p.state.mover.square, other = p.state.other.square;
    bool mover_began = p.state.mover_began, is_turned = false;
    for (S choices = grid_.targets(mover) & free; choices != 0; choices = grid_.targets(mover) & free) {
      for (std::size_t n = chance.below(static_cast<std::size_t>(size(choices))); n > 0; --n) take_lowest(choices);
      const int square = lowest(choices);
      played.push_back(static_cast<std::uint16_t>(square));
      free &= ~bit<S>(square);
      mover = other;
      other = square;
      mover_began = !mover_began;
      is_turned = !is_turned;
    }
    // A stuck player loses, but if both are stuck, the one who began does (MM2).
    const bool mover_wins = (grid_.targets(other) & free) == 0 && !mover_began;
    const Forecast end = forecast_of(mover_wins != is_turned ? 1 : -1);
    return method.guided ? Forecast{(chance_of(guess(p.state)) + end.win) / 2, end.score} : end;
  }

  class Prover {
   public:
    Prover(const PlayoutsOf& game, std::uint64_t max_bytes) : search_(game.game_, max_bytes) {}

    Bounds prove(const Position& p, std::uint64_t positions) {
      Control control(positions);
      const std::optional<bool> wins = search_.at_least(p.state, 1, control);
      if (!wins) return {-1, 1};
      return *wins ? Bounds{1, 1} : Bounds{-1, -1};
    }

   private:
    Negamax<Game, ByResult> search_;
  };

 private:
  static constexpr Bounds result_of(const Bounds& b) noexcept {
    return {static_cast<Score>(b.lower > 0 ? 1 : -1), static_cast<Score>(b.upper < 0 ? -1 : 1)};
  }

  // How much better the player to move stands, by the number of squares that each player reaches first.
  int guess(const State& s) const {
    const ArrivalsOf<S> arrivals(grid_, s, ArrivalsOf<S>::move_limit);
    return size(arrivals.sooner(the_mover)) - size(arrivals.sooner(the_other)) + (s.mover_began ? -1 : 1);
  }
  static float chance_of(int guess) noexcept { return 1 / (1 + std::exp(-0.1F * static_cast<float>(guess))); }

  Grid grid_;
  Game game_;
};

using Playouts = PlayoutsOf<Bits>;
using LargePlayouts = PlayoutsOf<Words<2>>;

}  // namespace proofplay::minelayers
