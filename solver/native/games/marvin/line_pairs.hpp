// Tables over pairs of neighbouring lines of open points: an entry for every set of points in a pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "games/marvin/open.hpp"

namespace proofplay::marvin {

class LinePairs {
 public:
  explicit LinePairs(const OpenBoard& board) {
    for (const OpenBoard::Window& w : board.windows()) {
      pairs_.push_back({w.start, static_cast<Set>(first_bits(w.low + w.high)), entries_});
      entries_ += std::size_t{1} << (w.low + w.high);
    }
    const OpenBoard::Window& first = board.windows().front();
    const bool same = std::all_of(board.windows().begin(), board.windows().end(), [&](const OpenBoard::Window& w) {
      return w.low == first.low && w.high == first.low;
    });
    if (same) step_ = first.low;
  }

  // How many entries all pairs have together, and where those of a pair begin.
  std::size_t entries() const noexcept { return entries_; }
  std::size_t begin(std::size_t pair) const noexcept { return pairs_[pair].begin; }

  // The entry of a pair for a set of points.
  std::size_t entry(std::size_t pair, Set set) const noexcept { return entry(pairs_[pair], set); }

  // Calls f with the set's entries of all pairs. Optimised for lines of the same length, as on empty boards.
  template <class F>
  void each_entry(Set set, F&& f) const {
    if (step_ == 0) {
      for (const Pair& pair : pairs_) f(entry(pair, set));
    } else if (pairs_.size() == 4) {
      same_lines<4>(set, 4, f);
    } else {
      same_lines<0>(set, pairs_.size(), f);
    }
  }

 private:
  struct Pair {
    int start;
    Set mask;
    std::size_t begin;
  };

  static std::size_t entry(const Pair& pair, Set set) noexcept { return pair.begin + (set >> pair.start & pair.mask); }

  // `Count`: the number of pairs if it is a compile-time constant.
  template <std::size_t Count, class F>
  void same_lines(Set set, std::size_t count, F&& f) const {
    const Set mask = (Set{1} << (2 * step_)) - 1;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < (Count == 0 ? count : Count); ++i) {
      f(begin + (set & mask));
      begin += std::size_t{mask} + 1;
      set >>= step_;
    }
  }

  std::vector<Pair> pairs_;
  std::size_t entries_ = 0;
  int step_ = 0;  // the length of the lines, if all are the same
};

}  // namespace proofplay::marvin
