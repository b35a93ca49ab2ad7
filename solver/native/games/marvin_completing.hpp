// Where a stack would be a king, for many sets of singletons beside the same kings.
//
// Every 2×2 lies in two neighbouring lines, so the points that complete one are found by looking up
// each pair of lines.
#pragma once

#include <cstdint>
#include <vector>

#include "games/marvin_open.hpp"

namespace proofplay::marvin {

class Completing {
 public:
  explicit Completing(const OpenBoard& board) : board_(board) {
    for (const OpenBoard::Window& w : board.windows()) {
      found_.emplace_back(std::size_t{1} << (w.low + w.high));
    }
  }

  void turn_to(Set kings) {
    const Set free = board_.all() & ~kings;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const OpenBoard::Window& w = board_.windows()[i];
      const Set in_window = free >> w.start & static_cast<Set>(first_bits(w.low + w.high));
      Set singletons = 0;
      do {
        found_[i][singletons] = in(w, kings >> w.start | singletons) << w.start;
        singletons = (singletons - in_window) & in_window;
      } while (singletons != 0);
    }
  }

  // For legal singletons beside the kings that it was turned to last.
  Set points(Set singletons) const noexcept {
    Set found = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      found |= found_[i][singletons >> board_.windows()[i].start & (found_[i].size() - 1)];
    }
    return found;
  }

 private:
  static Set in(const OpenBoard::Window& w, Set filled) noexcept {
    Set found = 0;
    for (const Set block : w.blocks) {
      const Set missing = block & ~filled;
      if ((missing & (missing - 1)) == 0) found |= missing;
    }
    return found;
  }

  const OpenBoard& board_;
  std::vector<std::vector<Set>> found_;
};

}  // namespace proofplay::marvin
