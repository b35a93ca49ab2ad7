// What a search has found, written down so that another run of the same program goes on from it.
//
// Tables are written as their entries, key and value as they lie in memory and a byte for the work (its width in bits),
// in blocks of a number of entries and so many of them; a block of none is the end. Nothing here tells one kind of
// table from another, or a damaged file from a whole one: whoever keeps the bytes has to.
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

// Takes bytes, all of them, in their order. May throw, which ends the writing.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(const std::byte* bytes, std::size_t count) = 0;
};

// Gives as many bytes as are asked for, in their order. Throws if there are none left.
class Source {
 public:
  virtual ~Source() = default;
  virtual void read(std::byte* bytes, std::size_t count) = 0;
};

// How a table's entries are put into bytes.
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

  // Calls f for each entry of what `end` has ended. Throws std::invalid_argument for what was not written so.
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
    if (count > max_in_block) throw std::invalid_argument("no block of entries has so many");
    return count;
  }

  static std::uint64_t work_of(std::byte width) {
    const auto bits = std::to_integer<unsigned>(width);
    if (bits == 0 || bits > 64) throw std::invalid_argument("no work has so many bits");
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

// The entries of a table, while nothing works on it.
template <class Key, class Value>
void save_entries(const Table<Key, Value>& table, Sink& sink) {
  Entries<Key, Value> entries(sink);
  table.each_entry([&](const Key& key, const Value& value, std::uint64_t work) { entries.add(key, value, work); });
  entries.end();
}

// How many entries were read, and how many of them there was room for.
struct LoadCounts {
  std::uint64_t read = 0;
  std::uint64_t kept = 0;
  friend LoadCounts operator+(LoadCounts a, LoadCounts b) noexcept { return {a.read + b.read, a.kept + b.kept}; }
};

// Puts them into a table that is empty.
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

// What several searches, or one with several tables, have found out, in their order.
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
