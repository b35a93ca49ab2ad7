// Two-player Sight Reduction by plain recursion over the rules, and small random boards for tests.
#pragma once

#include <array>
#include <map>
#include <ostream>
#include <random>
#include <tuple>

#include "games/sight_reduction/rules.hpp"

namespace proofplay::sight_reduction {

struct Board {
  int width;
  int height;
  Variant variant;
  Pieces pieces;
};

inline Variant variant(unsigned number) { return {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0}; }

// A board of a random shape with at most `squares` squares, each of them empty with probability 1 / sparsity.
inline Board random_board(std::mt19937& random, int squares, unsigned sparsity, unsigned variant_number) {
  Board b{1 + static_cast<int>(random() % static_cast<unsigned>(squares)), 1, variant(variant_number), {}};
  b.height = 1 + static_cast<int>(random() % static_cast<unsigned>(squares / b.width));
  for (int square = 0; square < b.width * b.height; ++square) {
    if (random() % sparsity == 0) continue;
    (random() % 2 == 0 ? b.pieces.white : b.pieces.black) |= bit(square);
  }
  return b;
}

class Plain {
 public:
  explicit Plain(const Board& b) : geometry_(b.width, b.height), variant_(b.variant) {}

  // Plies to the end; odd if the mover wins.
  int distance(const Pieces& p, Colour turn) {
    const auto [known, fresh] = distances_.try_emplace({p.white, p.black, turn}, 0);
    if (!fresh) return known->second;
    int soonest = -1;
    int latest = 0;
    each_removal(geometry_, variant_, p, turn, [&](Bits removed) {
      const int plies = 1 + distance(p.without(removed), other(turn));
      latest = std::max(latest, plies);
      if (plies % 2 != 0 && (soonest < 0 || plies < soonest)) soonest = plies;
      return false;
    });
    return distances_[{p.white, p.black, turn}] = soonest < 0 ? latest : soonest;
  }

  // Without `harder`: the simplest integer between the options.
  int value(const Pieces& p) {
    const auto [known, fresh] = values_.try_emplace({p.white, p.black}, 0);
    if (!fresh) return known->second;
    int left = -100;
    int right = 100;
    each_removal(geometry_, variant_, p, Colour::white, [&](Bits removed) {
      left = std::max(left, value(p.without(removed)));
      return false;
    });
    each_removal(geometry_, variant_, p, Colour::black, [&](Bits removed) {
      right = std::min(right, value(p.without(removed)));
      return false;
    });
    apart_ = apart_ && right - left >= 2;
    return values_[{p.white, p.black}] = left >= 0 ? left + 1 : right <= 0 ? right - 1 : 0;
  }

  // Whether all options of White's so far were at least 2 below all of Black's.
  bool options_apart() const { return apart_; }

  // Sequences of exactly `depth` plies.
  std::uint64_t perft(const Pieces& p, Colour turn, int depth) {
    if (depth == 0) return 1;
    std::uint64_t n = 0;
    each_removal(geometry_, variant_, p, turn, [&](Bits removed) {
      n += perft(p.without(removed), other(turn), depth - 1);
      return false;
    });
    return n;
  }

  const Geometry& geometry() const { return geometry_; }

 private:
  Geometry geometry_;
  Variant variant_;
  std::map<std::tuple<Bits, Bits, Colour>, int> distances_;
  std::map<std::tuple<Bits, Bits>, int> values_;
  bool apart_ = true;
};

inline std::ostream& operator<<(std::ostream& out, const Board& b) {
  return out << b.width << 'x' << b.height << std::hex << " white " << b.pieces.white << " black " << b.pieces.black
             << std::dec << (b.variant.harder ? " harder" : "") << (b.variant.easier ? " easier" : "")
             << (b.variant.pairs ? " pairs" : "");
}

}  // namespace proofplay::sight_reduction
