// The distance to the end for every position of a two-player deal.
#pragma once

#include <bit>

#include "games/sight_reduction/lattice/sweep.hpp"

namespace proofplay::sight_reduction::lattice {

// Plies to the end when the winner hurries and the loser delays. Odd exactly if the mover wins.
//
// A colour with n pieces has at most n - 1 moves, with pairs or without, since the last piece has no friend. So half
// the distance, rounded down, is less than the number of pieces of either colour, and with 32 pieces it always fits in
// four planes.
class DistanceLattice : public Sweep {
 public:
  static std::uint64_t bytes(int white, int black, int threads) noexcept {
    return Sweep::bytes(std::min(white, black), std::max(white, black), planes(white, black), threads);
  }
  using Sweep::bytes;

  explicit DistanceLattice(const Deal& deal, const RowKernel& kernel = row_kernel())
      : Sweep(deal, row_colour_of(deal),
              {planes(size(deal.pieces.white), size(deal.pieces.black)), &RowKernel::distance, &RowKernel::distance},
              kernel),
        mask_((1 << (planes(size(deal.pieces.white), size(deal.pieces.black)) - 1)) - 1) {}

  int distance(const Pieces& pieces, Colour turn) const {
    if (turn == moves().row_colour()) return stored(pieces);
    place(pieces);
    int soonest = -1;
    int latest = 0;
    each_child(deal(), pieces, turn, [&](const Pieces& child) {
      const int plies = 1 + stored(child);
      latest = std::max(latest, plies);
      if (plies % 2 != 0 && (soonest < 0 || plies < soonest)) soonest = plies;
    });
    return soonest < 0 ? latest : soonest;
  }

 private:
  static int planes(int white, int black) noexcept {
    const auto most = static_cast<unsigned>(std::max(0, std::min(white, black) - 1));
    return std::max(min_planes, 1 + static_cast<int>(std::bit_width(most)));
  }

  int stored(const Pieces& pieces) const {
    const int number = number_of(pieces);
    const bool loses = bit_of(pieces);
    return loses ? 2 * (~number & mask_) : 2 * ((number - 1) & mask_) + 1;
  }

  int mask_;
};

}  // namespace proofplay::sight_reduction::lattice
