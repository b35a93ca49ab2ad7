// The search for two-player Sight Reduction: who wins, in how many plies, and by how much.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include "control.hpp"
#include "games/sight_reduction/two_player/game.hpp"
#include "games/sight_reduction/two_player/value.hpp"
#include "search/negamax.hpp"

namespace proofplay::sight_reduction {

// Answers questions about positions of one deal; what one question has proved is used by the next. Positions must
// consist of the deal's pieces: others throw std::invalid_argument.
class TwoPlayerSearch {
 public:
  // `memory_budget` is for all tables together.
  TwoPlayerSearch(int width, int height, const Pieces& deal, const Variant& v, const MemoryBudget& memory_budget)
      : deal_(deal),
        variant_(v),
        lines_(width, height),
        game_(lines_, v),
        values_(lines_, v, v.harder ? MemoryBudget(0) : memory_budget),
        results_(game_, v.harder ? memory_budget : MemoryBudget(0)),
        distances_(game_, memory_budget) {}

  TwoPlayerSearch(const TwoPlayerSearch&) = delete;
  TwoPlayerSearch& operator=(const TwoPlayerSearch&) = delete;

  // Each returns nothing if a limit ended the search.

  std::optional<bool> mover_wins(const Pieces& p, Colour turn, Control& control) {
    check(p);
    if (variant_.harder) return results_.at_least({p, turn}, 1, control);
    const std::optional<bool> reaches = values_.at_least(p, turn == Colour::white ? 1 : 0, control);
    if (!reaches) return std::nullopt;
    return turn == Colour::white ? *reaches : !*reaches;
  }

  // Plies to the end: the winner hurries, the loser delays.
  std::optional<int> distance(const Pieces& p, Colour turn, Control& control) {
    check(p);
    const std::optional<Score> score = distances_.score({p, turn}, control);
    if (!score) return std::nullopt;
    return plies_of(*score);
  }

  // By how many moves White is ahead. With `harder` values need not be integers: std::invalid_argument.
  std::optional<int> value(const Pieces& p, Control& control) {
    check(p);
    if (variant_.harder) throw std::invalid_argument("with `harder` values need not be integers");
    return values_.value(p, control);
  }

  // What the search has found, saved for a later run of the same deal (search/checkpoint.hpp).
  void save(Sink& sink) const { save_all(sink, values_, results_, distances_); }
  LoadCounts load(Source& source) { return load_all(source, values_, results_, distances_); }

 private:
  void check(const Pieces& p) const {
    if ((p.white & ~deal_.white) != 0 || (p.black & ~deal_.black) != 0) {
      throw std::invalid_argument("some of these pieces are not in the deal");
    }
  }

  Pieces deal_;
  Variant variant_;
  Lines lines_;
  TwoPlayerGame game_;
  ValueSearch values_;
  Negamax<TwoPlayerGame, ByResult> results_;
  Negamax<TwoPlayerGame, ByDistance> distances_;
};

}  // namespace proofplay::sight_reduction
