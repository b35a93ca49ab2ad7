// A transposition table that is exact: an entry holds the whole key, and a look-up compares all of it.
//
// Entries are stored in cache lines. An entry that does not fit into its key's line goes to the next line with room,
// and a full line records whether an entry has gone past it. The table starts small and grows while its memory budget
// has room for old and new lines together. After that an entry replaces another: in each line the one that took the
// least work. A lost entry costs time, but never makes an answer wrong.
//
// Several threads can use it at the same time (`share`). Each line has a version, which is odd while the line is
// written to: a writer takes it by a compare-and-swap, and a reader that finds it changed reads again (a sequence lock;
// Boehm, "Can seqlocks get along with programming language memory models?", 2012). A shared table grows only when told
// to, while no other thread uses it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <numbers>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "search/key_filter.hpp"
#include "search/line_array.hpp"
#include "search/memory_budget.hpp"
#include "sets/words.hpp"

namespace proofplay {

// Mixes 64 bits so that all of them affect the high ones (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// A set as one word for hashing: the set itself if it is one word, else a mix of all its words.
constexpr std::uint64_t folded(Bits set) noexcept { return set; }
template <int count>
constexpr std::uint64_t folded(const Words<count>& set) noexcept {
  std::uint64_t mixed = 0;
  for (int i = 0; i < count; ++i) mixed = mix(mixed * 0x9e3779b97f4a7c15U + set.word(i));
  return mixed;
}

// The key's hash spreads it over the lines by its high bits; equality decides.
template <class K>
concept TableKey = std::regular<K> && std::is_trivially_copyable_v<K> && requires(const K& key) {
  { key.hash() } noexcept -> std::same_as<std::uint64_t>;
};

// A line of a table: up to three entries, and a word that describes them. It has eight words if entries are small, then
// sixteen, then as many as the sets of the largest boards need.
template <class Key, class Value>
class alignas(64) TableLine {
 public:
  struct Entry {
    Key key{};
    Value value{};
  };

  static constexpr std::size_t entry_words = (sizeof(Key) + 7) / 8 + (sizeof(Value) + 7) / 8;
  static constexpr std::size_t words = entry_words <= 3 ? 7 : entry_words <= 15 ? 15 : 23;
  static constexpr unsigned capacity = words / entry_words;
  static_assert(capacity >= 1 && capacity <= 3);

  // The describing word: a version, whose lowest bit is a lock; whether an entry has gone on to the next line; the
  // number of entries, and the work of each.
  class State {
   public:
    State() = default;
    explicit State(std::uint64_t bits) noexcept : bits_(bits) {}
    std::uint64_t bits() const noexcept { return bits_; }

    bool locked() const noexcept { return (bits_ & 1) != 0; }
    bool went_on() const noexcept { return (bits_ & gone_on) != 0; }
    unsigned count() const noexcept { return static_cast<unsigned>(bits_ >> count_at & 3); }
    unsigned work(unsigned i) const noexcept { return static_cast<unsigned>(bits_ >> work_at(i) & max_work); }

    void go_on() noexcept { bits_ |= gone_on; }
    void add() noexcept { bits_ += std::uint64_t{1} << count_at; }
    void set_work(unsigned i, unsigned work) noexcept {
      bits_ = (bits_ & ~(std::uint64_t{max_work} << work_at(i))) | std::uint64_t{work} << work_at(i);
    }
    // With the next version, which flips the lock.
    State next() const noexcept { return State((bits_ & ~versions) | ((bits_ + 1) & versions)); }

   private:
    static constexpr std::uint64_t versions = (std::uint64_t{1} << 44) - 1;
    static constexpr std::uint64_t gone_on = versions + 1;
    static constexpr unsigned count_at = 45;
    static constexpr unsigned work_at(unsigned i) noexcept { return 47 + 5 * i; }

    std::uint64_t bits_ = 0;
  };

  static constexpr unsigned max_work = 31;

  State state() const noexcept { return State(state_.load(std::memory_order_acquire)); }

  // Waits for a state in which nothing is half written.
  State settled() const noexcept {
    for (;;) {
      const State s = state();
      if (!s.locked()) return s;
    }
  }

