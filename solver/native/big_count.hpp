// Counts too large for one word. Provides only what counting needs; a count that outgrows its words throws instead of
// wrapping.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace proofplay {

template <std::size_t Words>
class WideCount {
 public:
  constexpr WideCount(std::uint64_t n = 0) noexcept : words_{n} {}

  template <std::size_t Fewer>
    requires(Fewer < Words)
  explicit constexpr WideCount(const WideCount<Fewer>& t) noexcept {
    for (std::size_t i = 0; i < Fewer; ++i) words_[i] = t.word(i);
  }

  constexpr WideCount& operator+=(const WideCount& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < Words; ++i) {
      const std::uint64_t sum = words_[i] + other.words_[i];
      const std::uint64_t overflowed = sum < words_[i];
      words_[i] = sum + carry;
      carry = overflowed | (words_[i] < carry);
    }
    if (carry != 0) throw std::overflow_error("a count has outgrown its words");
    return *this;
  }

  // The lowest word is word 0.
  constexpr std::uint64_t word(std::size_t i) const noexcept { return words_[i]; }

  std::string hexadecimal() const {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t i = Words * 16; i-- > 0;) {
      const char digit = digits[words_[i / 16] >> (i % 16 * 4) & 15];
      if (!text.empty() || digit != '0' || i == 0) text += digit;
    }
    return text;
  }

  constexpr bool operator==(const WideCount&) const noexcept = default;

 private:
  std::array<std::uint64_t, Words> words_{};
};

// 320 bits.
using BigCount = WideCount<5>;

}  // namespace proofplay
