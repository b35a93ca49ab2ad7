// Marvin: the points of a board, and what a placement does (docs/rules/marvin.md).
//
// Play does not depend on the colours of the stacks (MV5), so two sets describe a position. In a legal one no filled
// 2×2 holds a singleton (MV4a), and then only the 2×2s around a point matter for a placement there. A block that it
// forms contains such a 2×2, newly filled; and a square of the block that is not next to the point shares a 2×2 of the
// block with its neighbours but not with the point. That 2×2 was filled before, so it is all kings. So the placement
// removes exactly the singletons of the 2×2s that it fills.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sets/bits.hpp"
#include "sets/words.hpp"

namespace proofplay::marvin {

template <class S>
struct StacksOf {
  S kings{};
  S singletons{};

  S all() const noexcept { return kings | singletons; }
  bool operator==(const StacksOf&) const noexcept = default;
};

using Stacks = StacksOf<Bits>;

// The points of a board, a1 being bit 0, rank by rank.
template <class S>
class PointsOf {
 public:
  using Stacks = StacksOf<S>;

  // Both sides are at least 2, and there are no more points than the sets can hold.
  PointsOf(int width, int height) : width_(width), height_(height) {
    if (width < 2 || height < 2 || width > capacity<S> / 2 || width * height > capacity<S>) {
      throw std::invalid_argument("the sides of a Marvin board must be at least 2, with at most " +
                                  std::to_string(capacity<S>) + " points");
    }
    others_.resize(static_cast<std::size_t>(width * height));
    for (int rank = 0; rank + 1 < height; ++rank) {
      for (int file = 0; file + 1 < width; ++file) {
        const int corner = rank * width + file;
        const S square = bit<S>(corner) | bit<S>(corner + 1) | bit<S>(corner + width) | bit<S>(corner + width + 1);
        corners_ |= bit<S>(corner);
        two_by_twos_.push_back(square);
        for (S rest = square; rest != 0;) {
          const int point = take_lowest(rest);
          Around& around = others_[static_cast<std::size_t>(point)];
          around.masks[around.count++] = square & ~bit<S>(point);
        }
      }
    }
  }

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  S all() const noexcept { return first_bits<S>(width_ * height_); }
  const std::vector<S>& two_by_twos() const noexcept { return two_by_twos_; }

  bool legal(const Stacks& s) const noexcept {
    if ((s.kings & s.singletons) != 0 || (s.all() & ~all()) != 0) return false;
    for (const S square : two_by_twos_) {
      if ((square & ~s.all()) == 0 && (square & s.singletons) != 0) return false;
    }
    return true;
  }

  // The empty points where a stack is a king: it completes a filled 2×2.
  S completing(S filled) const noexcept {
    const S right = filled >> 1;
    const S above = filled >> width_;
    const S across = above >> 1;
    const S points = (corners_ & right & above & across) | (corners_ & filled & above & across) << 1 |
                     (corners_ & filled & right & across) << width_ |
                     (corners_ & filled & right & above) << 1 << width_;
    return points & ~filled;
  }

  // The empty points where a stack is the third in a 2×2, so that the next one there is a king.
  S leaving_three(S filled) const noexcept {
    const S right = filled >> 1;
    const S above = filled >> width_;
    const S across = above >> 1;
    const S points = (corners_ & two_of(right, above, across)) | (corners_ & two_of(filled, above, across)) << 1 |
                     (corners_ & two_of(filled, right, across)) << width_ |
                     (corners_ & two_of(filled, right, above)) << 1 << width_;
    return points & ~filled;
  }

  // The other points of the 2×2s that a stack on an empty point completes.
  S completed(S filled, int point) const noexcept {
    S found{};
    const Around& around = others_[static_cast<std::size_t>(point)];
    for (std::size_t i = 0; i < around.count; ++i) {
      if ((around.masks[i] & ~filled) == 0) found |= around.masks[i];
    }
    return found;
  }

  // The position after a placement (MV3), and whether it made a king.
  Stacks play(const Stacks& s, int point, bool& king) const noexcept {
    const S block = completed(s.all(), point);
    king = block != 0;
    if (!king) return {s.kings, s.singletons | bit<S>(point)};
    return {s.kings | bit<S>(point), s.singletons & ~block};
  }

  // Calls f(Stacks, bool king) for each placement until f returns true; returns whether it did.
  template <class F>
  bool each_placement(const Stacks& s, F&& f) const {
    for (S empty = all() & ~s.all(); empty != 0;) {
      bool king = false;
      const Stacks after = play(s, take_lowest(empty), king);
      if (f(after, king)) return true;
    }
    return false;
  }

 private:
  static constexpr S two_of(S a, S b, S c) noexcept { return (a & b & ~c) | (a & ~b & c) | (~a & b & c); }

  struct Around {
    std::array<S, 4> masks{};
    std::size_t count = 0;
  };

  int width_;
  int height_;
  S corners_{};  // the lower left points of the 2×2s
  std::vector<S> two_by_twos_;
  std::vector<Around> others_;
};

using Points = PointsOf<Bits>;

// A position without the colours of its stacks, but with the difference of its kings: White's minus Red's.
template <class S>
struct StacksAndLeadOf {
  StacksOf<S> stacks;
  int lead = 0;
};

using StacksAndLead = StacksAndLeadOf<Bits>;

// Reads the symbols of a position, a1 first, rank by rank. Throws std::invalid_argument for positions against the
// rules.
template <class S>
StacksAndLeadOf<S> read(const PointsOf<S>& points, std::string_view cells) {
  StacksAndLeadOf<S> found;
  if (cells.size() != static_cast<std::size_t>(size(points.all()))) {
    throw std::invalid_argument("the number of cells does not fit the board");
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const S point = bit<S>(static_cast<int>(i));
    switch (cells[i]) {
      case '.': break;
      case 'w':
      case 'r': found.stacks.singletons |= point; break;
      case 'W': found.stacks.kings |= point, ++found.lead; break;
      case 'R': found.stacks.kings |= point, --found.lead; break;
      default: throw std::invalid_argument("not a symbol of Marvin");
    }
  }
  if (!points.legal(found.stacks)) throw std::invalid_argument("a filled 2×2 with a singleton (MV4a)");
  return found;
}

}  // namespace proofplay::marvin
