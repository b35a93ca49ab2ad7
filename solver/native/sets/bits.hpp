// Sets of up to 64 squares or pieces in one word. Code that also handles larger boards is a template on the kind of
// set, and uses the same functions for sets of several words from sets/words.hpp.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace proofplay {

using Bits = std::uint64_t;

constexpr Bits bit(int i) noexcept { return Bits{1} << i; }
constexpr int lowest(Bits b) noexcept { return std::countr_zero(b); }
constexpr int highest(Bits b) noexcept { return 63 - std::countl_zero(b); }

constexpr bool contains(Bits b, int i) noexcept { return (b >> i & 1) != 0; }
constexpr bool has_several(Bits b) noexcept { return (b & (b - 1)) != 0; }

// The set of the lowest element, if there is one, and the set without it.
constexpr Bits lowest_bit(Bits b) noexcept { return b & -b; }
constexpr Bits without_lowest(Bits b) noexcept { return b & (b - 1); }

// Unlike std::popcount, this is never a library call, even if the compiler may not use the popcnt instruction.
constexpr int size(Bits b) noexcept {
  b -= b >> 1 & 0x5555555555555555U;
  b = (b & 0x3333333333333333U) + (b >> 2 & 0x3333333333333333U);
  b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>(b * 0x0101010101010101U >> 56);
}

// The lowest n bits, n from 0 to 64.
constexpr Bits first_bits(int n) noexcept { return n >= 64 ? ~Bits{0} : bit(n) - 1; }

// Removes the lowest element of a non-empty set, and returns it.
constexpr int take_lowest(Bits& b) noexcept {
  const int i = lowest(b);
  b &= b - 1;
  return i;
}

// How many elements a kind of set can hold.
template <class S>
inline constexpr int capacity = S::capacity;
template <>
inline constexpr int capacity<Bits> = 64;

// The set of one element, and that of the n lowest, for any kind of set.
template <class S>
constexpr S bit(int i) noexcept {
  if constexpr (std::same_as<S, Bits>) {
    return bit(i);
  } else {
    return S::of(i);
  }
}
template <class S>
constexpr S first_bits(int n) noexcept {
  if constexpr (std::same_as<S, Bits>) {
    return first_bits(n);
  } else {
    return S::first(n);
  }
}

// All elements, or none.
template <class S>
constexpr S all_if(bool all) noexcept {
  if constexpr (std::same_as<S, Bits>) {
    return -Bits{all};
  } else {
    return all ? ~S{} : S{};
  }
}

}  // namespace proofplay