  State lock() noexcept {
    for (;;) {
      State s = settled();
      std::uint64_t bits = s.bits();
      if (state_.compare_exchange_weak(bits, s.next().bits(), std::memory_order_acq_rel)) return s.next();
    }
  }
  void unlock(State s) noexcept { state_.store(s.next().bits(), std::memory_order_release); }

  bool is_still(State s) const noexcept { return state_.load(std::memory_order_relaxed) == s.bits(); }

  // Every word is read with acquire order, so that none is read after the version that `is_still` reads.
  Key key(unsigned i) const noexcept { return read<Key>(i * entry_words); }
  Value value(unsigned i) const noexcept { return read<Value>(i * entry_words + key_words); }

  // Only under the lock.
  void write(unsigned i, const Entry& e) noexcept {
    store(i * entry_words, e.key);
    store(i * entry_words + key_words, e.value);
  }

  // The index of the entry with a key, or count().
  unsigned find(const Key& wanted, State s) const noexcept {
    unsigned i = 0;
    while (i < s.count() && key(i) != wanted) ++i;
    return i;
  }

 private:
  static constexpr std::size_t key_words = (sizeof(Key) + 7) / 8;

  template <class T>
  T read(std::size_t at) const noexcept {
    std::array<std::uint64_t, (sizeof(T) + 7) / 8> bits;
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = words_[at + i].load(std::memory_order_acquire);
    T found;
    std::memcpy(static_cast<void*>(&found), bits.data(), sizeof found);
    return found;
  }

  template <class T>
  void store(std::size_t at, const T& what) noexcept {
    std::array<std::uint64_t, (sizeof(T) + 7) / 8> bits{};
    std::memcpy(bits.data(), static_cast<const void*>(&what), sizeof what);
    for (std::size_t i = 0; i < bits.size(); ++i) words_[at + i].store(bits[i], std::memory_order_release);
  }

  std::atomic<std::uint64_t> state_{0};
  std::array<std::atomic<std::uint64_t>, words> words_{};
};

// What threads need in order to share a table, whatever its keys and values are.
class SharedTable {
 public:
  SharedTable() = default;
  SharedTable(const SharedTable&) = delete;
  SharedTable& operator=(const SharedTable&) = delete;

  // While it is shared, it does not grow by itself.
  virtual void share(bool shared) noexcept = 0;
  // Whether it is time to grow, and there is room to.
  virtual bool is_crowded() const noexcept = 0;
  // Makes the table larger, unless there is no memory for it or `goes_on`, which is called regularly, returns false. No
  // other thread may use the table meanwhile.
  virtual void grow(const std::function<bool()>& goes_on) = 0;

 protected:
  ~SharedTable() = default;
};

// Value{} means that nothing is known: it is what a miss returns.
template <TableKey Key, std::regular Value>
  requires std::is_trivially_copyable_v<Value>
class Table final : public SharedTable {
 public:
  explicit Table(MemoryBudget memory_budget)
      : memory_budget_(std::move(memory_budget)),
        lines_(std::clamp(memory_budget_.left() / line_bytes, min_lines, max_first_lines)),
        filter_(blocks_for(lines_)),
        taken_(memory_budget_.take(bytes())) {}
  ~Table() { memory_budget_.give_back(taken_); }

  // What is known about a key, or Value{}.
  Value get(const Key& key) const noexcept {
    std::uint64_t at = home(lines_, key);
    for (int looks = 0; looks < max_looks;) {
      const Line& line = lines_[at];
      const State s = line.settled();
      const unsigned i = line.find(key, s);
      if (i < s.count()) {
        const Value value = line.value(i);
        if (line.is_still(s)) return value;
        continue;
      }
      if (!s.went_on()) break;
      at = after(lines_, at);
      ++looks;
    }
    return Value{};
  }

  // Prefetches the line of a key that is about to be looked up.
  void prefetch(const Key& key) const noexcept { __builtin_prefetch(&lines_[home(lines_, key)]); }

  // Prefetches what `may_have` reads for the keys of a group.
  void prefetch_group(std::uint64_t group) const noexcept
    requires GroupedKey<Key>
  {
    filter_.prefetch(group);
  }

