// How many solutions a Sight Reduction solitaire has, and how likely random moves are to find one.
#pragma once

#include <algorithm>
#include <optional>

#include "control.hpp"
#include "games/sight_reduction/solutions/layers.hpp"
#include "games/sight_reduction/solutions/memo.hpp"

namespace proofplay::sight_reduction {

struct SolutionCount {
  BigCount solutions{};  // distinct sequences of moves that solve the deal
  double chance = 0;     // of solving it by uniformly random legal moves
  double error = 0;      // an upper bound on the error of the chance
};

namespace detail {

inline bool has_layers(const Attempt& a) noexcept {
  return !a.variant.pairs && size(a.pieces.white) <= SolutionLayers::max_pieces &&
         size(a.pieces.black) <= SolutionLayers::max_pieces;
}

inline bool is_open(const Attempt& a) noexcept {
  return !solved(a.variant, a.pieces, a.keep) && may_succeed(Lines(a.width, a.height), a, a.pieces, a.turn);
}

// The chance of a position is a sum over at most m legal moves, none negative, divided by their number: m roundings
// with a relative error of 2^-53 each. They add up over the plies; 1 % covers their products.
inline double chance_error(const Attempt& a, double chance) noexcept {
  const int pieces = size(a.pieces.all());
  const int moves_of_a_piece = a.variant.pairs ? 1 + directions / 2 : 1;
  const int moves = moves_of_a_piece * std::max(size(a.pieces.white), size(a.pieces.black));
  return chance * pieces * moves * 0x1p-53 * 1.01;
}

}  // namespace detail

// Counts layer by layer if the layers fit in memory, else depth first. None if a limit ended the count.
inline std::optional<SolutionCount> count_solutions(const Attempt& a, int threads, Control& control) {
  if (!detail::is_open(a)) {
    const std::uint64_t sequences = solved(a.variant, a.pieces, a.keep) ? 1 : 0;
    return SolutionCount{sequences, static_cast<double>(sequences), 0};
  }
  const auto with_error = [&](const BigCount& solutions, double chance) {
    return SolutionCount{solutions, chance, detail::chance_error(a, chance)};
  };
  if (detail::has_layers(a)) {
    SolutionLayers layers(a);
    if (layers.bytes() <= control.max_bytes()) {
      const auto found = layers.count(threads, control);
      if (!found) return std::nullopt;
      return with_error(BigCount(found->number), found->chance);
    }
  }
  const auto found = SolutionMemo(a, control.max_bytes(), control).count();
  if (!found) return std::nullopt;
  return with_error(found->number, found->chance);
}

}  // namespace proofplay::sight_reduction
