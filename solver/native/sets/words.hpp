// Sets of more than 64 squares, in several words, with the operators and functions of those in one word
// (sets/bits.hpp).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "sets/bits.hpp"

namespace proofplay {

// `count` words, the lowest first. Like an integer, a set declared without a value is uninitialised.
template <int count>
class Words {
 public:
  static constexpr int capacity = 64 * count;

  constexpr Words() noexcept = default;
  // As with integers, the empty set is 0.
  constexpr Words(Bits low) noexcept : words_{low} {}

  static constexpr Words of(int i) noexcept {
    Words s{};
    s.words_[word_of(i)] = proofplay::bit(i & 63);
    return s;
  }
  // The lowest n elements, n from 0 to all of them.
  static constexpr Words first(int n) noexcept {
    Words s{};
    for (int i = 0; i < count; ++i) s.at(i) = proofplay::first_bits(n < 64 * i ? 0 : n - 64 * i);
    return s;
  }

  constexpr Bits word(int i) const noexcept { return words_[static_cast<std::size_t>(i)]; }
  explicit constexpr operator Bits() const noexcept { return words_[0]; }

  bool operator==(const Words&) const noexcept = default;
  // Compares the lowest word in which two sets differ: an arbitrary order, for picking the smallest of several sets.
  // Not defaulted, as libc++ compares arrays that way only since LLVM 17.
  constexpr std::strong_ordering operator<=>(const Words& other) const noexcept {
    for (int i = 0; i < count; ++i) {
      if (word(i) != other.word(i)) return word(i) <=> other.word(i);
    }
    return std::strong_ordering::equal;
  }

  constexpr Words& operator&=(const Words& other) noexcept {
    for (int i = 0; i < count; ++i) at(i) &= other.word(i);
    return *this;
  }
  constexpr Words& operator|=(const Words& other) noexcept {
    for (int i = 0; i < count; ++i) at(i) |= other.word(i);
    return *this;
  }
  constexpr Words& operator^=(const Words& other) noexcept {
    for (int i = 0; i < count; ++i) at(i) ^= other.word(i);
    return *this;
  }

  // `places` is at least 0 and less than `capacity`.
  constexpr Words& operator<<=(int places) noexcept {
    const int whole = places / 64, rest = places & 63;
    for (int i = count - 1; i >= 0; --i) {
      const Bits from = i < whole ? 0 : word(i - whole);
      const Bits below = i < whole + 1 ? 0 : word(i - whole - 1);
      at(i) = rest == 0 ? from : from << rest | below >> (64 - rest);
    }
    return *this;
  }
  constexpr Words& operator>>=(int places) noexcept {
    const int whole = places / 64, rest = places & 63;
    for (int i = 0; i < count; ++i) {
      const Bits from = i + whole >= count ? 0 : word(i + whole);
      const Bits above = i + whole + 1 >= count ? 0 : word(i + whole + 1);
      at(i) = rest == 0 ? from : from >> rest | above << (64 - rest);
    }
    return *this;
  }

  friend constexpr Words operator&(Words a, const Words& b) noexcept { return a &= b; }
  friend constexpr Words operator|(Words a, const Words& b) noexcept { return a |= b; }
  friend constexpr Words operator^(Words a, const Words& b) noexcept { return a ^= b; }
  friend constexpr Words operator<<(Words a, int places) noexcept { return a <<= places; }
  friend constexpr Words operator>>(Words a, int places) noexcept { return a >>= places; }
  friend constexpr Words operator~(Words a) noexcept {
    for (int i = 0; i < count; ++i) a.at(i) = ~a.word(i);
    return a;
  }

  friend constexpr bool contains(const Words& s, int i) noexcept { return (s.words_[word_of(i)] >> (i & 63) & 1) != 0; }
  friend constexpr int size(const Words& s) noexcept {
    int sum = 0;
    for (const Bits word : s.words_) sum += proofplay::size(word);
    return sum;
  }
  // Of a non-empty set.
  friend constexpr int lowest(const Words& s) noexcept {
    int i = 0;
    while (s.word(i) == 0) ++i;
    return 64 * i + proofplay::lowest(s.word(i));
  }
  friend constexpr int take_lowest(Words& s) noexcept {
    int i = 0;
    while (s.word(i) == 0) ++i;
    return 64 * i + proofplay::take_lowest(s.at(i));
  }
  friend constexpr Words without_lowest(Words s) noexcept {
    if (s != 0) take_lowest(s);
    return s;
  }
  friend constexpr Words lowest_bit(const Words& s) noexcept { return s == 0 ? Words{} : of(lowest(s)); }
  friend constexpr bool has_several(const Words& s) noexcept { return without_lowest(s) != 0; }

 private:
  static constexpr std::size_t word_of(int i) noexcept { return static_cast<std::size_t>(i) / 64; }
  constexpr Bits& at(int i) noexcept { return words_[static_cast<std::size_t>(i)]; }

  std::array<Bits, count> words_;
};

}  // namespace proofplay
