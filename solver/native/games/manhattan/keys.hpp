// Keys that distinguish the positions of Manhattan in a table. The checkers are given as the mover's and the other's,
// so the key needs no turn and does not change when the colours are exchanged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/manhattan/rules.hpp"
#include "search/table.hpp"
#include "sets/ternary.hpp"

namespace proofplay::manhattan {

// Both colours' checkers.
template <class S>
struct KeyOf {
  using Set = S;

  S mine{};
  S theirs{};

  static KeyOf of(const CheckersOf<S>& c) noexcept { return {c.mine, c.theirs}; }
  CheckersOf<S> checkers() const noexcept { return {mine, theirs}; }

  // The key after one of their checkers has moved, or gone; both squares are numbers.
  KeyOf stepped(int from, int to) const noexcept { return {mine, (theirs & ~bit<S>(from)) | bit<S>(to)}; }
  KeyOf without(int square) const noexcept { return {mine, theirs & ~bit<S>(square)}; }

  std::uint64_t hash() const noexcept { return mix(mix(folded(mine)) + folded(theirs)); }
  bool operator==(const KeyOf&) const noexcept = default;
};

using Key = KeyOf<Bits>;
using LargestKey = KeyOf<Words<2>>;

// Boards of up to 40 squares, one base-3 digit per square: 3^40 < 2^64.
struct SmallKey {
  using Set = Bits;

  std::uint64_t code = 0;

  static constexpr int max_squares = 40;

  static SmallKey of(const Checkers& c) noexcept {
    std::uint64_t code = 0;
    for (int shift = max_squares - 8; shift >= 0; shift -= 8) {
      code = code * Byte::count + Byte::of(c.mine >> shift, c.theirs >> shift);
    }
    return {code};
  }

  Checkers checkers() const noexcept {
    Checkers c;
    std::uint64_t left = code;
    for (int shift = 0; left != 0; shift += 8, left /= Byte::count) {
      const auto [mine, theirs] = Byte::sets(left % Byte::count);
      c.mine |= Bits{mine} << shift;
      c.theirs |= Bits{theirs} << shift;
    }
    return c;
  }

  // As above.
  SmallKey stepped(int from, int to) const noexcept { return {code - theirs_at(from) + theirs_at(to)}; }
  SmallKey without(int square) const noexcept { return {code - theirs_at(square)}; }

  // Its high bits depend on all bits of the code.
  std::uint64_t hash() const noexcept { return code * 0x9e3779b97f4a7c15U; }
  bool operator==(const SmallKey&) const noexcept = default;

 private:
  using Byte = Ternary<8>;

  static std::uint64_t theirs_at(int square) noexcept { return their_digits[static_cast<std::size_t>(square)]; }

  static constexpr std::array<std::uint64_t, max_squares> their_digits = [] {
    std::array<std::uint64_t, max_squares> found{2};
    for (std::size_t i = 1; i < found.size(); ++i) found[i] = 3 * found[i - 1];
    return found;
  }();
};

}  // namespace proofplay::manhattan