  // False only for a key about which nothing is known. `group`: the key's.
  bool may_have(std::uint64_t group, const Key& key) const noexcept
    requires GroupedKey<Key>
  {
    return filter_.may_have(group, key.hash());
  }

  // Stores a value, which is not Value{}, replacing what was known about the key. `work`: how many positions were
  // searched for it.
  void put(const Key& key, const Value& value, std::uint64_t work = 1) {
    if (!shared_ && is_full() && lines_to_grow_to() != 0) grow([] { return true; });
    const Entry entry{key, value};
    const unsigned weight = std::min<unsigned>(static_cast<unsigned>(std::bit_width(work)), Line::max_work);
    Put done = put_along(lines_, entry, weight, !is_full());
    if (done == Put::full && !shared_ && lines_to_grow_to() != 0) {
      grow([] { return true; });
      done = put_along(lines_, entry, weight, true);
    }
    if (done == Put::added) used_.fetch_add(1, std::memory_order_relaxed);
    if (done == Put::full || done == Put::ended) replace(lines_[home(lines_, key)], entry, weight);
    note(filter_, key);
  }

  // Calls f(key, value, work) for each entry; the work is known up to a factor of two. No other thread may use the
  // table meanwhile. Consecutive entries are far apart, by the golden section of the table, so that they can be put
  // into a table that grows meanwhile: in the order of their hashes they would crowd at its beginning.
  template <class F>
  void each_entry(F&& f) const {
    const std::uint64_t size = lines_.size(), step = golden_step(size);
    for (std::uint64_t count = 0, at = 0; count < size; ++count, at = (at + step) % size) {
      __builtin_prefetch(&lines_[(at + 16 * step) % size]);
      const Line& line = lines_[at];
      const State s = line.state();
      for (unsigned i = 0; i < s.count(); ++i) {
        f(line.key(i), line.value(i), std::uint64_t{1} << (std::max(1U, s.work(i)) - 1));
      }
    }
  }

  void share(bool shared) noexcept override { shared_ = shared; }

  bool is_crowded() const noexcept override {
    return used_.load(std::memory_order_relaxed) >= entries_of(lines_.size()) / 16 * 11 && lines_to_grow_to() != 0;
  }

  void grow(const std::function<bool()>& goes_on) override {
    try {
      Lines larger(lines_to_grow_to());
      KeyFilter filter(blocks_for(larger));
      std::uint64_t used = 0;
      for (std::uint64_t at = 0; at < lines_.size(); ++at) {
        if (at % lines_between_looks == 0 && !goes_on()) return;
        used += move_to(larger, filter, lines_[at]);
      }
      lines_.swap(larger);
      filter_.swap(filter);
      used_ = used;
      memory_budget_.give_back(taken_);
      taken_ = memory_budget_.take(bytes());
    } catch (const std::bad_alloc&) {
      may_grow_ = false;
    }
  }

  std::uint64_t entries() const noexcept { return used_.load(std::memory_order_relaxed); }
  // How many entries were replaced.
  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }
  std::uint64_t bytes() const noexcept { return lines_.size() * line_bytes; }

 private:
  using Line = TableLine<Key, Value>;
  using Lines = LineArray<Line>;
  using State = typename Line::State;
  using Entry = typename Line::Entry;

  enum class Put : std::uint8_t { done, added, full, ended };

  static constexpr std::uint64_t min_lines = 4;
  static constexpr std::uint64_t max_first_lines = 1 << 10;
  static constexpr int max_looks = 128;  // a chain of so many lines occurs once in millions of entries

  static constexpr std::uint64_t lines_between_looks = 1 << 16;

  // Keys with groups have a filter, with one block per `lines_a_block` lines: at least ten bits per entry.
  static constexpr bool filtered = GroupedKey<Key>;
  static constexpr std::uint64_t lines_a_block = 16;
  static constexpr std::uint64_t line_bytes = sizeof(Line) + (filtered ? sizeof(KeyFilter::Block) / lines_a_block : 0);

  static std::uint64_t blocks_for(const Lines& lines) noexcept {
    return filtered ? (lines.size() + lines_a_block - 1) / lines_a_block : 1;
  }

