// One sweep over the removal lattice of a deal: every row (rows.hpp) is computed from the rows of smaller sets of outer
// pieces, or of larger ones.
//
// Only the positions of one turn are stored. A row is computed in two steps: the outer colour's moves lead from stored
// rows of other sets to the same pieces with the other turn, in a scratch row that each thread has; and from it the row
// colour's moves lead to the stored row. Neither step reads the row that it writes.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "control.hpp"
#include "games/sight_reduction/lattice/memory.hpp"
#include "games/sight_reduction/lattice/moves.hpp"
#include "games/sight_reduction/lattice/rows.hpp"
#include "games/sight_reduction/lattice/schedule.hpp"
#include "instruction_sets.hpp"

namespace proofplay::sight_reduction::lattice {

// Kernels that this machine can run, the widest last.
inline std::vector<const RowKernel*> row_kernels() {
  std::vector<const RowKernel*> found{&portable_rows};
#ifdef PROOFPLAY_X86_64
  if (widest_instruction_set() >= InstructionSet::avx2) found.push_back(&avx2_rows);
  if (widest_instruction_set() >= InstructionSet::avx512) found.push_back(&avx512_rows);
#endif
  return found;
}

// The kernel of that name ("portable", "avx2", "avx512"), or the widest if the name is empty.
inline const RowKernel& row_kernel(std::string_view name = {}) {
  const std::vector<const RowKernel*> kernels = row_kernels();
  if (name.empty()) return *kernels.back();
  for (const RowKernel* kernel : kernels) {
    if (name == kernel->name) return *kernel;
  }
  throw std::invalid_argument("this machine does not have this instruction set");
}

inline constexpr int max_pieces = 32;

class Sweep {
 public:
  // Memory for a sweep of `outer` and `row` pieces.
  static std::uint64_t bytes(int outer, int row, int planes, int threads) noexcept {
    const std::uint64_t words = row_words(row, planes);
    return 8 * ((words << outer) + (words + 2 * line_words) * useful_threads(outer, threads));
  }

  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;
  virtual ~Sweep() = default;

  // Covers the whole lattice; false if the control's limits end it, or are too low to begin. It must have returned true
  // before anything is looked up.
  bool run(int threads, Control& control) {
    if (threads < 1) throw std::invalid_argument("threads must be at least 1");
    if (complete_) return true;
    nodes_before_ = control.nodes();
    if (control.max_nodes() - nodes_before_ < positions()) control.give_up(Reason::nodes);
    if (bytes(threads) > control.max_bytes()) control.give_up(Reason::memory);
    if (!control.running()) return false;
    try {
      std::vector<Worker> workers;
      rows_ = std::make_unique<Words>(row_words() << moves_.outer().count());
      const std::uint64_t useful = useful_threads(moves_.outer().count(), threads);
      for (std::uint64_t t = 0; t < useful; ++t) workers.emplace_back(*this, control);
      complete_ = each_set_in_order(moves_.outer().count(), workers, control);
      for (const Worker& worker : workers) ones_ += worker.ones();
    } catch (const std::bad_alloc&) {
      control.give_up(Reason::memory);
    }
    if (!complete_) rows_.reset();
    return complete_;
  }

  std::uint64_t bytes(int threads) const noexcept {
    return bytes(moves_.outer().count(), moves_.row().count(), method_.planes, threads);
  }

  // Pairs of subsets; each counts once, not once per turn.
  std::uint64_t positions() const noexcept {
    return std::uint64_t{1} << (moves_.outer().count() + moves_.row().count());
  }

 protected:
  using Step = void (*RowKernel::*)(const RowJob&);

  struct Method {
    int planes;
    Step through_outer;
    Step through_row;
    bool back = false;  // from larger sets to smaller ones, moves taken backwards
    bool count_ones = false;  // in plane 0, both turns
  };

  Sweep(const Deal& deal, Colour row, const Method& method, const RowKernel& kernel)
      : moves_(checked(deal), row), kernel_(&kernel), method_(method) {}

  // Called after each step, for what does not follow from moves.
  virtual void finish_scratch(Set /*outer*/, Word* /*scratch*/) const {}
  virtual void finish_row(Set /*outer*/, Word* /*row*/) const {}

  const Moves& moves() const noexcept { return moves_; }
  const Deal& deal() const noexcept { return moves_.deal(); }
  std::uint64_t ones() const noexcept { return ones_; }
  std::uint64_t row_words() const noexcept { return row_words(moves_.row().count(), method_.planes); }

  Word* row_of(Set outer) const noexcept { return rows_->data() + outer * row_words(); }

  std::uint64_t word_of(Set row, int plane) const noexcept {
    return ((std::uint64_t{row} >> line_pieces) * static_cast<unsigned>(method_.planes) +
            static_cast<unsigned>(plane)) *
               line_words +
           (row >> 6 & (line_words - 1));
  }
  bool bit_of(const Word* words, Set row, int plane = 0) const noexcept {
    return (words[word_of(row, plane)] >> (row & 63) & 1) != 0;
  }
  void set_bit(Word* words, Set row) const noexcept { words[word_of(row, 0)] |= Word{1} << (row & 63); }

  // The place of a position's pieces in the lattice.
  struct Place {
    Set outer;
    Set row;
  };

  Place place(const Pieces& pieces) const {
    if (!complete_) throw std::logic_error("the lattice has not been computed");
    const Pieces& all = deal().pieces;
    if ((pieces.white & ~all.white) != 0 || (pieces.black & ~all.black) != 0) {
      throw std::invalid_argument("not a position of this deal");
    }
    return {moves_.outer().pieces(pieces.of(other(moves_.row_colour()))),
            moves_.row().pieces(pieces.of(moves_.row_colour()))};
  }
  bool bit_of(const Pieces& pieces, int plane = 0) const {
    const Place p = place(pieces);
    return bit_of(row_of(p.outer), p.row, plane);
  }
  // The number in planes 1 and up.
  int number_of(const Pieces& pieces) const {
    const Place p = place(pieces);
    int number = 0;
    for (int plane = 1; plane < method_.planes; ++plane) {
      number |= bit_of(row_of(p.outer), p.row, plane) << (plane - 1);
    }
    return number;
  }

  // A row of work space. Its first and last line are padding for reads past the ends.
  Words scratch() const { return Words(row_words() + 2 * line_words); }

  // The first step: computes the scratch row of a set of outer pieces.
  bool make_scratch(Set outer, Word* to, std::vector<Option>& options, Control* control) const {
    options.clear();
    if (method_.back) {
      moves_.outer_options_back(outer, options);
    } else {
      moves_.outer_options(outer, options);
    }
    for (Option& option : options) option.child = row_of(outer ^ option.outer);
    if (!apply(method_.through_outer, to, options, {}, control)) return false;
    finish_scratch(outer, to);
    return true;
  }

  // The step through the row colour's moves, from any scratch row to any row, with any rule.
  void step_through_row(Step step, Set outer, const Word* from, Word* to, std::vector<Option>& options) const {
    options.clear();
    moves_.row_options(outer, method_.back, options);
    for (Option& option : options) option.child = from;
    apply(step, to, options, {}, nullptr);
  }

 private:
  static std::uint64_t row_words(int row, int planes) noexcept {
    return (std::uint64_t{line_words} << (std::max(row, line_pieces) - line_pieces)) * static_cast<unsigned>(planes);
  }

  static std::uint64_t useful_threads(int outer, int threads) noexcept {
    return static_cast<unsigned>(std::min(threads, Schedule::useful_threads(outer)));
  }

  static const Deal& checked(const Deal& deal) {
    if (size(deal.pieces.all()) > max_pieces) throw std::invalid_argument("more than 32 pieces");
    return deal;
  }

  std::uint32_t lines() const noexcept {
    return static_cast<std::uint32_t>(row_words(moves_.row().count(), 1) / line_words);
  }

  // `prefetches`: chunks of rows that the next step will read.
  bool apply(Step step, Word* to, const std::vector<Option>& options, const std::vector<const Word*>& prefetches,
             Control* control) const {
    const std::uint32_t tile = std::min<std::uint32_t>(lines(), tile_lines);
    for (std::uint32_t line = 0; line < lines(); line += tile) {
      if (control != nullptr && line % (32 * tile_lines) == 0 && !control->running()) return false;
      (kernel_->*step)({to, options.data(), static_cast<int>(options.size()), method_.planes, line, tile,
                        prefetches.data(), static_cast<int>(prefetches.size())});
    }
    return true;
  }

  // One thread's part of the sweep.
  class Worker {
   public:
    Worker(const Sweep& sweep, Control& control) : sweep_(&sweep), control_(&control), scratch_(sweep.scratch()) {
      // More than a row can have, so that the thread never allocates later.
      options_.reserve(1024);
      prefetches_.reserve(max_pieces * tile_lines / chunk_lines + tile_lines);
    }

    bool operator()(Set set) {
      const Set all = static_cast<Set>(first_bits(sweep_->moves_.outer().count()));
      const bool back = sweep_->method_.back;
      const Set outer = back ? all & ~set : set;
      Word* const scratch = scratch_.data() + line_words;
      if (!sweep_->make_scratch(outer, scratch, options_, control_)) return false;
      look_ahead((set + 1) & all, back ? all : 0);
      if (!make_row(outer, scratch)) return false;
      if (sweep_->method_.count_ones) {
        ones_ += sweep_->kernel_->ones(scratch, sweep_->row_words()) +
                 sweep_->kernel_->ones(sweep_->row_of(outer), sweep_->row_words());
      }
      control_->add_nodes(std::uint64_t{1} << sweep_->moves_.row().count());
      control_->set_progress(static_cast<double>(control_->nodes() - sweep_->nodes_before_) /
                             static_cast<double>(sweep_->positions()));
      return true;
    }

    std::uint64_t ones() const noexcept { return ones_; }

   private:
    // Lists chunks of rows that the next row will read and that are no longer in the cache.
    void look_ahead(Set next, Set complement) {
      prefetches_.clear();
      if (sweep_->lines() < chunk_lines || sweep_->lines() > tile_lines) return;
      fetch(next ^ complement);
      for (Set rest = next; rest != 0; rest &= rest - 1) {
        if ((sweep_->row_words() * sizeof(Word)) << lowest(rest) >= cached_bytes) {
          fetch((next ^ (rest & -rest)) ^ complement);
        }
      }
    }

    void fetch(Set outer) {
      const std::uint64_t chunk = sweep_->row_words() / sweep_->lines() * chunk_lines;
      for (std::uint64_t word = 0; word < sweep_->row_words(); word += chunk) {
        prefetches_.push_back(sweep_->row_of(outer) + word);
      }
    }

    bool make_row(Set outer, const Word* from) {
      options_.clear();
      sweep_->moves_.row_options(outer, sweep_->method_.back, options_);
      for (Option& option : options_) option.child = from;
      Word* const to = sweep_->row_of(outer);
      if (!sweep_->apply(sweep_->method_.through_row, to, options_, prefetches_, control_)) return false;
      sweep_->finish_row(outer, to);
      return true;
    }

    static constexpr std::uint64_t cached_bytes = 512 << 10;

    const Sweep* sweep_;
    Control* control_;
    Words scratch_;
    std::vector<Option> options_;
    std::vector<const Word*> prefetches_;
    std::uint64_t ones_ = 0;
  };

  Moves moves_;
  const RowKernel* kernel_;
  Method method_;
  std::unique_ptr<Words> rows_;
  std::uint64_t nodes_before_ = 0;
  std::uint64_t ones_ = 0;
  bool complete_ = false;
};

// The colour with more pieces: longer rows are less work.
inline Colour row_colour_of(const Deal& deal) noexcept {
  return size(deal.pieces.black) >= size(deal.pieces.white) ? Colour::black : Colour::white;
}

// Calls f(Pieces) with the pieces left after each legal move of a colour.
template <class F>
void each_child(const Deal& deal, const Pieces& pieces, Colour turn, F&& f) {
  each_removal(deal.geometry, deal.variant, pieces, turn, [&](Bits removed) {
    f(pieces.without(removed));
    return false;
  });
}

}  // namespace proofplay::sight_reduction::lattice
