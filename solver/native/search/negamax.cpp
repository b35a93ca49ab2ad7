#include "search/negamax.hpp"

#include <algorithm>

namespace proofplay {

void sort_by_guess(std::span<std::uint16_t> moves, const int* guesses) {
  std::sort(moves.begin(), moves.end(), [&](std::uint16_t a, std::uint16_t b) { return guesses[a] < guesses[b]; });
}

}  // namespace proofplay
