// Manhattan's checkers as they are handed over: a symbol a square.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "games/manhattan/rules.hpp"

namespace proofplay::manhattan {

// The checkers as the player to move sees them; `turn` is 0 where that is red. Throws std::invalid_argument unless
// there is a symbol for each square: r, b, or anything else for none.
inline Checkers read(int width, int height, std::string_view cells, int turn) {
  if (cells.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) || cells.size() > 64) {
    throw std::invalid_argument("the cells are not those of the board");
  }
  Bits red = 0, blue = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == 'r') red |= bit(static_cast<int>(i));
    if (cells[i] == 'b') blue |= bit(static_cast<int>(i));
  }
  return turn == 0 ? Checkers{red, blue} : Checkers{blue, red};
}

}  // namespace proofplay::manhattan
