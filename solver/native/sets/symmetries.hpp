// The rotations and reflections of a rectangular board, as maps of its squares and of sets of them.
#pragma once

#include <array>
#include <vector>

#include "sets/bits.hpp"

namespace proofplay {

// The image of each square.
using SquareMap = std::vector<int>;

// The eight symmetries of a square board, or the four of a rectangle; the identity first.
inline std::vector<SquareMap> symmetries(int width, int height) {
  std::vector<SquareMap> maps;
  for (int image = 0; image < (width == height ? 8 : 4); ++image) {
    SquareMap to;
    for (int square = 0; square < width * height; ++square) {
      int file = square % width;
      int rank = square / width;
      if ((image & 1) != 0) file = width - 1 - file;
      if ((image & 2) != 0) rank = height - 1 - rank;
      to.push_back((image & 4) != 0 ? file * width + rank : rank * width + file);
    }
    maps.push_back(to);
  }
  return maps;
}

// A map of squares applied to a whole set, one byte at a time.
template <class S>
class SetMapOf {
 public:
  explicit SetMapOf(const SquareMap& to) : bytes_((to.size() + 7) / 8) {
    for (std::size_t byte = 0; byte < bytes_.size(); ++byte) {
      for (std::size_t low = 0; low < 256; ++low) {
        for (std::size_t i = 0; i < 8 && 8 * byte + i < to.size(); ++i) {
          if ((low >> i & 1) != 0) bytes_[byte][low] |= bit<S>(to[8 * byte + i]);
        }
      }
    }
  }

  // The set must lie on the board.
  S operator()(S set) const noexcept {
    S image{};
    for (const auto& byte : bytes_) {
      image |= byte[static_cast<Bits>(set) & 255];
      set >>= 8;
    }
    return image;
  }

 private:
  std::vector<std::array<S, 256>> bytes_;
};

using SetMap = SetMapOf<Bits>;

}  // namespace proofplay
