// Saves what a search has found, so that a later run of the same program can continue from it.
//
// A table is saved as its entries: key and value as they lie in memory, and one byte for the work (its bit width).
// They come in blocks, each preceded by its number of entries; an empty block ends the table. Nothing here
// distinguishes one kind of table from another, or a damaged file from an intact one: the code that stores the bytes
// has to.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "search/table.hpp"

namespace proofplay {

// Takes all bytes, in order. May throw, which ends the writing.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(const std::byte* bytes, std::size_t count) = 0;
};

// Returns exactly the number of bytes requested, in order. Throws if there are not enough left.
class Source {
 public:
  virtual ~Source() = default;
  virtual void read(std::byte* bytes, std::size_t count) = 0;
};

// How the entries of a table are written as bytes.
template <class Key, class Value>
class Entries {
  static_assert(std::is_trivially_copyable_v<Key> && std::is_trivially_copyable_v<Value>);

 public:
  using Count = std::uint32_t;
  static constexpr std::size_t size = sizeof(Key) + sizeof(Value) + 1;
  static constexpr std::size_t max_in_block = (std::size_t{1} << 20) / size;

  explicit Entries(Sink& sink) : sink_(sink) { block_.reserve(sizeof(Count) + max_in_block * size); }

  void add(const Key& key, const Value& value, std::uint64_t work) {
    append(&key, sizeof key);
    append(&value, sizeof value);
    block_.push_back(static_cast<std::byte>(std::bit_width(work)));
    if (++count_ == max_in_block) end_block();
  }

  void end() {
    if (count_ != 0) end_block();
    end_block();
  }

  // Calls f for each entry, up to the mark written by `end`. Throws std::invalid_argument for anything else.
  template <class F>
  static void each(Source& source, F&& f) {
    std::vector<std::byte> block;
    for (Count count = read_count(source); count != 0; count = read_count(source)) {
      block.resize(count * size);
      source.read(block.data(), block.size());
      for (std::size_t at = 0; at < block.size(); at += size) {
        Key key;
        Value value;
        std::memcpy(&key, &block[at], sizeof key);
        std::memcpy(&value, &block[at + sizeof key], sizeof value);
        f(key, value, work_of(block[at + sizeof key + sizeof value]));
      }
    }
  }

 private:
  static Count read_count(Source& source) {
    Count count = 0;
    source.read(reinterpret_cast<std::byte*>(&count), sizeof count);
    if (count > max_in_block) throw std::invalid_argument("a block of entries is too large");
    return count;
  }

  static std::uint64_t work_of(std::byte width) {
    const auto bits = std::to_integer<unsigned>(width);
    if (bits == 0 || bits > 64) throw std::invalid_argument("an entry's work is out of range");
    return std::uint64_t{1} << (bits - 1);
  }

  void append(const void* data, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(data);
    block_.insert(block_.end(), begin, begin + bytes);
  }

  void end_block() {
    sink_.write(reinterpret_cast<const std::byte*>(&count_), sizeof count_);
    sink_.write(block_.data(), block_.size());
    block_.clear();
    count_ = 0;
  }

  Sink& sink_;
  std::vector<std::byte> block_;
  Count count_ = 0;
};

// Saves the entries of a table that nothing is working on.
template <class Key, class Value>
void save_entries(const Table<Key, Value>& table, Sink& sink) {
  Entries<Key, Value> entries(sink);
  table.each_entry([&](const Key& key, const Value& value, std::uint64_t work) { entries.add(key, value, work); });
  entries.end();
}

// How many entries were read, and how many of them fitted.
struct LoadCounts {
  std::uint64_t read = 0;
  std::uint64_t kept = 0;
  friend LoadCounts operator+(LoadCounts a, LoadCounts b) noexcept { return {a.read + b.read, a.kept + b.kept}; }
};

// Puts saved entries into an empty table.
template <class Key, class Value>
LoadCounts load_entries(Table<Key, Value>& table, Source& source) {
  LoadCounts loaded;
  Entries<Key, Value>::each(source, [&](const Key& key, const Value& value, std::uint64_t work) {
    table.put(key, value, work);
    ++loaded.read;
  });
  loaded.kept = table.entries();
  return loaded;
}

// Several searches, or one with several tables, saved and loaded in order.
template <class... Searches>
void save_all(Sink& sink, const Searches&... searches) {
  (searches.save(sink), ...);
}
template <class... Searches>
LoadCounts load_all(Source& source, Searches&... searches) {
  LoadCounts loaded;
  ((loaded = loaded + searches.load(source)), ...);
  return loaded;
}

}  // namespace proofplay
