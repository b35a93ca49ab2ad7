// The transposition table: it forgets nothing while it has room, is never wrong, and keeps what took the most work.
#include "search/table.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <random>
#include <thread>
#include <unordered_map>
#include <vector>

using namespace proofplay;

namespace {

template <int Words>
struct WideKey {
  std::array<std::uint64_t, Words> words{};

  static WideKey of(std::uint64_t n) noexcept {
    WideKey key;
    key.words.fill(n);
    return key;
  }
  std::uint64_t hash() const noexcept { return mix(words[0]); }
  bool operator==(const WideKey&) const noexcept = default;
};

// All keys have the same home.
struct CrowdedKey {
  std::uint64_t n = 0;

  static CrowdedKey of(std::uint64_t n) noexcept { return {n}; }
  std::uint64_t hash() const noexcept { return 0; }
  bool operator==(const CrowdedKey&) const noexcept = default;
};

// Groups of a thousand.
struct ThousandsKey {
  std::uint64_t n = 0;

  std::uint64_t hash() const noexcept { return mix(n); }
  std::uint64_t group() const noexcept { return mix(n / 1000 + 1); }
  bool operator==(const ThousandsKey&) const noexcept = default;
};

TEST_CASE("a table of grouped keys tells which keys it may have") {
  const std::uint64_t max_bytes = 1 << 22;
  Table<ThousandsKey, std::uint64_t> table(max_bytes);
  for (std::uint64_t n = 0; n < 100'000; n += 10) table.put({n}, n + 1);
  CHECK(table.bytes() <= max_bytes);
  int false_positives = 0;
  for (std::uint64_t n = 0; n < 100'000; ++n) {
    const ThousandsKey key{n};
    const bool may_have = table.may_have(key.group(), key);
    REQUIRE((may_have || n % 10 != 0));
    false_positives += may_have && n % 10 != 0;
    REQUIRE(table.get(key) == (n % 10 == 0 ? n + 1 : 0));
  }
  CHECK(false_positives < 45'000);
}

TEST_CASE_TEMPLATE("a table forgets nothing while it has room", Key, WideKey<1>, WideKey<2>, WideKey<5>) {
  Table<Key, std::uint64_t> table(std::uint64_t{1} << 30);
  std::mt19937_64 random(7);
  std::unordered_map<std::uint64_t, std::uint64_t> expected;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t n = random() % 150'000, value = 1 + random() % 1000;
    table.put(Key::of(n), value);
    expected[n] = value;
  }
  for (std::uint64_t n = 0; n < 150'000; ++n) {
    const auto found = expected.find(n);
    REQUIRE(table.get(Key::of(n)) == (found == expected.end() ? 0 : found->second));
  }
  CHECK(table.entries() == expected.size());
  CHECK(table.lost() == 0);
  std::size_t count = 0;
  table.each_entry([&](const Key& key, std::uint64_t value, std::uint64_t /*work*/) {
    ++count;
    REQUIRE(expected.at(key.words[0]) == value);
  });
  CHECK(count == expected.size());
}

TEST_CASE("tables share a memory budget: one takes what the other does not need") {
  using Shared = Table<WideKey<1>, std::uint64_t>;
  const std::uint64_t max_bytes = 1 << 22;
  const MemoryBudget memory_budget(max_bytes);
  const auto fill = [](Shared& table) {
    for (std::uint64_t n = 1; n < 200'000; ++n) table.put(WideKey<1>::of(n), n);
  };
  {
    Shared first(memory_budget), second(memory_budget);
    fill(first);
    CHECK(first.bytes() >= max_bytes / 2);
    fill(second);
    CHECK(second.bytes() > max_bytes / 8);
    CHECK(first.bytes() + second.bytes() == max_bytes - memory_budget.left());
  }
  CHECK(memory_budget.left() == max_bytes);
}

TEST_CASE("a full table keeps what took the most work, and is never wrong") {
  const std::uint64_t max_bytes = 1 << 16;
  Table<WideKey<2>, std::uint64_t> table(max_bytes);
  std::mt19937_64 random(8);
  for (std::uint64_t n = 1; n <= 200; ++n) table.put(WideKey<2>::of(n), n, 1 << 20);
  for (std::uint64_t n = 201; n <= 4000; ++n) table.put(WideKey<2>::of(n), n);
  CHECK(table.bytes() <= max_bytes);
  CHECK(table.lost() > 0);
  std::size_t kept = 0, others = 0;
  for (std::uint64_t n = 1; n <= 4000; ++n) {
    const std::uint64_t found = table.get(WideKey<2>::of(n));
    REQUIRE((found == 0 || found == n));
    (n <= 200 ? kept : others) += found == n;
  }
  CHECK(kept > 180);
  CHECK(others > 500);
}

TEST_CASE("keys with the same home are distinguished") {
  Table<CrowdedKey, std::uint64_t> table(1 << 20);
  for (std::uint64_t n = 1; n <= 200; ++n) table.put(CrowdedKey::of(n), n);
  for (std::uint64_t n = 1; n <= 200; ++n) {
    const std::uint64_t found = table.get(CrowdedKey::of(n));
    CHECK(found == n);
  }
  CHECK(table.get(CrowdedKey::of(201)) == 0);
}

TEST_CASE("threads that share a table never see half an entry") {
  struct Twice {
    std::uint64_t a = 0, b = 0;
    bool operator==(const Twice&) const noexcept = default;
  };
  Table<WideKey<2>, Twice> table(1 << 14);
  table.share(true);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 3; ++seed) {
    threads.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t n = 1 + random() % 500, value = n << 32 | random() % 1000;
        if (i % 2 == 0) table.put(WideKey<2>::of(n), {value, value});
        const Twice found = table.get(WideKey<2>::of(n));
        if (found.a != found.b || (found.a != 0 && found.a >> 32 != n)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace
