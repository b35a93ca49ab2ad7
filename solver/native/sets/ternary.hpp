// Two disjoint sets of squares as one number: one base-3 digit per square.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sets/bits.hpp"

namespace proofplay {

// Converts `digits` squares at a time, by tables.
template <int digits>
struct Ternary {
  struct Sets {
    std::uint8_t first = 0;
    std::uint8_t second = 0;
  };

  static constexpr unsigned count = [] {
    unsigned power = 1;
    for (int i = 0; i < digits; ++i) power *= 3;
    return power;
  }();
  static constexpr Bits mask = first_bits(digits);

  // The number of the lowest squares of two sets.
  static constexpr std::uint64_t of(Bits first, Bits second) noexcept {
    return numbers[first & mask] + std::uint64_t{2} * numbers[second & mask];
  }

  static constexpr Sets sets(std::uint64_t number) noexcept { return both[number]; }

 private:
  static_assert(digits <= 8);

  // A set read as binary digits, to base 3.
  static constexpr std::array<std::uint16_t, 1 << digits> numbers = [] {
    std::array<std::uint16_t, 1 << digits> found{};
    for (unsigned i = 1; i < found.size(); ++i) found[i] = static_cast<std::uint16_t>(found[i / 2] * 3 + i % 2);
    return found;
  }();

  static constexpr std::array<Sets, count> both = [] {
    std::array<Sets, count> found{};
    for (unsigned i = 1; i < count; ++i) {
      const Sets rest = found[i / 3];
      found[i] = {static_cast<std::uint8_t>(rest.first << 1 | (i % 3 == 1)),
                  static_cast<std::uint8_t>(rest.second << 1 | (i % 3 == 2))};
    }
    return found;
  }();
};

}  // namespace proofplay
