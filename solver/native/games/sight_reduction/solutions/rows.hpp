// The two steps that count solutions for many positions at once, from the positions one removal later.
//
// A row holds an entry for each live black subset of one size, its columns, at a fixed white subset. An entry is a
// count of solutions and the chance that random moves find one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "big_count.hpp"
#include "games/sight_reduction/solutions/subsets.hpp"

namespace proofplay::sight_reduction {

template <class Count>
struct Row {
  Count* counts = nullptr;
  double* chances = nullptr;
};

class SolutionRows {
 public:
  explicit SolutionRows(const Attempt& a)
      : geometry_(a.width, a.height),
        variant_(a.variant),
        lines_(a.width, a.height),
        white_(lines_, a, Colour::white),
        black_(lines_, a, Colour::black) {}

  const Subsets& white() const noexcept { return white_; }
  const Subsets& black() const noexcept { return black_; }

  // White to move with `blacks` black pieces left: sums over White's removals. child(s) is the row of white subset s;
  // it has no counts if the subset is dead.
  template <class Count, class ChildRow>
  void white_moves(Subset whites, int blacks, ChildRow&& child, Row<Count> out) const {
    struct Removal {
      Condition legal;
      Row<Count> child;
    };
    std::vector<Removal> removals;
    for (Subset rest = whites; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Condition legal =
          condition(geometry_, variant_, Colour::white, white_.square(i), white_.on_board(whites), black_);
      removals.push_back({legal, child(whites & ~(Subset{1} << i))});
    }
    const std::vector<Subset>& columns = black_.live(blacks);
    for (std::size_t from = 0; from < columns.size(); from += block) {
      const std::size_t n = std::min(block, columns.size() - from);
      const Row<Count> here{out.counts + from, out.chances + from};
      std::fill_n(here.counts, n, Count{});
      std::fill_n(here.chances, n, 0.0);
      Flags moves{};
      for (const Removal& removal : removals) {
        const Flags legal = evaluate(removal.legal, columns.data() + from, n);
        for (std::size_t k = 0; k < n; ++k) moves[k] += legal[k];
        if (removal.child.counts == nullptr) continue;
        add(here, {removal.child.counts + from, removal.child.chances + from}, legal, n);
      }
      for (std::size_t k = 0; k < n; ++k) here.chances[k] /= std::max(1U, moves[k]);
    }
  }

  // Black to move with `blacks` black pieces left: sums over Black's removals. `child` is White's row, with an
  // additional column for the dead subsets, and `children` are the black child_numbers(blacks), its columns.
  template <class Count>
  void black_moves(Subset whites, int blacks, const std::vector<std::uint32_t>& children, Row<Count> child,
                   Row<Count> out) const {
    const std::vector<Subset>& columns = black_.live(blacks);
    const std::size_t dead = black_.live(blacks - 1).size();
    child.counts[dead] = Count{};
    child.chances[dead] = 0;
    std::array<Condition, 32> conditions;
    for (int j = 0; j < black_.pieces(); ++j) {
      conditions[static_cast<std::size_t>(j)] =
          condition(geometry_, variant_, Colour::black, black_.square(j), white_.on_board(whites), black_);
    }
    for (std::size_t from = 0; from < columns.size(); from += block) {
      const std::size_t n = std::min(block, columns.size() - from);
      const std::uint32_t* next = children.data() + from * static_cast<std::size_t>(blacks);
      const Row<Count> here{out.counts + from, out.chances + from};
      if (variant_.harder) {
        Flags legal{};  // here one bit per piece
        for (int j = 0; j < black_.pieces(); ++j) {
          const Flags holds = evaluate(conditions[static_cast<std::size_t>(j)], columns.data() + from, n);
          for (std::size_t k = 0; k < n; ++k) legal[k] |= holds[k] << j;
        }
        add_children(columns.data() + from, n, next, child, dead, here,
                     [&](std::size_t k, Subset piece) { return (legal[k] & piece) != 0; });
      } else {  // a single test, which is cheaper for just the pieces present
        add_children(columns.data() + from, n, next, child, dead, here, [&](std::size_t k, Subset piece) {
          const auto j = static_cast<std::size_t>(std::countr_zero(piece));
          return (conditions[j].touched & columns[from + k]) != 0;
        });
      }
    }
  }

 private:
  static constexpr std::size_t block = 512;  // columns whose entries stay in the first-level cache

  using Flags = std::array<std::uint32_t, block>;

  // legal(k, piece): whether a piece of column k may be removed.
  template <class Count, class Legal>
  static void add_children(const Subset* columns, std::size_t n, const std::uint32_t* next, Row<Count> child,
                           std::size_t dead, Row<Count> out, Legal&& legal) {
    for (std::size_t k = 0; k < n; ++k) {
      Count solutions{};
      double chances = 0;
      unsigned moves = 0;
      for (Subset rest = columns[k]; rest != 0; rest &= rest - 1) {
        const bool may_go = legal(k, rest & -rest);
        const std::size_t entry = may_go ? *next : dead;
        ++next;
        solutions += child.counts[entry];
        chances += child.chances[entry];
        moves += may_go;
      }
      out.counts[k] = solutions;
      out.chances[k] = chances / std::max(1U, moves);
    }
  }

  // Plain loops over the columns, which compilers turn into vector code.
  static Flags evaluate(const Condition& c, const Subset* columns, std::size_t n) noexcept {
    Flags holds{};
    if (!c.needs_clear) std::fill_n(holds.begin(), n, 1U);
    for (int i = 0; i < c.clears; ++i) {
      const Subset clear = c.clear[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < n; ++k) holds[k] |= static_cast<std::uint32_t>((columns[k] & clear) == 0);
    }
    if (c.needs_touch) {
      for (std::size_t k = 0; k < n; ++k) {
        holds[k] &= static_cast<std::uint32_t>((columns[k] & c.touched) != 0);
      }
    }
    return holds;
  }

  template <class Count>
  static void add(Row<Count> sum, Row<Count> child, const Flags& legal, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) add_if(legal[k], sum.counts[k], child.counts[k]);
    for (std::size_t k = 0; k < n; ++k) sum.chances[k] += legal[k] != 0 ? child.chances[k] : 0.0;
  }

  static void add_if(std::uint32_t legal, std::uint64_t& sum, std::uint64_t n) noexcept {
    sum += n & (0 - std::uint64_t{legal});
  }
  static void add_if(std::uint32_t legal, WideCount<2>& sum, const WideCount<2>& n) {
    if (legal != 0) sum += n;
  }

  Geometry geometry_;
  Variant variant_;
  Lines lines_;
  Subsets white_;
  Subsets black_;
};

}  // namespace proofplay::sight_reduction
