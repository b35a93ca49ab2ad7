// The subsets of one colour's pieces that a successful solitaire can still have, and which of them a removal leads to.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "games/sight_reduction/solutions/solitaire.hpp"

namespace proofplay::sight_reduction {

using Subset = std::uint32_t;  // bit i is the colour's piece number i, in the order of the squares

// Without pairs. Live subsets are those for which turns_to_end() finds a chance; those of each size are numbered in
// ascending order.
class Subsets {
 public:
  static constexpr std::uint32_t dead = std::numeric_limits<std::uint32_t>::max();

  Subsets(const Lines& lines, const Attempt& a, Colour c) : pieces_(a.pieces.of(c)) {
    for (Bits rest = pieces_; rest != 0;) squares_.push_back(take_lowest(rest));
    live_.resize(squares_.size() + 1);
    number_.assign(std::size_t{1} << squares_.size(), dead);
    for (Subset s = 1; s < number_.size(); ++s) {
      const Turns turns = turns_to_end(lines, a.variant, on_board(s), a.keep & pieces_);
      if (turns.lower > turns.upper) continue;
      std::vector<Subset>& same_size = live_[static_cast<std::size_t>(std::popcount(s))];
      number_[s] = static_cast<std::uint32_t>(same_size.size());
      same_size.push_back(s);
    }
  }

  int pieces() const noexcept { return static_cast<int>(squares_.size()); }
  int square(int piece) const noexcept { return squares_[static_cast<std::size_t>(piece)]; }
  const std::vector<Subset>& live(int size) const noexcept { return live_[static_cast<std::size_t>(size)]; }
  std::uint32_t number(Subset s) const noexcept { return number_[s]; }

  Bits on_board(Subset s) const noexcept {
    Bits squares = 0;
    for (; s != 0; s &= s - 1) squares |= bit(square(std::countr_zero(s)));
    return squares;
  }

  // The colour's pieces on some squares.
  Subset among(Bits squares) const noexcept {
    Subset s = 0;
    for (Bits found = squares & pieces_; found != 0;) {
      s |= Subset{1} << proofplay::size(pieces_ & first_bits(take_lowest(found)));
    }
    return s;
  }

  // For each live subset of a size, in order, and each of its pieces, from the lowest: the number of the subset without
  // that piece, or the first unused number if that one is dead.
  std::vector<std::uint32_t> child_numbers(int size) const {
    const auto past_last = static_cast<std::uint32_t>(live(size - 1).size());
    std::vector<std::uint32_t> found;
    found.reserve(live(size).size() * static_cast<std::size_t>(size));
    for (const Subset s : live(size)) {
      for (Subset rest = s; rest != 0; rest &= rest - 1) {
        const std::uint32_t to = number(s & ~(rest & -rest));
        found.push_back(to == dead ? past_last : to);
      }
    }
    return found;
  }

 private:
  Bits pieces_;
  std::vector<int> squares_;
  std::vector<std::vector<Subset>> live_;
  std::vector<std::uint32_t> number_;
};

// When a piece may be removed, for a fixed white subset, as a condition on the black one.
struct Condition {
  std::array<Subset, directions> clear;  // with `needs_clear`, one of these has to be entirely absent
  int clears = 0;
  bool needs_clear = false;
  Subset touched = 0;  // with `needs_touch`, one of these pieces has to be present
  bool needs_touch = false;
};

// A white piece is seen if no black one is in between, a black piece if it comes before any white one. Friends are
// looked for in the first few directions (SR1, SR6), enemies in all (SR5).
inline Condition condition(const Geometry& g, const Variant& v, Colour c, int square, Bits whites,
                           const Subsets& black) {
  const bool white = c == Colour::white;
  const int to_white = white ? v.friend_directions() : directions;
  const int to_black = white ? directions : v.friend_directions();
  Condition found;
  found.needs_clear = white || v.harder;
  found.needs_touch = !white || v.harder;
  Bits before_white = 0;
  for (int d = 0; d < directions; ++d) {
    const int nearest = g.nearest(square, d, whites);
    const Bits before = nearest < 0 ? g.ray(square, d) : g.between(square, d, nearest);
    if (d < to_black) before_white |= before;
    if (d < to_white && nearest >= 0) {
      found.clear[static_cast<std::size_t>(found.clears++)] = black.among(before);
    }
  }
  found.touched = black.among(before_white);
  return found;
}

}  // namespace proofplay::sight_reduction
