// Sight Reduction for two, as a game for tree search with playouts (search/playouts/), in any variant.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "control.hpp"
#include "games/sight_reduction/two_player/game.hpp"
#include "games/sight_reduction/two_player/search.hpp"
#include "search/playouts/game.hpp"
#include "split_mix.hpp"

namespace proofplay::sight_reduction {

class Playouts {
 public:
  struct Position {
    State state;
    bool operator==(const Position& p) const noexcept {
      return state.pieces == p.state.pieces && state.turn == p.state.turn;
    }
  };

  // A piece alone, by its square; or together with the nearest one below it in one of four directions (SR7).
  static constexpr int codes = 64 + 4 * 64;
  static constexpr bool amaf = false;
  static constexpr bool margins = false;
  static constexpr std::uint32_t expand_after = 8;

  // A board of at most 64 squares.
  Playouts(int width, int height, int flags)
      : Playouts(width, height,
                 Variant{.harder = (flags & 1) != 0, .easier = (flags & 2) != 0, .pairs = (flags & 4) != 0}) {}
  Playouts(int width, int height, const Variant& v)
      : width_(width), height_(height), variant_(v), lines_(width, height), game_(lines_, v) {}
  Playouts(const Playouts& p) : Playouts(p.width_, p.height_, p.variant_) {}
  Playouts& operator=(const Playouts&) = delete;

  float exploration(const Method&) const noexcept { return 0.3F; }

  // The symbols are w, b, and anything else for a square without a piece.
  Position read(const PositionText& p) const {
    const auto& [cells, turn, flags] = p;
    if (cells.size() != static_cast<std::size_t>(width_ * height_)) {
      throw std::invalid_argument("the number of cells does not fit the board");
    }
    Pieces pieces;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] == 'w') pieces.white |= bit(static_cast<int>(i));
      if (cells[i] == 'b') pieces.black |= bit(static_cast<int>(i));
    }
    if (turn != 0 && turn != 1) throw std::invalid_argument("the turn must be 0 or 1");
    return {{pieces, turn == 0 ? Colour::white : Colour::black}};
  }

  std::optional<Score> end(const Position& p) const noexcept {
    if (game_.count_children(p.state) != 0) return std::nullopt;
    return Score{-1};
  }

  Bounds bounds(const Position& p) const {
    const Bounds b = game_.evaluate(p.state).bounds;
    return {static_cast<Score>(b.lower > 0 ? 1 : -1), static_cast<Score>(b.upper < 0 ? -1 : 1)};
  }

  template <class F>
  void each_move(const Position& p, F&& found) const {
    each(p.state, [&](int code, Bits removed) {
      const State after{p.state.pieces.without(removed), other(p.state.turn)};
      found(code, 1 - chance_of(game_.evaluate(after).guess));
    });
  }

  void play(Position& p, int code) const {
    const int square = code % 64;
    Bits removed = bit(square);
    if (code >= 64) {
      const int direction = 2 * (code / 64 - 1);
      removed |= bit(lines_.lower_neighbour(square, direction, p.state.pieces.all()));
    }
    p.state = {p.state.pieces.without(removed), other(p.state.turn)};
  }

  Forecast playout(Position p, SplitMix& chance, PlayedMoves& played, const Method& method) const {
    const Colour mover = p.state.turn;
    const float guess = method.guided ? chance_of(game_.evaluate(p.state).guess) : 0;
    for (;;) {
      const Moves found = moves(lines_, variant_, p.state.pieces, p.state.turn);
      const int count = found.count();
      if (count == 0) break;
      const int code = nth(found, static_cast<int>(chance.below(static_cast<std::size_t>(count))));
      played.push_back(static_cast<std::uint16_t>(code));
      play(p, code);
    }
    const Forecast end = forecast_of(p.state.turn == mover ? -1 : 1);
    return method.guided ? Forecast{(guess + end.win) / 2, end.score} : end;
  }

  class Prover {
   public:
    Prover(const Playouts& game, std::uint64_t max_bytes)
        : search_(game.width_, game.height_, {game.lines_.board(), game.lines_.board()}, game.variant_, max_bytes) {}

    Bounds prove(const Position& p, std::uint64_t positions) {
      Control control(positions);
      const std::optional<bool> wins = search_.mover_wins(p.state.pieces, p.state.turn, control);
      if (!wins) return {-1, 1};
      return *wins ? Bounds{1, 1} : Bounds{-1, -1};
    }

   private:
    TwoPlayerSearch search_;
  };

 private:
  // Calls f(code, squares) for each removal.
  template <class F>
  void each(const State& s, F&& f) const {
    const Moves found = moves(lines_, variant_, s.pieces, s.turn);
    for (Bits rest = found.singles; rest != 0;) {
      const int square = take_lowest(rest);
      f(square, bit(square));
    }
    for (std::size_t i = 0; i < found.upper_partners.size(); ++i) {
      for (Bits rest = found.upper_partners[i]; rest != 0;) {
        const int upper = take_lowest(rest);
        f(static_cast<int>(64 * (i + 1)) + upper,
          bit(upper) | bit(lines_.lower_neighbour(upper, static_cast<int>(2 * i), s.pieces.all())));
      }
    }
  }

  static int nth(const Moves& found, int n) noexcept {
    int base = 0;
    Bits set = found.singles;
    for (const Bits partners : found.upper_partners) {
      if (n < size(set)) break;
      n -= size(set);
      set = partners;
      base += 64;
    }
    while (n-- > 0) set &= set - 1;
    return base + lowest(set);
  }

  // A lead of five is one move.
  static float chance_of(int lead) noexcept { return 1 / (1 + std::exp(-0.15F * static_cast<float>(lead - 2))); }

  int width_;
  int height_;
  Variant variant_;
  Lines lines_;
  TwoPlayerGame game_;
};

}  // namespace proofplay::sight_reduction
