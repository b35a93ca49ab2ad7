// Which keys may be in a table: where most of what is asked for is not there, one line of the cache says so of all
// moves of a position, and the table itself is not looked into.
//
// A Bloom filter in blocks of a cache line (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom
// filters", 2007), where all keys of a group have the same block. It may say yes of a key that was never added, and
// does not say no of one that was.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "search/line_array.hpp"

namespace proofplay {

// A key may belong to a group, which says what is asked for together: all moves of a position must lead to keys of one
// group. It is a hash, so that groups may share one, too.
template <class K>
concept GroupedKey = requires(const K& key) {
  { key.group() } noexcept -> std::same_as<std::uint64_t>;
};

// Several threads may use it at a time; what one adds another may not see at once.
class KeyFilter {
 public:
  struct alignas(64) Block {
    std::array<std::atomic<std::uint64_t>, 8> words{};
  };

  // Throws std::bad_alloc. blocks: at least 1, and less than 2^32.
  explicit KeyFilter(std::uint64_t blocks) : blocks_(blocks) {}

  void swap(KeyFilter& other) noexcept { blocks_.swap(other.blocks_); }

  // `hash`: of the key.
  void add(std::uint64_t group, std::uint64_t hash) noexcept {
    Block& block = blocks_[home(group)];
    for (const unsigned place : places(hash)) {
      std::atomic<std::uint64_t>& word = block.words[place / 64];
      const std::uint64_t bits = std::uint64_t{1} << place % 64;
      if ((word.load(std::memory_order_relaxed) & bits) == 0) word.fetch_or(bits, std::memory_order_relaxed);
    }
  }

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

  // The low bits of the hash: a table spreads its keys by the high ones.
  static std::array<unsigned, 2> places(std::uint64_t hash) noexcept {
    return {static_cast<unsigned>(hash & 511), static_cast<unsigned>(hash >> 9 & 511)};
  }

  LineArray<Block> blocks_;
};

}  // namespace proofplay
