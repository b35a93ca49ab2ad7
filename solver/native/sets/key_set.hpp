// A growing set of 64-bit keys, exact: a key is in it or it is not. Uses open addressing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proofplay {

// Keys are not 0.
class KeySet {
 public:
  bool contains(std::uint64_t key) const noexcept { return !slots_.empty() && slots_[find(slots_, key)] == key; }

  // Memory that the set takes while the next key is added.
  std::size_t bytes_to_insert() const noexcept {
    return (full() ? slots_.size() + grown() : slots_.size()) * sizeof(std::uint64_t);
  }

  void insert(std::uint64_t key) {
    if (full()) grow();
    std::uint64_t& slot = slots_[find(slots_, key)];
    size_ += slot == 0;
    slot = key;
  }

 private:
  using Slots = std::vector<std::uint64_t>;

  // The slot of a key, or the empty one where it belongs. The number of slots is a power of two.
  static std::size_t find(const Slots& slots, std::uint64_t key) noexcept {
    const std::size_t mask = slots.size() - 1;
    const std::uint64_t mixed = key * 0x9E3779B97F4A7C15u;
    std::size_t i = (mixed ^ mixed >> 32) & mask;
    while (slots[i] != 0 && slots[i] != key) i = (i + 1) & mask;
    return i;
  }

  bool full() const noexcept { return 2 * size_ >= slots_.size(); }
  std::size_t grown() const noexcept { return slots_.empty() ? 64 : 2 * slots_.size(); }

  void grow() {
    Slots larger(grown());
    for (const std::uint64_t key : slots_) {
      if (key != 0) larger[find(larger, key)] = key;
    }
    slots_.swap(larger);
  }

  Slots slots_;
  std::size_t size_ = 0;
};

}  // namespace proofplay
