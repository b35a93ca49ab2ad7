// A number for every position of a two-player deal: the distance to the end, or how far a player is ahead.
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
    return 1 + std::bit_width(static_cast<unsigned>(std::max(0, std::min(white, black) - 1)));
  }

  int stored(const Pieces& pieces) const {
    const int number = number_of(pieces);
    const bool loses = bit_of(pieces);
    return loses ? 2 * (~number & mask_) : 2 * ((number - 1) & mask_) + 1;
  }

  int mask_;
};

// How many moves one colour is ahead, for two players without `harder`.
//
// Then every position is an integer: positive exactly if White wins moving first, negative exactly if Black wins moving
// first. For the player ahead it is one more than the best option that keeps the lead, that is, after which the other
// player, to move, does not win; so the lead of the outer colour needs only rows of smaller sets. Pairs do not change
// values (SR7), and the sweep leaves them out.
class ValueLattice : public Sweep {
 public:
  static std::uint64_t bytes(int white, int black, Colour ahead, int threads) noexcept {
    if (ahead == Colour::black) std::swap(white, black);
    return Sweep::bytes(white, black, planes(white), threads);
  }
  using Sweep::bytes;

  ValueLattice(const Deal& deal, Colour ahead, const RowKernel& kernel = row_kernel())
      : Sweep(without_pairs(deal), other(ahead),
              {planes(size(deal.pieces.of(ahead))), &RowKernel::lead, &RowKernel::none}, kernel),
        planes_(planes(size(deal.pieces.of(ahead)))) {}

  // By how many moves `ahead` is ahead, or 0 if it is not.
  int lead(const Pieces& pieces) const { return number_of(pieces); }

 private:
  // A lead is at most the number of moves of one colour.
  static int planes(int ahead) noexcept { return 1 + std::bit_width(static_cast<unsigned>(std::max(0, ahead - 1))); }

  static Deal without_pairs(Deal deal) {
    if (deal.variant.harder) throw std::invalid_argument("with `harder` values need not be integers");
    deal.variant.pairs = false;
    return deal;
  }

  void finish_row(Set, const Word* scratch, Word* row) const override {
    const auto stride = static_cast<std::uint64_t>(planes_) * line_words;
    for (std::uint64_t line = 0; line < row_words(); line += stride) {
      std::memcpy(row + line + line_words, scratch + line + line_words, (stride - line_words) * sizeof(Word));
    }
  }

  int planes_;
};

}  // namespace proofplay::sight_reduction::lattice
