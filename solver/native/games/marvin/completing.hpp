// The points where a stack would be a king, for many sets of singletons with the same kings.
//
// Every 2×2 lies in two neighbouring lines, so the points that complete one are found by one look-up per pair of lines.
#pragma once

#include <cstdint>
#include <vector>

#include "games/marvin/line_pairs.hpp"
#include "games/marvin/open.hpp"

namespace proofplay::marvin {

class CompletingPoints {
 public:
  explicit CompletingPoints(const OpenBoard& board) : board_(board), pairs_(board), found_(pairs_.entries()) {}

  void set_kings(Set kings) {
    const Set free = board_.all() & ~kings;
    for (std::size_t pair = 0; pair < board_.windows().size(); ++pair) {
      const OpenBoard::Window& w = board_.windows()[pair];
      const Set in_window = free >> w.start & static_cast<Set>(first_bits(w.low + w.high));
      Set singletons = 0;
      do {
        found_[pairs_.begin(pair) + singletons] = completing_in(w, kings >> w.start | singletons) << w.start;
        singletons = (singletons - in_window) & in_window;
      } while (singletons != 0);
    }
  }

  // For singletons that are legal with the kings of the last set_kings().
  Set points(Set singletons) const noexcept {
    Set found = 0;
    pairs_.each_entry(singletons, [&](std::size_t entry) { found |= found_[entry]; });
    return found;
  }

 private:
  static Set completing_in(const OpenBoard::Window& w, Set filled) noexcept {
    Set found = 0;
    for (const Set block : w.blocks) {
      const Set missing = block & ~filled;
      if ((missing & (missing - 1)) == 0) found |= missing;
    }
    return found;
  }

  const OpenBoard& board_;
  LinePairs pairs_;
  std::vector<Set> found_;
};

}  // namespace proofplay::marvin
