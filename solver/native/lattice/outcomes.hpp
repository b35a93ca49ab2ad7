// Yes or no for every position of a deal: who wins, and what can be solved.
#pragma once

#include <optional>

#include "lattice/sweep.hpp"

namespace proofplay::lattice {

// Two players: who wins (SR2).
class WinLattice : public Sweep {
 public:
  static std::uint64_t bytes(int white, int black, int threads) noexcept {
    return Sweep::bytes(std::min(white, black), std::max(white, black), 1, threads);
  }
  using Sweep::bytes;

  explicit WinLattice(const Deal& deal, const RowKernel& kernel = row_kernel())
      : Sweep(deal, row_colour_of(deal), {1, &RowKernel::none, &RowKernel::none}, kernel) {}

  bool mover_wins(const Pieces& pieces, Colour turn) const {
    if (turn == moves().row_colour()) return !bit_of(pieces);
    place(pieces);  // refuses pieces of no position, even where there is no move
    bool wins = false;
    each_child(deal(), pieces, turn, [&](const Pieces& child) { wins |= bit_of(child); });
    return wins;
  }
};

// The last white and the last black piece's squares (SR4).
struct Keep {
  int white;
  int black;
};

// One person, strict alternation: what can be solved (SR3, SR4; the empty board with `pairs`, SR7).
class SolvableLattice : public Sweep {
 public:
  static std::uint64_t bytes(int white, int black, int threads) noexcept {
    return WinLattice::bytes(white, black, threads);
  }
  using Sweep::bytes;

  explicit SolvableLattice(const Deal& deal, std::optional<Keep> keep = {}, const RowKernel& kernel = row_kernel())
      : Sweep(deal, row_colour_of(deal), {1, &RowKernel::some, &RowKernel::some}, kernel) {
    if (keep && (!stands(deal.pieces.white, keep->white) || !stands(deal.pieces.black, keep->black))) {
      throw std::invalid_argument("a survivor is no piece of its colour");
    }
    const Pieces kept = keep ? Pieces{bit(keep->white), bit(keep->black)} : deal.pieces;
    last_outer_ = moves().outer().pieces(kept.of(other(moves().row_colour())));
    last_row_ = moves().row().pieces(kept.of(moves().row_colour()));
  }

  bool solvable(const Pieces& pieces, Colour turn) const {
    if (turn == moves().row_colour()) return bit_of(pieces);
    const Place p = place(pieces);
    if (solved(p)) return true;
    bool found = false;
    each_child(deal(), pieces, turn, [&](const Pieces& child) { found |= bit_of(child); });
    return found;
  }

 private:
  static bool stands(Bits pieces, int square) noexcept {
    return square >= 0 && square < 64 && (pieces & bit(square)) != 0;
  }

  bool solved(const Place& p) const noexcept {
    if (deal().variant.pairs) return p.outer == 0 && p.row == 0;
    return size(p.outer) == 1 && size(p.row) == 1 && (p.outer & last_outer_) != 0 &&
           (p.row & last_row_) != 0;
  }

  void settle(Set outer, Word* row) const {
    if (deal().variant.pairs) {
      if (outer == 0) set_bit(row, 0);
    } else if (size(outer) == 1 && (outer & last_outer_) != 0) {
      for (Set rest = last_row_; rest != 0; rest &= rest - 1) set_bit(row, rest & -rest);
    }
  }
  void finish_scratch(Set outer, Word* row) const override { settle(outer, row); }
  void finish_row(Set outer, const Word*, Word* row) const override { settle(outer, row); }

  Set last_outer_;
  Set last_row_;
};

}  // namespace proofplay::lattice
