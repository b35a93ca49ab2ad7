// Sets of up to 64 squares or pieces in one word.
#pragma once

#include <bit>
#include <cstdint>

namespace proofplay {

using Bits = std::uint64_t;

constexpr Bits bit(int i) noexcept { return Bits{1} << i; }
constexpr int lowest(Bits b) noexcept { return std::countr_zero(b); }
constexpr int highest(Bits b) noexcept { return 63 - std::countl_zero(b); }

// std::popcount is a library call where the compiler may not assume the instruction; this is not.
constexpr int size(Bits b) noexcept {
  b -= b >> 1 & 0x5555555555555555U;
  b = (b & 0x3333333333333333U) + (b >> 2 & 0x3333333333333333U);
  b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>(b * 0x0101010101010101U >> 56);
}

// The lowest n bits, n from 0 to 64.
constexpr Bits first_bits(int n) noexcept { return n >= 64 ? ~Bits{0} : bit(n) - 1; }

// Removes the lowest element of a set that is not empty, and returns it.
constexpr int take_lowest(Bits& b) noexcept {
  const int i = lowest(b);
  b &= b - 1;
  return i;
}

}  // namespace proofplay
