// Manic Minelayers in a table of everything reachable from a position.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "control.hpp"
#include "games/minelayers/search.hpp"
#include "search/retrograde.hpp"

namespace proofplay::minelayers {

// The table of a board: the positions reachable from those that are looked up. Positions count as one if they differ
// only in squares that neither minelayer can reach, or in the players' names. The table begins where the set-up ends:
// scores during the set-up follow from the placements.
class ReachedBoard {
 public:
  // `max_bytes` is for the table.
  ReachedBoard(int width, int height, std::uint64_t max_bytes) : grid_(width, height) {
    if (grid_.squares() <= SmallKey::max_squares) {
      table_ = std::make_unique<ReachedTableOf<MinelayersGame<SmallKey>>>(MinelayersGame<SmallKey>(grid_), max_bytes);
    } else {
      table_ = std::make_unique<ReachedTableOf<MinelayersGame<LargeKey>>>(MinelayersGame<LargeKey>(grid_), max_bytes);
    }
  }
  ReachedBoard(const ReachedBoard&) = delete;
  ReachedBoard& operator=(const ReachedBoard&) = delete;

  const Grid& grid() const noexcept { return grid_; }
  const ReachedTable<State>& table() const noexcept { return *table_; }

  // As in Retrograde.
  std::optional<Score> score(const Setting& s, Control& control) {
    return score_of<ByDistance>(grid_, s, [&](const State& state) { return table_->score(state, control); });
  }

 private:
  Grid grid_;
  std::unique_ptr<ReachedTable<State>> table_;
};

}  // namespace proofplay::minelayers
