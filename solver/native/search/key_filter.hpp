// A filter for keys: tells which ones may be in a table. If most keys that are looked up are absent, one cache line
// rules out most moves of a position, and the table itself is not touched.
//
// A Bloom filter in blocks of one cache line (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom
// filters", 2007), where all keys of a group share a block. It may answer yes for a key that was never added, but never
// no for one that was.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "search/line_array.hpp"

namespace proofplay {

// A key can belong to a group of keys that are looked up together: all moves of a position must lead to keys of the
// same group. The group is a hash, so two groups may collide.
template <class K>
concept GroupedKey = requires(const K& key) {
  { key.group() } noexcept -> std::same_as<std::uint64_t>;
};

// Several threads can use it at the same time; a thread may not see at once what another adds.
class KeyFilter {
 public:
  struct alignas(64) Block {
    std::array<std::atomic<std::uint64_t>, 8> words{};
  };

  // `blocks` is at least 1 and less than 2^32. Throws std::bad_alloc.
  explicit KeyFilter(std::uint64_t blocks) : blocks_(blocks) {}

  void swap(KeyFilter& other) noexcept { blocks_.swap(other.blocks_); }

  // `hash` is the key's.
  void add(std::uint64_t group, std::uint64_t hash) noexcept {
    Block& block = blocks_[home(group)];
    for (const unsigned place : places(hash)) {
      std::atomic<std::uint64_t>& word = block.words[place / 64];
      const std::uint64_t bits = std::uint64_t{1} << place % 64;
      if ((word.load(std::memory_order_relaxed) & bits) == 0) word.fetch_or(bits, std::memory_order_relaxed);
    }
  }

  void prefetch(std::uint64_t group) const noexcept { __builtin_prefetch(&blocks_[home(group)]); }

  bool may_have(std::uint64_t group, std::uint64_t hash) const noexcept {
    const Block& block = blocks_[home(group)];
    std::uint64_t all = 1;
    for (const unsigned place : places(hash)) {
      all &= block.words[place / 64].load(std::memory_order_relaxed) >> place % 64;
    }
    return all != 0;
  }

  std::uint64_t bytes() const noexcept { return blocks_.bytes(); }

 private:
  std::uint64_t home(std::uint64_t group) const noexcept { return (group >> 32) * blocks_.size() >> 32; }

  // The low bits of the hash, since the table uses the high ones.
  static std::array<unsigned, 2> places(std::uint64_t hash) noexcept {
    return {static_cast<unsigned>(hash & 511), static_cast<unsigned>(hash >> 9 & 511)};
  }

  LineArray<Block> blocks_;
};

}  // namespace proofplay
