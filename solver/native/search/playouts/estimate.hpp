// What tree search with playouts is for, and what it finds out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/game.hpp"

namespace proofplay {

// What a search has found out about a move, for the player who makes it. Without a playout, the chances are even.
struct MoveEstimate {
  std::uint32_t playouts = 0;
  double win = 0.5;
  double score = 0;
  Bounds bounds;
};

// The same for a position, for the player to move. Its proved bounds are those that some known move reaches: a win
// without a move that wins is no use.
struct PositionEstimate {
  std::size_t best = 0;
  std::uint64_t playouts = 0;
  double win = 0.5;
  double score = 0;
  Bounds bounds;
  std::vector<MoveEstimate> moves;
};

// What the playouts are for. `even`: half of them are spread evenly over all moves, so that each gets a fair estimate.
// `play_on`: once the score is proved, what is left of the limits goes to finding, among the moves that reach it, the
// one that wins soonest or is hardest to refute.
struct Aim {
  bool even = false;
  bool play_on = false;
};

}  // namespace proofplay
