// A transposition table that cannot lie: a slot holds the whole key, and a look-up compares all of it.
//
// The table starts small and doubles while its limit allows; old and new slots together never take
// more than the limit. After that a full neighbourhood loses an entry for each new one. A lost entry
// costs time, never an answer.
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
    std::uint64_t slots = first_slots;
    while (slots > window && slots * sizeof(Slot) > max_bytes_) slots /= 2;
    slots_.resize(slots);
  }

  Value get(const Key& key) const noexcept {
    const std::size_t home = place(key);
    for (std::size_t i = 0; i < window; ++i) {
      const Slot& slot = slots_[wrap(home + i)];
      if (slot.value == Value{}) return Value{};
      if (slot.key == key) return slot.value;
    }
    return Value{};
  }

  // Remembers a value in place of what was known of the key.
  void put(const Key& key, const Value& value) {
    Slot* slot = slot_for(key);
    while (slot == nullptr && grow()) slot = slot_for(key);
    if (slot == nullptr) {
      ++lost_;
      slots_[wrap(place(key) + lost_ % window)] = {key, value};
      return;
    }
    if (slot->value == Value{}) ++used_;
    *slot = {key, value};
    if (used_ > slots_.size() / 8 * 5) grow();
  }

  // How many entries had to make room.
  std::uint64_t lost() const noexcept { return lost_; }
  std::uint64_t bytes() const noexcept { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    Key key{};
    Value value{};
  };

  static constexpr std::size_t window = 16;
  static constexpr std::size_t first_slots = std::size_t{1} << 12;

  std::size_t place(const Key& key) const noexcept {
    return static_cast<std::size_t>(key.hash() >> (64 - std::countr_zero(slots_.size())));
  }
  std::size_t wrap(std::size_t i) const noexcept { return i & (slots_.size() - 1); }

  // The key's own slot or a free one, or null where its neighbourhood is full.
  Slot* slot_for(const Key& key) noexcept {
    const std::size_t home = place(key);
    for (std::size_t i = 0; i < window; ++i) {
      Slot& slot = slots_[wrap(home + i)];
      if (slot.value == Value{} || slot.key == key) return &slot;
    }
    return nullptr;
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
    used_ = 0;
    for (const Slot& slot : old) {
      if (slot.value == Value{}) continue;
      if (Slot* moved = slot_for(slot.key)) {
        *moved = slot;
        ++used_;
      } else {
        ++lost_;
      }
    }
    return true;
  }

  std::uint64_t max_bytes_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace proofplay
