// Sets of up to 64 · Words lines, for boards of any size.
#pragma once

#include <array>

#include "sets/bits.hpp"

namespace proofplay {

template <int Words>
class LineSet {
 public:
  static constexpr int capacity = 64 * Words;

  void add(int i) noexcept { words_[i / 64] |= bit(i % 64); }
  void remove(int i) noexcept { words_[i / 64] &= ~bit(i % 64); }
  bool has(int i) const noexcept { return (words_[i / 64] & bit(i % 64)) != 0; }

  bool operator==(const LineSet&) const noexcept = default;

  bool empty() const noexcept {
    Bits any = 0;
    for (const Bits w : words_) any |= w;
    return any == 0;
  }

  // Whether there are at least two elements.
  bool several() const noexcept {
    Bits any = 0;
    Bits twice = 0;
    for (const Bits w : words_) {
      twice |= (w & (w - 1)) | (any != 0 ? w : 0);
      any |= w;
    }
    return twice != 0;
  }

  int count() const noexcept {
    int n = 0;
    for (const Bits w : words_) n += size(w);
    return n;
  }

  // The first element of a non-empty set.
  int first() const noexcept {
    int i = 0;
    while (words_[i] == 0) ++i;
    return 64 * i + lowest(words_[i]);
  }

  // Calls f(int) with every element, in ascending order.
  template <class F>
  void each(F&& f) const {
    for (int i = 0; i < Words; ++i) {
      for (Bits rest = words_[i]; rest != 0;) f(64 * i + take_lowest(rest));
    }
  }

  LineSet& operator|=(const LineSet& o) noexcept {
    for (int i = 0; i < Words; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  LineSet& operator&=(const LineSet& o) noexcept {
    for (int i = 0; i < Words; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  LineSet& operator-=(const LineSet& o) noexcept {
    for (int i = 0; i < Words; ++i) words_[i] &= ~o.words_[i];
    return *this;
  }
  friend LineSet operator&(LineSet a, const LineSet& b) noexcept { return a &= b; }
  friend LineSet operator-(LineSet a, const LineSet& b) noexcept { return a -= b; }

 private:
  std::array<Bits, Words> words_{};
};

}  // namespace proofplay
