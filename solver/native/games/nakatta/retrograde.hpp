// Nakatta in a table of everything reachable from a position, by the rules alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "control.hpp"
#include "games/nakatta/search.hpp"
#include "search/retrograde.hpp"

namespace proofplay::nakatta {

// The table of a board: the positions reachable from those that are looked up. Symmetric images of a position count as
// one, and so do the same stones with colours, players and edges exchanged.
class ReachedBoard {
 public:
  // `max_bytes` is for the table.
  ReachedBoard(int width, int height, std::uint64_t max_bytes) : board_(width, height) {
    if (height <= SmallKey::max_ranks) {
      table_ = std::make_unique<ReachedTableOf<Rules<SmallKey>>>(Rules<SmallKey>(board_), max_bytes);
    } else {
      table_ = std::make_unique<ReachedTableOf<Rules<LargeKey>>>(Rules<LargeKey>(board_), max_bytes);
    }
  }

  const Board& board() const noexcept { return board_; }
  const ReachedTable<Position>& table() const noexcept { return *table_; }

  // As in Retrograde.
  std::optional<Score> score(const Position& p, Control& control) { return table_->score(p, control); }

 private:
  Board board_;
  std::unique_ptr<ReachedTable<Position>> table_;
};

}  // namespace proofplay::nakatta
