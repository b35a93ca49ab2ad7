// A transposition table that cannot lie: a slot holds the whole key, and a look-up compares all of it.
//
// Open addressing with linear probing. The table starts small and doubles while its limit allows; old
// and new slots together never take more than the limit. After that new entries take the place of old ones
// or are dropped. A lost entry costs time, never an answer.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace proofplay {

// Mixes 64 bits so that all of them reach the high ones (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// A key says of itself how it is spread over the slots; equality is what decides.
template <class K>
concept TableKey = std::regular<K> && requires(const K& key) {
  { key.hash() } noexcept -> std::same_as<std::uint64_t>;
};

// Value{} means that nothing is known: it marks an empty slot and is what a miss returns.
template <TableKey Key, std::regular Value>
class Table {
 public:
  explicit Table(std::uint64_t max_bytes) : max_bytes_(max_bytes) {
    std::uint64_t slots = most_first_slots;
    while (slots > least_slots && slots * sizeof(Slot) > max_bytes_) slots /= 2;
    slots_.resize(slots);
  }

  // What is known of a key, or Value{}.
  Value get(const Key& key) const noexcept {
    const Slot& slot = slots_[find(key)];
    return slot.key == key ? slot.value : Value{};
  }

  // Has the place of a key fetched, which is soon asked for.
  void prefetch(const Key& key) const noexcept { __builtin_prefetch(&slots_[home(key)]); }

  // Remembers a value, which is not Value{}, in place of what was known of the key.
  void put(const Key& key, const Value& value) {
    std::size_t slot = find(key);
    if (slots_[slot].value == Value{}) {
      if (used_ >= slots_.size() / 8 * 5 && grow()) slot = find(key);
      if (used_ < slots_.size() / 4 * 3) {
        ++used_;
      } else {
        ++lost_;
        slot = home(key);
        if (slots_[slot].value == Value{}) return;
      }
    }
    slots_[slot] = {key, value};
  }

  // How many entries had to make room.
  std::uint64_t lost() const noexcept { return lost_; }
  std::uint64_t bytes() const noexcept { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    Key key{};
    Value value{};
  };

  static constexpr std::size_t most_first_slots = std::size_t{1} << 12;
  static constexpr std::size_t least_slots = 16;

  std::size_t home(const Key& key) const noexcept {
    return static_cast<std::size_t>(key.hash() >> (64 - std::countr_zero(slots_.size())));
  }

  // The key's slot, or the free one that ends the search for it: some slots always are free.
  std::size_t find(const Key& key) const noexcept {
    std::size_t i = home(key);
    while (slots_[i].value != Value{} && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
    return i;
  }

  // Doubles the table if the limit and the machine have room.
  bool grow() {
    if (bytes() > max_bytes_ / 3) return false;
    std::vector<Slot> old;
    try {
      old.resize(slots_.size() * 2);
    } catch (const std::bad_alloc&) {
      max_bytes_ = 0;
      return false;
    }
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.value != Value{}) slots_[find(slot.key)] = slot;
    }
    return true;
  }

  std::uint64_t max_bytes_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace proofplay
