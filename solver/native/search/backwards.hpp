// Working backwards through a graph whose positions can repeat: positions without a score get theirs from those that
// have one.
//
// It goes ply by ply: a position with a move to a lost one is won one ply earlier, and a position is lost once the last
// of its moves has turned out to lead to a won one. So the winner hurries and the loser delays. What is still unsettled
// when nothing more follows is a draw: play goes on for ever.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <stdexcept>
#include <vector>

#include "control.hpp"
#include "search/negamax.hpp"
#include "search/numbered_table.hpp"

namespace proofplay {

inline constexpr Score unsettled = std::numeric_limits<Score>::min();

// The value of a position with a move to a position of this score: one ply closer to 0, which is a draw.
inline Score moving_to(Score after) {
  if (after == 1 || after == -1) throw std::overflow_error("a game that is too long for a score");
  return ByDistance::moving_to(after);
}

// Settles the positions of a table that `left` lists: all those whose score is `unsettled`. A position has at most 255
// moves. False if a limit stopped it; `max_bytes` is for its own lists.
bool settle_backwards(const NumberedTable& table, std::deque<Score>& scores,
                      const std::vector<NumberedTable::Number>& left, std::uint64_t max_bytes, Control& control);

}  // namespace proofplay
