// Saves what a search has found, so that a later run of the same program can continue from it.
//
// A table is saved as its entries: key and value as they lie in memory, and one byte for the work (its bit width).
// They come in blocks, each preceded by its number of entries; an empty block ends the table. Nothing here
// distinguishes one kind of table from another, or a damaged file from an intact one: the code that stores the bytes
// has to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
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

// How many entries were read, and how many of them fitted.
struct LoadCounts {
  std::uint64_t read = 0;
  std::uint64_t kept = 0;
  friend LoadCounts operator+(LoadCounts a, LoadCounts b) noexcept { return {a.read + b.read, a.kept + b.kept}; }
};

// What a search has found, saved for a later run on the same board or deal.
class Savable {
 public:
  virtual ~Savable() = default;
  virtual void save(Sink& sink) const = 0;
  virtual LoadCounts load(Source& source) = 0;
};

// Writes the entries of a table as bytes.
class EntryWriter {
 public:
  EntryWriter(Sink& sink, std::size_t key_bytes, std::size_t value_bytes);

  void add(const void* key, const void* value, std::uint64_t work);
  void end();

 private:
  void end_block();

  Sink& sink_;
  std::size_t key_bytes_;
  std::size_t value_bytes_;
  std::vector<std::byte> block_;
  std::uint32_t count_ = 0;
};

// Calls f(key, value, work) for each entry, up to the mark written by `end`. Throws std::invalid_argument for anything
// else.
void each_saved_entry(Source& source, std::size_t key_bytes, std::size_t value_bytes,
                      const std::function<void(const std::byte*, const std::byte*, std::uint64_t)>& f);

// Saves the entries of a table that nothing is working on.
template <class Key, class Value>
void save_entries(const Table<Key, Value>& table, Sink& sink) {
  static_assert(std::is_trivially_copyable_v<Key> && std::is_trivially_copyable_v<Value>);
  EntryWriter entries(sink, sizeof(Key), sizeof(Value));
  table.each_entry([&](const Key& key, const Value& value, std::uint64_t work) { entries.add(&key, &value, work); });
  entries.end();
}

// Puts saved entries into an empty table.
template <class Key, class Value>
LoadCounts load_entries(Table<Key, Value>& table, Source& source) {
  LoadCounts loaded;
  const auto put = [&](const std::byte* key_bytes, const std::byte* value_bytes, std::uint64_t work) {
    Key key;
    Value value;
    std::memcpy(&key, key_bytes, sizeof key);
    std::memcpy(&value, value_bytes, sizeof value);
    table.put(key, value, work);
    ++loaded.read;
  };
  each_saved_entry(source, sizeof(Key), sizeof(Value), put);
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
