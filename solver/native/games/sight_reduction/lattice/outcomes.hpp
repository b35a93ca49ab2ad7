// A yes or no for every position of a deal: who wins, or whether it can be solved.
#pragma once

#include <optional>

#include "games/sight_reduction/lattice/sweep.hpp"

namespace proofplay::sight_reduction::lattice {

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
    place(pieces);  // rejects pieces that are not of the deal, even if there is no move
    bool wins = false;
    each_child(deal(), pieces, turn, [&](const Pieces& child) { wins |= bit_of(child); });
    return wins;
  }

  // By how many moves a colour is ahead, or 0 if it is not, without `harder` (see numbers.hpp for what that means). It
  // is the longest run of moves that the colour could make if the other one passed, through positions that the other,
  // to move, does not win. This looks at most at every set of outer pieces, or goes once through a row for each move,
  // which is little work compared with the sweep.
  int lead(const Pieces& pieces, Colour ahead) const {
    if (deal().variant.harder) throw std::invalid_argument("with `harder` values need not be integers");
    const Place at = place(pieces);
    if (ahead == moves().row_colour()) return row_lead(at);
    std::vector<std::int8_t> known(std::size_t{1} << moves().outer().count(), -1);
    return bit_of(pieces) ? outer_lead(pieces, known) : 0;
  }

 private:
  int outer_lead(const Pieces& pieces, std::vector<std::int8_t>& known) const {
    std::int8_t& lead = known[place(pieces).outer];
    if (lead >= 0) return lead;
    int best = 0;
    const Colour outer = other(moves().row_colour());
    each_child(deal(), pieces, outer, [&](const Pieces& child) {
      if (bit_of(child)) best = std::max(best, 1 + outer_lead(child, known));
    });
    lead = static_cast<std::int8_t>(best);
    return best;
  }

  int row_lead(const Place& at) const {
    Words space = scratch();
    Words more_space = scratch();
    Word* ahead = space.data() + line_words;  // by this many moves or more
    Word* further = more_space.data() + line_words;
    std::vector<Option> options;
    make_scratch(at.outer, ahead, options, nullptr);
    for (int lead = 0;; ++lead) {
      step_through_row(&RowKernel::some, at.outer, ahead, further, options);
      if (!bit_of(further, at.row)) return lead;
      std::swap(ahead, further);
    }
  }
};

// The squares of the last white and the last black piece (SR4).
struct Keep {
  int white;
  int black;
};

// One player, strict alternation: what can be solved (SR3, SR4; with `pairs` down to the empty board, SR7).
class SolvableLattice : public Sweep {
 public:
  static std::uint64_t bytes(int white, int black, int threads) noexcept {
    return WinLattice::bytes(white, black, threads);
  }
  using Sweep::bytes;

  explicit SolvableLattice(const Deal& deal, std::optional<Keep> keep = {}, const RowKernel& kernel = row_kernel())
      : Sweep(deal, row_colour_of(deal), {1, &RowKernel::some, &RowKernel::some}, kernel) {
    if (keep && (!stands(deal.pieces.white, keep->white) || !stands(deal.pieces.black, keep->black))) {
      throw std::invalid_argument("a survivor is not a piece of its colour");
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
    return size(p.outer) == 1 && size(p.row) == 1 && (p.outer & last_outer_) != 0 && (p.row & last_row_) != 0;
  }

  void settle(Set outer, Word* row) const {
    if (deal().variant.pairs) {
      if (outer == 0) set_bit(row, 0);
    } else if (size(outer) == 1 && (outer & last_outer_) != 0) {
      for (Set rest = last_row_; rest != 0; rest &= rest - 1) set_bit(row, rest & -rest);
    }
  }
  void finish_scratch(Set outer, Word* row) const override { settle(outer, row); }
  void finish_row(Set outer, Word* row) const override { settle(outer, row); }

  Set last_outer_;
  Set last_row_;
};

}  // namespace proofplay::sight_reduction::lattice
