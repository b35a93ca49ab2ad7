// Tables saved and loaded again: nothing is lost, and nothing is read that was not written.
#include "search/checkpoint.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace proofplay;

namespace {

struct WordKey {
  std::uint64_t word = 0;
  std::uint64_t hash() const noexcept { return mix(word); }
  bool operator==(const WordKey&) const noexcept = default;
};

using WordTable = Table<WordKey, std::uint32_t>;

class Bytes final : public Sink, public Source {
 public:
  void write(const std::byte* bytes, std::size_t count) override { all.insert(all.end(), bytes, bytes + count); }
  void read(std::byte* bytes, std::size_t count) override {
    if (count > all.size() - read_) throw std::out_of_range("no more bytes");
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(read_), count, bytes);
    read_ += count;
  }
  bool at_end() const { return read_ == all.size(); }

  std::vector<std::byte> all;

 private:
  std::size_t read_ = 0;
};

// By the word of the key: the value and the work.
using Found = std::map<std::uint64_t, std::pair<std::uint32_t, std::uint64_t>>;

Found entries(const WordTable& table) {
  Found found;
  table.each_entry([&](const WordKey& key, std::uint32_t value, std::uint64_t work) {
    CHECK(found.emplace(key.word, std::pair(value, work)).second);
  });
  return found;
}

}  // namespace

TEST_CASE("saved entries are loaded, across several blocks and into a table of another size") {
  std::mt19937_64 random(1);
  for (const std::uint32_t count : {0U, 1U, 1000U, 300'000U}) {
    WordTable table(std::uint64_t{64} << 20);
    for (std::uint32_t i = 1; i <= count; ++i) table.put({random()}, i, i % 1000 + 1);
    REQUIRE(entries(table).size() == count);
    Bytes bytes;
    save_entries(table, bytes);
    CHECK(bytes.all.size() <= count * (sizeof(WordKey) + sizeof(std::uint32_t) + 1) + 64);
    WordTable again(std::uint64_t{1} << 30);
    const LoadCounts loaded = load_entries(again, bytes);
    CHECK(loaded.read == count);
    CHECK(loaded.kept == count);
    CHECK(bytes.at_end());
    CHECK(entries(again) == entries(table));
  }
}

TEST_CASE("a table without room for all entries keeps some of them unchanged") {
  WordTable table(std::uint64_t{1} << 20), small(std::uint64_t{1} << 12);
  for (std::uint32_t i = 1; i <= 10'000; ++i) table.put({i}, i);
  Bytes bytes;
  save_entries(table, bytes);
  const LoadCounts loaded = load_entries(small, bytes);
  CHECK(loaded.read == 10'000);
  CHECK(loaded.kept == entries(small).size());
  CHECK(loaded.kept > 0);
  CHECK(loaded.kept < loaded.read);
  for (const auto& [word, found] : entries(small)) CHECK(word == found.first);
}

TEST_CASE("invalid and truncated entries are rejected") {
  Bytes large;
  const std::uint32_t count = 0xffffffff;
  large.write(reinterpret_cast<const std::byte*>(&count), sizeof count);
  WordTable table(std::uint64_t{1} << 20);
  CHECK_THROWS_AS(load_entries(table, large), std::invalid_argument);

  table.put({1}, 1);
  Bytes whole;
  save_entries(table, whole);
  for (std::size_t cut = 0; cut < whole.all.size(); ++cut) {
    Bytes part;
    part.write(whole.all.data(), cut);
    WordTable other(std::uint64_t{1} << 20);
    CHECK_THROWS_AS(load_entries(other, part), std::out_of_range);
  }
}
