// Properties of one colour's checkers alone, whatever the other colour does: their parts, the removals, and how far
// they are from one group.
//
// Only a step joins what was apart, and only singletons step. A removal does not change the number of groups and
// singletons: MH4 lets no group vanish or fall apart.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/manhattan/rules.hpp"
#include "search/table.hpp"

namespace proofplay::manhattan {

// The groups and singletons of one colour.
template <class S>
class Parts {
 public:
  Parts(const BoardOf<S>& board, S own) : own_(own) {
    for (S left = own; left != 0; left &= ~parts_[count_++]) parts_[count_] = board.connected(lowest_bit(left), left);
  }

  int count() const noexcept { return count_; }
  S operator[](int i) const noexcept { return parts_[i]; }
  const S* begin() const noexcept { return parts_.data(); }
  const S* end() const noexcept { return parts_.data() + count_; }

  // The same as is_one_group, MH5.
  bool one_group() const noexcept { return count_ == 1 && size(own_) > 1; }
  S largest() const noexcept {
    return *std::max_element(begin(), end(), [](const S& a, const S& b) { return size(a) < size(b); });
  }
  int smallest_size() const noexcept {
    return size(*std::min_element(begin(), end(), [](const S& a, const S& b) { return size(a) < size(b); }));
  }

 private:
  // Parts do not touch, so there is at most one for every two squares.
  std::array<S, capacity<S> / 2> parts_;
  int count_ = 0;
  S own_;
};

// The empty squares to which a single step joins everything into one group: they touch all parts except that of the
// singleton that steps. Such a step is legal, as it goes from distance two to one.
template <class S>
S joining_squares(const BoardOf<S>& board, const Parts<S>& parts, S own) noexcept {
  if (parts.count() < 2 || parts.count() > 4) return {};  // a square has four sides, the singleton comes from one
  S found{};
  for (const S& singleton : parts) {
    if (size(singleton) > 1) continue;
    S squares = board.beside(singleton) & ~own;
    for (const S& part : parts) {
      if (part != singleton) squares &= board.beside(part);
    }
    found |= squares;
  }
  return found;
}

// How far a colour's checkers are from one group.
struct GroupDistance {
  std::int16_t min_moves = 1;  // it takes at least this many own moves, whatever the other colour does
  std::int16_t guess = 0;      // the larger, the further
};

// The distance of a colour whose checkers are not in one group. A lower bound on its own moves is the sum of
// - the steps: each joins at most three further parts to one, and there are at least as many as squares between the
//   largest part and the nearest other one, since a step brings two checkers closer by one, and a removal does not;
// - before them, if there is no singleton, the removals that reduce the smallest group to one.
// The guess adds up two lengths with which the work is likely to grow: the shortest links that join all parts, each to
// the nearest of those joined before, and the distances of all checkers from a common square. Of the latter some remain
// within a group; two per checker are subtracted for that.
template <class S>
GroupDistance group_distance(const BoardOf<S>& board, const Parts<S>& parts) noexcept {
  if (parts.count() == 0) return {};
  S joined = parts.largest(), left{};
  for (const S& part : parts) left |= part & ~joined;
  const int checkers = size(joined | left);
  int between = 0, links = 0;
  const int gathering = board.steps_to_one_square(joined | left);
  while (left != 0) {
    S near = joined | board.beside(joined);
    int distance = 0;
    for (; (left & near) == 0; ++distance) near |= board.beside(near);
    if (between == 0) between = distance;
    links += distance;
    const S met = left & near;
    const S part = board.connected(lowest_bit(met), left);
    joined |= part;
    left &= ~part;
  }
  const int steps = std::max({1, (parts.count() + 1) / 3, between});
  return {static_cast<std::int16_t>(steps + parts.smallest_size() - 1),
          static_cast<std::int16_t>(links + gathering - 2 * checkers)};
}

// All these properties, in half a cache line if a set is one word. The shape without checkers is ShapeOf{}.
template <class S>
struct ShapeOf {
  S own{};
  S leavers{};  // checkers that may be removed, MH4
  S joining{};  // joining_squares
  GroupDistance distance{};
  bool one_group = false;  // MH5

  static ShapeOf of(const BoardOf<S>& board, S own) noexcept {
    if (own == 0) return {};
    const Parts<S> parts(board, own);
    ShapeOf s{.own = own};
    for (S left = own & board.beside(own); left != 0; left = without_lowest(left)) {
      if (may_leave(board, lowest_bit(left), own)) s.leavers |= lowest_bit(left);
    }
    s.joining = joining_squares(board, parts, own);
    s.distance = group_distance(board, parts);
    s.one_group = parts.one_group();
    return s;
  }
};

// A cache of recent shapes, since the many positions of a search are pairs of few shapes. A slot holds the last shape
// put there. It serves one thread; a copy starts empty.
template <class S>
class Shapes {
 public:
  using Shape = ShapeOf<S>;

  Shapes(const BoardOf<S>& board, std::uint64_t max_bytes)
      : board_(board), slots_(std::bit_floor(std::clamp(max_bytes / sizeof(Shape), min_slots, max_slots))) {}
  Shapes(const Shapes& other) : board_(other.board_), slots_(other.slots_.size()) {}
  Shapes& operator=(const Shapes&) = delete;

  const BoardOf<S>& board() const noexcept { return board_; }

  // Valid until the next call.
  const Shape& of(S own) noexcept {
    Shape& slot = slots_[index(own)];
    if (slot.own != own) put(own, slot);
    return slot;
  }

  // Prefetches the slot of a shape that is needed soon.
  void prefetch(S own) const noexcept { __builtin_prefetch(&slots_[index(own)]); }

 private:
  static constexpr std::uint64_t min_slots = 2;
  static constexpr std::uint64_t max_slots = 1 << 16;

  // By the high bits of a product, which depend on all elements of the set.
  std::size_t index(S own) const noexcept {
    return static_cast<std::size_t>(folded(own) * 0x9e3779b97f4a7c15U >> beyond_index_);
  }

  // Out of line, as it is rarely needed, so that the look-up is inlined.
  [[gnu::noinline]] void put(S own, Shape& slot) const noexcept { slot = Shape::of(board_, own); }

  BoardOf<S> board_;
  std::vector<Shape> slots_;
  int beyond_index_ = 64 - std::countr_zero(slots_.size());
};

}  // namespace proofplay::manhattan
