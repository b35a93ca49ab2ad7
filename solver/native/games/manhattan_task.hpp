// What separates a colour from one group: proved bounds for the search, and a guess for its order of moves.
//
// Only a step joins what was apart, and only a singleton steps. A removal leaves the number of groups
// and singletons as it is: MH4 lets no group vanish or fall apart.
#pragma once

#include <algorithm>
#include <array>

#include "games/manhattan.hpp"

namespace proofplay::manhattan {

// The groups and singletons of one colour.
class Parts {
 public:
  Parts(const Board& board, Bits own) : own_(own) {
    for (Bits left = own; left != 0; left &= ~parts_[count_++]) parts_[count_] = board.connected(left & -left, left);
  }

  int count() const noexcept { return count_; }
  Bits operator[](int i) const noexcept { return parts_[i]; }
  const Bits* begin() const noexcept { return parts_.data(); }
  const Bits* end() const noexcept { return parts_.data() + count_; }

  // The same as is_one_group, MH5.
  bool one_group() const noexcept { return count_ == 1 && size(own_) > 1; }
  Bits largest() const noexcept {
    return *std::max_element(begin(), end(), [](Bits a, Bits b) { return size(a) < size(b); });
  }
  int smallest_size() const noexcept {
    return size(*std::min_element(begin(), end(), [](Bits a, Bits b) { return size(a) < size(b); }));
  }

 private:
  // Parts do not touch, so that each takes a square of every second at most.
  std::array<Bits, 32> parts_;
  int count_ = 0;
  Bits own_;
};

// Whether one step to a square of `open` would make a group of all, its colour being apart. The square must
// touch all parts but that of the singleton that steps; such a step is legal, as it goes from
// distance two to one.
inline bool joins_in_one_step(const Board& board, const Parts& parts, Bits open) noexcept {
  if (parts.count() < 2 || parts.count() > 4) return false;  // a square has four sides, the singleton comes from one
  for (const Bits singleton : parts) {
    if (size(singleton) > 1) continue;
    Bits targets = board.beside(singleton) & open;
    for (const Bits part : parts) {
      if (part != singleton) targets &= board.beside(part);
    }
    if (targets != 0) return true;
  }
  return false;
}

struct Task {
  int least_moves = 1;  // no way to one group takes fewer own moves, whatever the other colour does
  int guess = 0;        // the larger, the further
};

// A colour's task, its checkers being apart. Own moves are at least:
// - steps: each joins at most three further parts to one;
// - or as many steps as there are squares between the largest part and the nearest other one, since a step
//   brings two checkers nearer by one, a removal none;
// - before them, if there is no singleton, the removals that make one of the smallest group.
// The guess adds up, over all parts but the largest, the checkers to spare and the way to the largest.
inline Task task(const Board& board, const Parts& parts) noexcept {
  if (parts.count() == 0) return {};
  const Bits largest = parts.largest();
  Bits near = largest, left = 0;
  for (const Bits part : parts) left |= part & ~largest;
  int between = 0, guess = parts.count();
  for (int way = 0; left != 0; ++way) {
    near |= board.beside(near);
    if (between == 0 && (left & near) != 0) between = way;
    for (Bits met = left & near; met != 0; met &= left) {
      const Bits part = board.connected(met & -met, left);
      guess += way + size(part) - 1;
      left &= ~part;
    }
  }
  const int steps = std::max({1, (parts.count() + 1) / 3, between});
  return {steps + parts.smallest_size() - 1, guess};
}

}  // namespace proofplay::manhattan
