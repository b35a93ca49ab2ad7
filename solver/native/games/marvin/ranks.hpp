// Numbers the sets of singletons that are legal with a set of kings, without gaps.
//
// The sets are numbered in ascending order, as words. So the number of a set is a sum over pairs of neighbouring lines:
// in how many ways the lower line of the pair and all lines below it can be filled, such that the lower line comes
// earlier in this order and the upper one is the same. A set that contains another has a higher number.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "games/marvin/line_pairs.hpp"
#include "games/marvin/open.hpp"

namespace proofplay::marvin {

class Ranks {
 public:
  explicit Ranks(const OpenBoard& board) : board_(board), pairs_(board), offsets_(pairs_.entries()) {}

  // Switches to a set of kings. The time is proportional to the number of sets of singletons in two lines.
  void set_kings(Set kings) {
    const Set free = board_.all() & ~kings;
    const std::vector<OpenBoard::Window>& windows = board_.windows();
    below_.assign(std::size_t{1} << windows.front().low, 1);
    for (std::size_t pair = 0; pair < windows.size(); ++pair) {
      const OpenBoard::Window& w = windows[pair];
      count_pairs(w, offsets_.data() + pairs_.begin(pair), kings >> w.start, free >> w.start);
    }
    add_top(windows.back(), offsets_.data() + pairs_.begin(windows.size() - 1), free);
  }

  // How many legal sets there are.
  std::uint32_t count() const noexcept { return count_; }

  // The number of a legal set.
  std::uint32_t of(Set singletons) const noexcept {
    std::uint32_t rank = 0;
    pairs_.each_entry(singletons, [&](std::size_t entry) { rank += offsets_[entry]; });
    return rank;
  }

  // All legal sets in order, for the kings of the last set_kings().
  void list(Set kings, std::vector<Set>& sets) const {
    sets.clear();
    const OpenBoard::Window& top = board_.windows().back();
    const Set free = (board_.all() & ~kings) >> (top.start + top.low);
    Set high = 0;
    do {
      list_below(board_.windows().size(), high << (top.start + top.low), board_.all() & ~kings, sets);
      high = next_subset(high, free);
    } while (high != 0);
  }

 private:
  static constexpr std::uint32_t illegal = std::numeric_limits<std::uint32_t>::max();

  static Set next_subset(Set subset, Set of) noexcept { return (subset - of) & of; }

  // On entry below_[s] is the number of ways to fill the lines below the lower line of a pair if that line is s; on
  // return, those below the upper line if that one is s.
  void count_pairs(const OpenBoard::Window& w, std::uint32_t* offsets, Set kings, Set free) {
    const Set low_free = free & static_cast<Set>(first_bits(w.low));
    const Set high_free = free >> w.low & static_cast<Set>(first_bits(w.high));
    above_.assign(std::size_t{1} << w.high, 0);
    Set high = 0;
    do {
      find_forbidden(w, kings, high << w.low);
      std::uint32_t* const row = offsets + (std::size_t{high} << w.low);
      std::uint32_t earlier = 0;
      Set low = 0;
      do {
        if (is_forbidden(low)) {
          row[low] = illegal;
        } else {
          row[low] = earlier;
          earlier += below_[low];
        }
        low = next_subset(low, low_free);
      } while (low != 0);
      above_[high] = earlier;
      high = next_subset(high, high_free);
    } while (high != 0);
    below_.swap(above_);
  }

  // The last pair also counts the sets with an earlier top line.
  void add_top(const OpenBoard::Window& w, std::uint32_t* offsets, Set free) {
    const Set low_free = free >> w.start & static_cast<Set>(first_bits(w.low));
    const Set high_free = free >> (w.start + w.low);
    count_ = 0;
    Set high = 0;
    do {
      std::uint32_t* const row = offsets + (std::size_t{high} << w.low);
      Set low = 0;
      do {
        if (row[low] != illegal) row[low] += count_;
        low = next_subset(low, low_free);
      } while (low != 0);
      count_ += below_[high];
      high = next_subset(high, high_free);
    } while (high != 0);
  }

  // Finds the sets of singletons in the lower line that would fill a 2×2 that is not all kings.
  void find_forbidden(const OpenBoard::Window& w, Set kings, Set high) {
    forbidden_.clear();
    for (const Set block : w.blocks) {
      const Set singletons = block & ~kings;
      const Set rest = singletons & ~high;
      if (singletons != 0 && rest >> w.low == 0) forbidden_.push_back(rest);
    }
  }

  bool is_forbidden(Set low) const noexcept {
    for (const Set rest : forbidden_) {
      if ((rest & ~low) == 0) return true;
    }
    return false;
  }

  // Adds the legal sets whose lines from the one with number `above` on are known.
  void list_below(std::size_t above, Set known, Set free, std::vector<Set>& sets) const {
    const OpenBoard::Window& w = board_.windows()[above - 1];
    const Set low_free = free >> w.start & static_cast<Set>(first_bits(w.low));
    Set low = 0;
    do {
      const Set filled = known | low << w.start;
      if (offsets_[pairs_.entry(above - 1, filled)] != illegal) {
        if (above == 1) {
          sets.push_back(filled);
        } else {
          list_below(above - 1, filled, free, sets);
        }
      }
      low = next_subset(low, low_free);
    } while (low != 0);
  }

  const OpenBoard& board_;
  LinePairs pairs_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> below_;
  std::vector<std::uint32_t> above_;
  std::vector<Set> forbidden_;
  std::uint32_t count_ = 0;
};

}  // namespace proofplay::marvin
