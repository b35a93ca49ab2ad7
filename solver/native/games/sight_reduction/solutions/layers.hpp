// Counting the solutions of a solitaire deal without pairs, layer by layer from the ends.
//
// In strict alternation the numbers of pieces left determine the turn, so positions fall into layers. Layer t has t
// white pieces and Black to move. It is a table with a row for each live subset of t white pieces and a column for each
// live subset of the black ones. A row of the next layer takes two steps: White's removals add rows of this layer, then
// Black's add entries of that one row. Two layers are in memory at a time.
//
// Counts are exact: with w white and b black pieces left there are at most w! b! continuations, which is less than 2^64
// up to 12 and 13 pieces, and less than 2^128 up to 20 and 20.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "big_count.hpp"
#include "control.hpp"
#include "games/sight_reduction/solutions/rows.hpp"
#include "joining_thread.hpp"

namespace proofplay::sight_reduction {

// What follows from a position: the number of sequences that solve it, and the chance that uniformly random moves do.
template <class Count>
struct Solutions {
  Count number{};
  double chance = 0;
};

class SolutionLayers {
 public:
  static constexpr int max_pieces = 20;  // of a colour

  using Count = WideCount<2>;

  // For a deal that may_succeed() and that is not solved yet.
  explicit SolutionLayers(const Attempt& a)
      : rows_(a),
        white_first_(a.turn == Colour::white),
        ahead_(size(a.pieces.black) - size(a.pieces.white) + (white_first_ ? 1 : 0)),
        last_(size(a.pieces.white) - (white_first_ ? 1 : 0)) {}

  // Memory that count() takes for its layers, known in advance.
  std::uint64_t bytes() const {
    std::uint64_t largest = 0;
    for (int t = 1; t <= last_; ++t) largest = std::max(largest, layer_bytes(t - 1) + layer_bytes(t));
    return largest;
  }

  // None if a limit ended the count.
  std::optional<Solutions<Count>> count(int threads, Control& control) const {
    try {
      return count_up(std::max(1, threads), control);
    } catch (const std::bad_alloc&) {
      control.give_up(Reason::memory);
      return std::nullopt;
    }
  }

 private:
  using Small = std::uint64_t;

  template <class C>
  class Entries {
   public:
    explicit Entries(std::uint64_t n = 0)
        : counts_(std::make_unique_for_overwrite<C[]>(n)), chances_(std::make_unique_for_overwrite<double[]>(n)) {}

    Row<C> from(std::uint64_t i) const noexcept { return {counts_.get() + i, chances_.get() + i}; }

   private:
    std::unique_ptr<C[]> counts_;
    std::unique_ptr<double[]> chances_;
  };

  int blacks(int t) const noexcept { return t + ahead_; }
  std::size_t whites(int t) const noexcept { return rows_.white().live(t).size(); }
  std::size_t columns(int blacks) const noexcept { return rows_.black().live(blacks).size(); }
  std::uint64_t entries(int t) const noexcept { return t == 0 ? 0 : std::uint64_t{whites(t)} * columns(blacks(t)); }

  std::uint64_t layer_bytes(int t) const noexcept {
    return entries(t) * (sizeof(double) + (is_small(t) ? sizeof(Small) : sizeof(Count)));
  }

  // Whether 64 bits are enough for the counts of a layer.
  bool is_small(int t) const noexcept {
    double ways = 1;
    for (double w = 2; w <= t; ++w) ways *= w;
    for (double b = 2; b <= blacks(t); ++b) ways *= b;
    return ways < 0x1p63;
  }

  std::optional<Solutions<Count>> count_up(int threads, Control& control) const {
    Entries<Small> small;
    int t = 0;
    while (t < last_ && is_small(t + 1)) {
      if (!advance(small, ++t, threads, control)) return std::nullopt;
    }
    Entries<Count> large(entries(t));
    std::copy_n(small.from(0).counts, entries(t), large.from(0).counts);
    std::copy_n(small.from(0).chances, entries(t), large.from(0).chances);
    small = Entries<Small>();
    while (t < last_) {
      if (!advance(large, ++t, threads, control)) return std::nullopt;
    }
    if (white_first_) large = entry_of_deal(large);
    return Solutions<Count>{large.from(0).counts[0], large.from(0).chances[0]};
  }

  // Replaces the previous layer by layer t.
  template <class C>
  bool advance(Entries<C>& layer, int t, int threads, Control& control) const {
    const Entries<C> before = std::exchange(layer, Entries<C>(entries(t)));
    const std::vector<std::uint32_t> children = rows_.black().child_numbers(blacks(t));
    std::vector<Entries<C>> scratch;  // a row of White's for each thread
    for (int i = 0; i < threads; ++i) scratch.emplace_back(columns(blacks(t) - 1) + 1);
    std::atomic<std::size_t> next{0};
    const auto work = [&](const Entries<C>& own) {
      for (std::size_t r; (r = next++) < whites(t) && may_go_on(control);) {
        fill_row(t, r, before, children, own.from(0), layer.from(r * columns(blacks(t))));
        control.add_nodes(columns(blacks(t)));
      }
    };
    {
      std::vector<JoiningThread> others;
      for (std::size_t i = 1; i < scratch.size(); ++i) others.emplace_back([&, i] { work(scratch[i]); });
      work(scratch[0]);
    }
    control.set_progress(control.progress() + share(t));
    return control.reason() == Reason::none;
  }

  double share(int t) const noexcept {
    std::uint64_t all = 0;
    for (int i = 1; i <= last_; ++i) all += entries(i);
    return static_cast<double>(entries(t)) / static_cast<double>(all);
  }

  static bool may_go_on(Control& control) {
    if (control.nodes() >= control.max_nodes()) control.give_up(Reason::nodes);
    return control.running();
  }

  // Solved positions have one piece of each colour. They are layer 1 itself, with Black to move, or else Black's
  // removals lead from layer 1 to them, with White to move.
  template <class C>
  void fill_row(int t, std::size_t r, const Entries<C>& before, const std::vector<std::uint32_t>& children,
                Row<C> scratch, Row<C> out) const {
    const auto set_solved = [](Row<C> row, std::size_t n) {
      std::fill_n(row.counts, n, C{1});
      std::fill_n(row.chances, n, 1.0);
    };
    if (t == 1 && ahead_ == 0) return set_solved(out, columns(1));
    const Subset white = rows_.white().live(t)[r];
    if (t == 1) {
      set_solved(scratch, columns(1));
    } else {
      white_moves(t, white, before, scratch);
    }
    rows_.black_moves(white, blacks(t), children, scratch, out);
  }

  // White to move with t white pieces, from layer t - 1.
  template <class C>
  void white_moves(int t, Subset white, const Entries<C>& before, Row<C> out) const {
    rows_.white_moves(
        white, blacks(t - 1),
        [&](Subset child) {
          const std::uint32_t r = rows_.white().number(child);
          return r == Subsets::dead ? Row<C>{} : before.from(std::uint64_t{r} * columns(blacks(t - 1)));
        },
        out);
  }

  Entries<Count> entry_of_deal(const Entries<Count>& before) const {
    Entries<Count> deal(1);
    white_moves(last_ + 1, rows_.white().live(last_ + 1)[0], before, deal.from(0));
    return deal;
  }

  SolutionRows rows_;
  bool white_first_;
  int ahead_;  // layer t has t + ahead_ black pieces
  int last_;  // the last layer before the deal, or that of the deal
};

}  // namespace proofplay::sight_reduction
