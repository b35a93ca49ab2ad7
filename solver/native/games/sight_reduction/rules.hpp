// Sight Reduction: which pieces see each other, and what may be removed (rules SR1, SR5, SR6, SR7).
//
// Squares are numbered from a1, file by file within a rank:  square = rank * width + file.
// On the standard board of 4 files and 8 ranks
//
//      28 29 30 31      rank 8
//       …
//       4  5  6  7      rank 2
//       0  1  2  3      rank 1
//       a  b  c  d
//
// Directions are numbered so that d and d ^ 1 are opposite, and the four orthogonal ones come first.
#pragma once

#include <array>
#include <cstdint>

#include "sets/bits.hpp"

namespace proofplay::sight_reduction {

inline constexpr int orthogonal = 4;
inline constexpr int directions = 8;

struct Variant {
  bool harder = false;  // SR5
  bool easier = false;  // SR6
  bool pairs = false;   // SR7

  // The number of directions in which friends are looked for (SR1, SR6): the first ones.
  int friend_directions() const noexcept { return easier ? directions : orthogonal; }
};

enum class Colour : std::uint8_t { white, black };

constexpr Colour other(Colour c) noexcept { return c == Colour::white ? Colour::black : Colour::white; }

struct Pieces {
  Bits white = 0;
  Bits black = 0;

  Bits all() const noexcept { return white | black; }
  Bits of(Colour c) const noexcept { return c == Colour::white ? white : black; }
  Pieces without(Bits squares) const noexcept { return {white & ~squares, black & ~squares}; }
  bool operator==(const Pieces&) const noexcept = default;
};

// The lines of a board of width × height squares, at most 64.
class Geometry {
 public:
  Geometry(int width, int height) : width_(width), height_(height) {
    constexpr std::array<std::array<int, 2>, directions> steps{
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}}};
    for (int square = 0; square < squares(); ++square) {
      for (int d = 0; d < directions; ++d) {
        int file = square % width + steps[d][0];
        int rank = square / width + steps[d][1];
        for (; file >= 0 && file < width && rank >= 0 && rank < height; file += steps[d][0], rank += steps[d][1]) {
          rays_[square][d] |= bit(rank * width + file);
        }
      }
    }
  }

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  int squares() const noexcept { return width_ * height_; }

  // All squares from a square to the edge, excluding the square itself.
  Bits ray(int square, int direction) const noexcept { return rays_[square][direction]; }

  // The nearest of some pieces in a direction, or -1.
  int nearest(int square, int direction, Bits pieces) const noexcept {
    const Bits seen = ray(square, direction) & pieces;
    if (seen == 0) return -1;
    return upward(direction) ? lowest(seen) : highest(seen);
  }

  // The squares strictly between a square and a further one on its ray.
  Bits between(int square, int direction, int further) const noexcept {
    return ray(square, direction) & ray(further, direction ^ 1);
  }

 private:
  // Directions that lead to higher square numbers.
  static constexpr bool upward(int d) noexcept { return d == 0 || d == 2 || d == 4 || d == 6; }

  int width_;
  int height_;
  std::array<std::array<Bits, directions>, 64> rays_{};
};

// Whether one of `targets` is the nearest of all pieces to a square in one of the first n directions.
inline bool sees(const Geometry& g, int square, Bits all, Bits targets, int n) noexcept {
  for (int d = 0; d < n; ++d) {
    const int nearest = g.nearest(square, d, all);
    if (nearest >= 0 && (targets & bit(nearest)) != 0) return true;
  }
  return false;
}

// The pieces of a colour that may be removed alone: SR1, and SR5 with `harder`.
inline Bits removable(const Geometry& g, const Variant& v, const Pieces& p, Colour c) noexcept {
  const Bits own = p.of(c);
  const Bits enemy = p.of(other(c));
  Bits found = 0;
  for (Bits rest = own; rest != 0;) {
    const int square = take_lowest(rest);
    if (sees(g, square, p.all(), own, v.friend_directions()) &&
        (!v.harder || sees(g, square, p.all(), enemy, directions))) {
      found |= bit(square);
    }
  }
  return found;
}

// Calls f(Bits) with the squares of every legal removal, single pieces first in the order of the squares, then pairs
// (SR7). Stops early, and returns true, when f returns true.
template <class F>
bool each_removal(const Geometry& g, const Variant& v, const Pieces& p, Colour c, F&& f) {
  const Bits singles = removable(g, v, p, c);
  for (Bits rest = singles; rest != 0;) {
    if (f(bit(take_lowest(rest)))) return true;
  }
  if (!v.pairs) return false;
  // A piece that sees a friend may be removed alone, so both pieces of a pair are among the singles; with `harder` that
  // is what SR7 requires of them.
  for (Bits rest = singles; rest != 0;) {
    const int square = take_lowest(rest);
    for (int d = 0; d < v.friend_directions(); d += 2) {
      const int partner = g.nearest(square, d, p.all());
      if (partner >= 0 && (singles & bit(partner)) != 0) {
        if (f(bit(square) | bit(partner))) return true;
      }
    }
  }
  return false;
}

}  // namespace proofplay::sight_reduction
