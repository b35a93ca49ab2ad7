// Marvin by the rules as they are written, with whole rectangles, and by plain recursion.
#pragma once

#include <algorithm>
#include <map>
#include <ostream>
#include <random>
#include <string>
#include <utility>

#include "games/marvin/rules.hpp"

namespace proofplay::marvin {

template <class S>
class PlainOf {
 public:
  using Stacks = StacksOf<S>;

  PlainOf(int width, int height) : width_(width), height_(height) {}

  S all() const { return first_bits<S>(width_ * height_); }

  // MV2: the points of the maximal filled rectangles around a filled point; nothing if there are none.
  S blocks(S filled, int point) const {
    const int file = point % width_;
    const int rank = point / width_;
    S found{};
    for (int left = 0; left <= file; ++left) {
      for (int right = file; right < width_; ++right) {
        for (int bottom = 0; bottom <= rank; ++bottom) {
          for (int top = rank; top < height_; ++top) {
            if (is_block(filled, left, right, bottom, top)) found |= rectangle(left, right, bottom, top);
          }
        }
      }
    }
    return found;
  }

  // MV3.
  Stacks play(const Stacks& s, int point, bool& king) const {
    const S formed = blocks(s.all() | bit<S>(point), point);
    king = formed != 0;
    return king ? Stacks{s.kings | bit<S>(point), s.singletons & ~formed}
                : Stacks{s.kings, s.singletons | bit<S>(point)};
  }

  // Kings that the player to move will still make, minus the opponent's.
  int value(const Stacks& s) {
    if (s.all() == all()) return 0;
    const auto [known, fresh] = values_.try_emplace({s.kings, s.singletons}, -1000);
    if (!fresh) return known->second;
    int best = -1000;
    for (S empty = all() & ~s.all(); empty != 0;) {
      bool king = false;
      const Stacks after = play(s, take_lowest(empty), king);
      best = std::max(best, (king ? 1 : 0) - value(after));
    }
    return values_[{s.kings, s.singletons}] = best;
  }

  std::uint64_t perft(const Stacks& s, int depth) const {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    for (S empty = all() & ~s.all(); empty != 0;) {
      bool king = false;
      count += perft(play(s, take_lowest(empty), king), depth - 1);
    }
    return count;
  }

  const auto& values() const { return values_; }

 private:
  static S row(int left, int right) { return first_bits<S>(right + 1) & ~first_bits<S>(left); }

  S rectangle(int left, int right, int bottom, int top) const {
    S found{};
    for (int rank = bottom; rank <= top; ++rank) found |= row(left, right) << (rank * width_);
    return found;
  }

  bool is_filled(S filled, int left, int right, int bottom, int top) const {
    if (left < 0 || bottom < 0 || right >= width_ || top >= height_ || right <= left || top <= bottom) return false;
    return (rectangle(left, right, bottom, top) & ~filled) == 0;
  }

  // A larger filled rectangle contains one that is larger by a single line.
  bool is_block(S filled, int left, int right, int bottom, int top) const {
    return is_filled(filled, left, right, bottom, top) && !is_filled(filled, left - 1, right, bottom, top) &&
           !is_filled(filled, left, right + 1, bottom, top) && !is_filled(filled, left, right, bottom - 1, top) &&
           !is_filled(filled, left, right, bottom, top + 1);
  }

  int width_;
  int height_;
  std::map<std::pair<S, S>, int> values_;
};

using Plain = PlainOf<Bits>;

template <class S>
std::ostream& operator<<(std::ostream& out, const StacksOf<S>& s) {
  for (S left = s.all(); left != 0;) {
    const int point = take_lowest(left);
    out << (contains(s.kings, point) ? 'K' : 's') << point << ' ';
  }
  return out;
}

// The position after some moves of random play.
template <class S = Bits>
StacksOf<S> after_random_play(std::mt19937& random, int width, int height, unsigned moves) {
  const PlainOf<S> plain(width, height);
  StacksOf<S> s;
  for (unsigned n = 0; n < moves && s.all() != plain.all(); ++n) {
    int skipped = static_cast<int>(random() % static_cast<unsigned>(size(plain.all() & ~s.all())));
    S empty = plain.all() & ~s.all();
    while (skipped-- > 0) take_lowest(empty);
    bool king = false;
    s = plain.play(s, lowest(empty), king);
  }
  return s;
}

// A legal position with rectangles of kings, whether play can lead to it or not.
template <class S = Bits>
StacksOf<S> with_king_blocks(std::mt19937& random, int width, int height) {
  const PointsOf<S> points(width, height);
  StacksOf<S> s;
  for (unsigned n = random() % 4; n > 0; --n) {
    const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    const int left = below(width);
    const int bottom = below(height);
    const int right = left + below(width - left);
    const int top = bottom + below(height - bottom);
    for (int rank = bottom; rank <= top; ++rank) {
      for (int file = left; file <= right; ++file) s.kings |= bit<S>(rank * width + file);
    }
  }
  for (unsigned n = random() % static_cast<unsigned>(width * height); n > 0; --n) {
    const S point = bit<S>(static_cast<int>(random() % static_cast<unsigned>(width * height)));
    if ((s.all() & point) != 0) continue;
    for (const StacksOf<S>& tried : {StacksOf<S>{s.kings, s.singletons | point}, {s.kings | point, s.singletons}}) {
      if (points.legal(tried) && random() % 4 != 0) s = tried;
      break;
    }
  }
  return s;
}

// Its symbols, with all kings White's.
template <class S>
std::string cells(int width, int height, const StacksOf<S>& s) {
  std::string found;
  for (int point = 0; point < width * height; ++point) {
    found += contains(s.kings, point) ? 'W' : contains(s.singletons, point) ? 'r' : '.';
  }
  return found;
}

}  // namespace proofplay::marvin
