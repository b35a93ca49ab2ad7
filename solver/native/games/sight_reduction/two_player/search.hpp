// The search for two-player Sight Reduction: who wins, in how many plies, and by how much.
#pragma once

#include <optional>

#include "control.hpp"
#include "games/sight_reduction/two_player/game.hpp"
#include "games/sight_reduction/two_player/value.hpp"
#include "search/negamax.hpp"

namespace proofplay::sight_reduction {

// Answers questions about positions of one deal; what one question has proved is used by the next. Positions must
// consist of the deal's pieces: others throw std::invalid_argument.
class TwoPlayerSearch final : public Savable {
 public:
  // `memory_budget` is for all tables together.
  TwoPlayerSearch(int width, int height, const Pieces& deal, const Variant& v, const MemoryBudget& memory_budget);
  TwoPlayerSearch(const TwoPlayerSearch&) = delete;
  TwoPlayerSearch& operator=(const TwoPlayerSearch&) = delete;
  ~TwoPlayerSearch() override;

  // Each returns nothing if a limit ended the search.

  std::optional<bool> mover_wins(const Pieces& p, Colour turn, Control& control);
  // Plies to the end: the winner hurries, the loser delays.
  std::optional<int> distance(const Pieces& p, Colour turn, Control& control);
  // By how many moves White is ahead. With `harder` values need not be integers: std::invalid_argument.
  std::optional<int> value(const Pieces& p, Control& control);

  void save(Sink& sink) const override;
  LoadCounts load(Source& source) override;

 private:
  void check(const Pieces& p) const;

  Pieces deal_;
  Variant variant_;
  Lines lines_;
  TwoPlayerGame game_;
  ValueSearch values_;
  Negamax<TwoPlayerGame, ByResult> results_;
  Negamax<TwoPlayerGame, ByDistance> distances_;
};

}  // namespace proofplay::sight_reduction
