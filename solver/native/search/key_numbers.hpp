// Numbers exact keys in the order of insertion: 0, 1, 2, …
//
// The keys themselves are stored once, by number. The slots of the hash table hold numbers only, so they can be rebuilt
// from the keys, and growing never needs two hash tables at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "search/table.hpp"

namespace proofplay {

template <TableKey Key>
class KeyNumbers {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = std::numeric_limits<Number>::max();
  static constexpr std::size_t capacity = none;

  std::size_t size() const noexcept { return keys_.size(); }
  const Key& operator[](Number n) const noexcept { return keys_[n]; }

  // The number of a key, or `none`.
  Number find(const Key& key) const noexcept { return slots_.empty() ? none : slots_[slot_of(key)]; }

  // The number of a key, which is inserted if it is new. There can be at most `capacity` keys.
  Number insert(const Key& key) {
    if (slots_for(keys_.size() + 1) > slots_.size()) make_slots(slots_for(keys_.size() + 1));
    Number& slot = slots_[slot_of(key)];
    if (slot == none) {
      keys_.push_back(key);
      slot = static_cast<Number>(keys_.size() - 1);
    }
    return slot;
  }

  // Removes all but the first `count` keys.
  void keep_first(std::size_t count) {
    keys_.resize(count);
    make_slots(slots_for(count));
  }

  // Memory needed once `more` keys have been added.
  std::uint64_t bytes(std::size_t more = 0) const noexcept {
    return (keys_.size() + more) * sizeof(Key) +
           std::max(slots_.size(), slots_for(keys_.size() + more)) * sizeof(Number);
  }

 private:
  static constexpr std::size_t min_slots = 16;

  // At most four fifths of the slots are used.
  static std::size_t slots_for(std::size_t keys) noexcept {
    return std::max(min_slots, std::bit_ceil(keys + keys / 4 + 1));
  }

  // The slot of a key, or the free one where it belongs. The number of slots is a power of two.
  std::size_t slot_of(const Key& key) const noexcept {
    std::size_t i = static_cast<std::size_t>(key.hash() >> (64 - std::countr_zero(slots_.size())));
    while (slots_[i] != none && keys_[slots_[i]] != key) i = (i + 1) & (slots_.size() - 1);
    return i;
  }

  void make_slots(std::size_t count) {
    std::vector<Number>().swap(slots_);
    slots_.assign(count, none);
    for (Number n = 0; n < keys_.size(); ++n) slots_[slot_of(keys_[n])] = n;
  }

  std::deque<Key> keys_;
  std::vector<Number> slots_;
};

}  // namespace proofplay
