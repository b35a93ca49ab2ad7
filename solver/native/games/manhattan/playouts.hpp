// Manhattan for tree search with playouts (search/playouts/).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "control.hpp"
#include "games/manhattan/search.hpp"
#include "search/playouts/game.hpp"
#include "search/proof_number.hpp"
#include "split_mix.hpp"

namespace proofplay::manhattan {

template <class S>
class PlayoutsOf {
 public:
  using Board = BoardOf<S>;
  using Checkers = CheckersOf<S>;
  using Rules = manhattan::Rules<true, KeyOf<S>>;

  // With the number of plies since the root, as a line of play might repeat positions (MH6).
  struct Position {
    Checkers checkers;
    int plies = 0;
    bool operator==(const Position& p) const noexcept { return checkers == p.checkers; }
  };

  static constexpr int codes =
      5 * capacity<S> + 1;  // a step in one of four directions from each square, or a removal; a pass
  static constexpr int pass = codes - 1;
  static constexpr bool amaf = false;
  static constexpr bool margins = false;
  static constexpr std::uint32_t expand_after = 4;

  // Throws std::invalid_argument, as Board does.
  PlayoutsOf(int width, int height) : width_(width), rules_(Board(width, height), shape_bytes) {}

  // As manhattan::read.
  Position read(const PositionText& p) const { return {manhattan::read(rules_.board(), p.cells, p.turn)}; }

  // Cached shapes belong to one thread.
  PlayoutsOf copy_for_thread() const { return *this; }

  float exploration(const Method&) const noexcept { return 0.4F; }

  std::optional<Score> end(const Position& p) const noexcept {
    switch (rules_.ending({p.checkers})) {
      case Ending::win: return Score{1};
      case Ending::draw: return Score{0};
      case Ending::loss: return Score{-1};
      case Ending::open: break;
    }
    return std::nullopt;
  }

  Bounds bounds(const Position& p) const {
    if (const std::optional<Score> score = end(p)) return {*score, *score};
    return {static_cast<Score>(rules_.evaluate({p.checkers}).bounds.lower > 0 ? 1 : -1), 1};
  }

  template <class F>
  void each_move(const Position& p, F&& found) const {
    bool passes = true;
    each(p, [&](int code, const Position& after) {
      passes = false;
      found(code, 1 - chance_of(after.checkers));
    });
    if (passes) found(pass, 0.5F);
  }

  void play(Position& p, int code) const noexcept {
    const auto [mine, theirs] = p.checkers;
    p = {{theirs, code == pass ? mine : after(mine, code)}, p.plies + 1};
  }

  // In guided playouts players win at once if they can, and otherwise make the best of a few random moves.
  Forecast playout(Position p, SplitMix& chance, PlayedMoves& played, const Method& method) const {
    thread_local std::vector<int> moves;
    for (bool is_turned = false;; is_turned = !is_turned) {
      if (const std::optional<Score> score = end(p)) return forecast_of(is_turned ? -*score : *score);
      if (p.plies >= max_plies) return {};
      if (method.guided && rules_.wins_at_once(p.checkers)) return forecast_of(is_turned ? -1 : 1);
      moves.clear();
      each(p, [&](int code, const Position&) { moves.push_back(code); });
      const int code = moves.empty() ? pass : method.guided ? best_of_few(p, moves, chance) : any(moves, chance);
      played.push_back(static_cast<std::uint16_t>(code));
      play(p, code);
    }
  }

  class Prover {
   public:
    Prover(const PlayoutsOf& game, std::uint64_t max_bytes) : rules_(game.rules_), results_(rules_, max_bytes) {}

    Bounds prove(const Position& p, std::uint64_t positions) {
      Control control(positions);
      try {
        const std::optional<Score> result = results_.result({p.checkers}, control);
        return result ? Bounds{*result, *result} : Bounds{-1, 1};
      } catch (const Endless&) {
        return {-1, 1};
      }
    }

   private:
    Rules rules_;
    ProofNumber<Rules> results_;
  };

 private:
  static constexpr std::uint64_t shape_bytes = std::uint64_t{1} << 22;
  static constexpr int max_plies = Rules::max_plies;
  static constexpr int removal = 4;
  static constexpr int few = 3;

  int step(int direction) const noexcept {
    const std::array<int, 4> steps{1, -1, width_, -width_};
    return steps[static_cast<std::size_t>(direction)];
  }
  int direction(int by) const noexcept { return by == 1 ? 0 : by == -1 ? 1 : by == width_ ? 2 : 3; }

  // Calls f(code, Position after) for each move except a pass.
  template <class F>
  void each(const Position& p, F&& f) const {
    const S mine = p.checkers.mine;
    const S theirs = p.checkers.theirs;
    rules_.each_move(
        p.checkers, ~S{},
        [&](int from, int to) {
          f(5 * from + direction(to - from), Position{{theirs, (mine & ~bit<S>(from)) | bit<S>(to)}, p.plies + 1});
          return false;
        },
        [&](int square) {
          f(5 * square + removal, Position{{theirs, mine & ~bit<S>(square)}, p.plies + 1});
          return false;
        });
  }

  static int any(const std::vector<int>& moves, SplitMix& chance) { return moves[chance.below(moves.size())]; }

  // The best of a few random moves: the one that brings the player's checkers nearest to one group.
  int best_of_few(const Position& p, const std::vector<int>& moves, SplitMix& chance) const {
    int best = pass;
    int nearest = std::numeric_limits<int>::max();
    for (int i = 0; i < few; ++i) {
      const int code = any(moves, chance);
      const int guess = rules_.guess(after(p.checkers.mine, code));
      if (guess < nearest) best = code, nearest = guess;
    }
    return best;
  }

  // The player's checkers after a move that is not a pass.
  S after(S mine, int code) const noexcept {
    const int from = code / 5;
    mine &= ~bit<S>(from);
    if (code % 5 != removal) mine |= bit<S>(from + step(code % 5));
    return mine;
  }

  float chance_of(const Checkers& c) const {
    return 1 / (1 + std::exp(-0.06F * static_cast<float>(rules_.evaluate({c}).guess + 2)));
  }

  int width_;
  Rules rules_;
};

using Playouts = PlayoutsOf<Bits>;
using LargePlayouts = PlayoutsOf<Words<2>>;

}  // namespace proofplay::manhattan