  static void note(KeyFilter& filter, const Key& key) noexcept {
    if constexpr (filtered) filter.add(key.group(), key.hash());
  }

  static constexpr std::uint64_t entries_of(std::uint64_t lines) noexcept { return lines * Line::capacity; }

  // Steps of this length visit every line before they return to the first.
  static std::uint64_t golden_step(std::uint64_t lines) noexcept {
    auto step = static_cast<std::uint64_t>(static_cast<double>(lines) / std::numbers::phi_v<double>);
    while (std::gcd(step, lines) != 1) ++step;
    return step;
  }

  // In the order of the hashes, so that growing goes through both tables from beginning to end.
  static std::uint64_t home(const Lines& lines, const Key& key) noexcept {
    return (key.hash() >> 32) * lines.size() >> 32;
  }
  static std::uint64_t after(const Lines& lines, std::uint64_t at) noexcept {
    return at + 1 == lines.size() ? 0 : at + 1;
  }

  // Beyond that, look-ups become slow.
  bool is_full() const noexcept { return used_.load(std::memory_order_relaxed) >= entries_of(lines_.size()) / 4 * 3; }

  // Twice as many lines, or nearly; 0 if there is not enough room for clearly more.
  std::uint64_t lines_to_grow_to() const noexcept {
    const std::uint64_t room = may_grow_ ? memory_budget_.left() / line_bytes : 0;
    const std::uint64_t lines = std::min(2 * lines_.size(), room);
    return lines >= lines_.size() + lines_.size() / 4 ? lines : 0;
  }

  // Stores an entry in the key's line or one of the following.
  static Put put_along(Lines& lines, const Entry& entry, unsigned weight, bool may_add) {
    Put done = Put::full;
    std::uint64_t at = home(lines, entry.key);
    for (int looks = 0; done == Put::full && looks < max_looks; ++looks, at = after(lines, at)) {
      done = put_into(lines[at], entry, weight, may_add);
    }
    return done;
  }

  static Put put_into(Line& line, const Entry& entry, unsigned weight, bool may_add) {
    State s = line.lock();
    const unsigned i = line.find(entry.key, s);
    Put done = Put::done;
    if (i == s.count()) {
      if (i < Line::capacity && !may_add) {
        done = Put::ended;
      } else if (i < Line::capacity) {
        s.add();
        done = Put::added;
      } else if (may_add) {
        s.go_on();
        done = Put::full;
      } else {
        done = s.went_on() ? Put::full : Put::ended;
      }
    }
    if (done == Put::done || done == Put::added) {
      line.write(i, entry);
      s.set_work(i, done == Put::done ? std::max(weight, s.work(i)) : weight);
    }
    line.unlock(s);
    return done;
  }

  // Replaces the entry that took the least work, unless that took more than the new one: then it ages.
  void replace(Line& line, const Entry& entry, unsigned weight) {
    State s = line.lock();
    unsigned cheapest = 0;
    for (unsigned i = 1; i < s.count(); ++i) {
      if (s.work(i) < s.work(cheapest)) cheapest = i;
    }
    if (s.count() < Line::capacity) {
      cheapest = s.count();
      s.add();
      used_.fetch_add(1, std::memory_order_relaxed);
    } else {
      lost_.fetch_add(1, std::memory_order_relaxed);
    }
    if (s.work(cheapest) > weight) {
      s.set_work(cheapest, s.work(cheapest) - 1);
    } else {
      line.write(cheapest, entry);
      s.set_work(cheapest, weight);
    }
    line.unlock(s);
  }

  // Returns how many entries have been moved.
  static std::uint64_t move_to(Lines& lines, KeyFilter& filter, const Line& line) {
    const State s = line.state();
    std::uint64_t moved = 0;
    for (unsigned i = 0; i < s.count(); ++i) {
      const Key key = line.key(i);
      moved += put_along(lines, {key, line.value(i)}, s.work(i), true) == Put::added;
      note(filter, key);
    }
    return moved;
  }

  MemoryBudget memory_budget_;
  Lines lines_;
  KeyFilter filter_;
  std::uint64_t taken_;  // from the memory budget
  bool may_grow_ = true;
  bool shared_ = false;
  std::atomic<std::uint64_t> used_{0};
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace proofplay
