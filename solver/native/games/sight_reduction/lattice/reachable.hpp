// The positions that play can reach from a deal in strict alternation, and the par that follows from them (SR8).
#pragma once

#include <bit>
#include <vector>

#include "games/sight_reduction/lattice/sweep.hpp"

namespace proofplay::sight_reduction::lattice {

class ReachableLattice : public Sweep {
 public:
  static std::uint64_t bytes(int white, int black, int threads) noexcept {
    return Sweep::bytes(std::min(white, black), std::max(white, black), 1, threads);
  }
  using Sweep::bytes;

  // `turn`: the colour that moves first.
  ReachableLattice(const Deal& deal, Colour turn, const RowKernel& kernel = row_kernel())
      : Sweep(deal, row_colour_of(deal), {1, &RowKernel::some, &RowKernel::some, true, true}, kernel), turn_(turn) {}

  struct Position {
    Pieces pieces;
    Colour turn;

    bool operator==(const Position&) const noexcept = default;
  };

  bool reachable(const Position& at) const {
    const Place p = place(at.pieces);
    if (at == Position{deal().pieces, turn_}) return true;
    if (at.turn != moves().row_colour()) return bit_of(row_of(p.outer), p.row);
    bool found = false;
    each_predecessor(at, [&](const Position& before, Bits) { return found = stored(before); });
    return found;
  }

  // The number of reachable positions; the same pieces with the other turn count again.
  std::uint64_t reached() const noexcept { return ones(); }

  // A reachable position with the fewest pieces: the player to move has no move there, or there would be one with
  // fewer. If there are several, the result is always the same one.
  Position min_end() const {
    place({});
    Position best{deal().pieces, turn_};
    Words space = scratch();
    Word* const scratch_row = space.data() + line_words;
    std::vector<Option> options;
    const int outer_count = moves().outer().count();
    for (int count = 0; count <= outer_count; ++count) {
      if (count + fewest_row(count) >= size(best.pieces.all())) break;
      each_set_of(count, outer_count, [&](Set outer) {
        improve(outer, row_of(outer), other(moves().row_colour()), best);
        make_scratch(outer, scratch_row, options, nullptr);
        improve(outer, scratch_row, moves().row_colour(), best);
      });
    }
    return best;
  }

  // The removals that lead from the deal to a reachable position.
  std::vector<Bits> line_to(Position at) const {
    if (!reachable(at)) throw std::invalid_argument("not a reachable position");
    std::vector<Bits> line;
    while (at != Position{deal().pieces, turn_}) {
      each_predecessor(at, [&](const Position& before, Bits removed) {
        if (!reachable(before)) return false;
        line.push_back(removed);
        at = before;
        return true;
      });
    }
    std::reverse(line.begin(), line.end());
    return line;
  }

 private:
  // Stored rows have the outer colour to move; they are computed from those with the row colour to move.
  bool stored(const Position& at) const { return bit_of(at.pieces); }

  void finish_scratch(Set outer, Word* row) const override { seed(outer, row, moves().row_colour()); }
  void finish_row(Set outer, Word* row) const override { seed(outer, row, other(moves().row_colour())); }
  void seed(Set outer, Word* row, Colour turn) const {
    if (turn != turn_ || size(outer) != moves().outer().count()) return;
    set_bit(row, static_cast<Set>(first_bits(moves().row().count())));
  }

  // The fewest row pieces that can be left with this many outer ones.
  int fewest_row(int outer) const noexcept {
    if (deal().variant.pairs) return 0;
    return std::max(0, moves().row().count() - (moves().outer().count() - outer) - 1);
  }

  // Calls f(Set) with all sets of `count` out of n pieces, in ascending order.
  template <class F>
  static void each_set_of(int count, int n, F&& f) {
    const std::uint64_t end = std::uint64_t{1} << n;
    for (std::uint64_t set = first_bits(count); set < end;) {
      f(static_cast<Set>(set));
      if (set == 0) return;
      const std::uint64_t low = set & -set;
      const std::uint64_t next = set + low;
      set = next | ((set ^ next) / low >> 2);
    }
  }

  // Replaces the best position so far by one of a row if that has fewer pieces.
  void improve(Set outer, const Word* row, Colour turn, Position& best) const {
    for (std::uint64_t word = 0; word < row_words(); ++word) {
      for (Word rest = row[word]; rest != 0;) {
        const Set set = static_cast<Set>(word * 64) + static_cast<Set>(take_lowest(rest));
        if (size(outer) + size(set) < size(best.pieces.all())) best = {moves().pieces(outer, set), turn};
      }
    }
  }

  // Calls f(Position, Bits) with the positions of the lattice that lead here by one move, and the squares that it
  // empties, until f returns true.
  template <class F>
  void each_predecessor(const Position& at, F&& f) const {
    const Colour mover = other(at.turn);
    const Bits back = deal().pieces.of(mover) & ~at.pieces.of(mover);
    const auto attempt = [&](Bits squares) {
      Pieces before = at.pieces;
      (mover == Colour::white ? before.white : before.black) |= squares;
      return each_removal(deal().geometry, deal().variant, before, mover,
                          [&](Bits removed) { return removed == squares; }) &&
             f(Position{before, mover}, squares);
    };
    for (Bits rest = back; rest != 0;) {
      const Bits one = bit(take_lowest(rest));
      if (attempt(one)) return;
      for (Bits more = deal().variant.pairs ? rest : 0; more != 0;) {
        if (attempt(one | bit(take_lowest(more)))) return;
      }
    }
  }

  Colour turn_;
};

}  // namespace proofplay::sight_reduction::lattice
