// The value of a two-player Sight Reduction position without `harder`: how many moves White is ahead.
//
// Such a position is an integer in the sense of combinatorial game theory, and each option of White's
// is at least 2 below each option of Black's. So, with the simplest number between the options,
//     k > 0:   value >= k  iff  some option of White's is >= k - 1
//     k <= 0:  value >= k  iff  every option of Black's is >= k + 1,
// two rules that ask for one colour's moves each and never for whose turn it is: the table's key is
// the set of pieces left, and White, to move, wins iff value >= 1; Black, to move, wins iff value < 0.
// Pairs (SR7) change no value, so they are not tried.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "control.hpp"
#include "games/sight_reduction/lines.hpp"
#include "search/checkpoint.hpp"
#include "search/table.hpp"

namespace proofplay::sight_reduction {

// What is proved of a value, both ends included.
struct ValueRange {
  static constexpr int limit = 64;  // no colour has more moves than pieces
  std::int8_t least = -limit;
  std::int8_t most = limit;

  static constexpr ValueRange from(int k) noexcept { return {static_cast<std::int8_t>(k), limit}; }
  static constexpr ValueRange below(int k) noexcept { return {-limit, static_cast<std::int8_t>(k - 1)}; }

  ValueRange meet(ValueRange other) const noexcept {
    return {std::max(least, other.least), std::min(most, other.most)};
  }
  bool reaches(int k) const noexcept { return least >= k; }
  bool misses(int k) const noexcept { return most < k; }
  bool decides(int k) const noexcept { return reaches(k) || misses(k); }
  bool operator==(const ValueRange&) const noexcept = default;
};

// The pieces that are left of a deal.
struct PresenceKey {
  Bits occupied = 0;
  std::uint64_t hash() const noexcept { return mix(occupied); }
  bool operator==(const PresenceKey&) const noexcept = default;
};

// Keeps its table from question to question. All positions asked for must come from one deal.
class ValueSearch {
 public:
  ValueSearch(const Lines& lines, const Variant& v, std::uint64_t max_bytes)
      : lines_(lines), variant_{.harder = false, .easier = v.easier, .pairs = false}, table_(max_bytes) {}

  // Whether the value is at least k; none where a limit ended the search.
  std::optional<bool> at_least(const Pieces& p, int k, Control& control) {
    Meter meter(control);
    try {
      return test(p, prospects(lines_, variant_, p), k, meter).reaches(k);
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

  // The value; none where a limit ended the search.
  std::optional<int> value(const Pieces& p, Control& control) {
    Meter meter(control);
    try {
      const Prospects e = prospects(lines_, variant_, p);
      Range known = range(e).meet(table_.get({p.all()}));
      for (int k = e.white.solo - e.black.solo; known.least < known.most;) {
        k = std::clamp<int>(k, known.least + 1, known.most);
        known = known.meet(test(p, e, k, meter));
        k = known.least + 1;
      }
      return known.least;
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

  // What it has proved, for a later run (search/checkpoint.hpp).
  void save(Sink& sink) const { save_entries(table_, sink); }
  Loaded load(Source& source) { return load_entries(table_, source); }

 private:
  using Range = ValueRange;

  struct Stopped {};

  struct Child {
    Pieces pieces;
    Prospects prospects;
    int rank;
  };

  // White surely makes the moves that it has alone, and Black no more than its most; and so on.
  static Range range(const Prospects& e) noexcept {
    return {static_cast<std::int8_t>(e.white.solo - e.black.most),
            static_cast<std::int8_t>(e.white.most - e.black.solo)};
  }

  // A range that says whether the value is at least k.
  Range test(const Pieces& p, const Prospects& e, int k, Meter& meter) {
    const Range before = range(e).meet(table_.get({p.all()}));
    if (before.decides(k)) return before;
    if (!meter.tick()) throw Stopped{};
    const bool white = k > 0;
    const bool found = finds_option(p, white ? Colour::white : Colour::black, white ? k - 1 : k + 1, meter);
    const Range after = before.meet(found == white ? Range::from(k) : Range::below(k));
    table_.put({p.all()}, after);
    return after;
  }

  // Whether White has an option that reaches k, or Black one that misses it: options that are decided
  // already first, then those where the colour keeps most moves ahead.
  bool finds_option(const Pieces& p, Colour c, int k, Meter& meter) {
    const bool white = c == Colour::white;
    const auto wanted = [&](Range r) { return white ? r.reaches(k) : r.misses(k); };
    std::array<Child, 64> children;
    std::size_t count = 0;
    for (Bits rest = moves(lines_, variant_, p, c).singles; rest != 0;) {
      const Pieces q = p.without(bit(take_lowest(rest)));
      const Range seen = table_.get({q.all()});
      if (wanted(seen)) return true;
      if (seen.decides(k)) continue;
      const Prospects e = prospects(lines_, variant_, q);
      if (wanted(range(e))) return true;
      if (range(e).decides(k)) continue;
      children[count++] = {q, e, white ? -e.lead() : e.lead()};
    }
    std::sort(children.begin(), children.begin() + count,
              [](const Child& a, const Child& b) { return a.rank < b.rank; });
    return std::any_of(children.begin(), children.begin() + count,
                       [&](const Child& child) { return wanted(test(child.pieces, child.prospects, k, meter)); });
  }

  const Lines& lines_;
  Variant variant_;
  Table<PresenceKey, Range> table_;
};

}  // namespace proofplay::sight_reduction
