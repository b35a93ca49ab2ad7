// A table whose positions are numbered from 0, for what goes through all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/game.hpp"

namespace proofplay {

class NumberedTable {
 public:
  using Number = std::uint32_t;

  virtual ~NumberedTable() = default;

  virtual std::uint64_t positions() const noexcept = 0;
  virtual Ending ending(Number n) const = 0;
  // The moves of a position: how many there are, and the positions after them, which are appended. A finished position
  // has none.
  virtual std::size_t count_successors(Number n) const = 0;
  virtual void add_successors(Number n, std::vector<Number>& found) const = 0;
};

}  // namespace proofplay
