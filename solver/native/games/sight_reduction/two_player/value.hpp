// The value of a two-player Sight Reduction position without `harder`: how many moves White is ahead.
//
// Such a position is an integer in the sense of combinatorial game theory, and each option of White's is at least 2
// below each option of Black's. So, with the simplest number between the options,
//     k > 0:   value >= k  iff  some option of White's is >= k - 1
//     k <= 0:  value >= k  iff  every option of Black's is >= k + 1.
// Each rule needs the moves of one colour only, and never the turn: the table's key is the set of pieces left, and
// White, to move, wins iff value >= 1; Black, to move, wins iff value < 0. Pairs (SR7) do not change values, so they
// are not tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "control.hpp"
#include "games/sight_reduction/lines.hpp"
#include "search/checkpoint.hpp"
#include "search/memory_budget.hpp"
#include "search/search_threads.hpp"
#include "search/table.hpp"

namespace proofplay::sight_reduction {

// Proved bounds on a value, both inclusive.
struct ValueRange {
  static constexpr int limit = 64;  // no colour has more moves than pieces
  std::int8_t lower = -limit;
  std::int8_t upper = limit;

  static constexpr ValueRange from(int k) noexcept { return {static_cast<std::int8_t>(k), limit}; }
  static constexpr ValueRange below(int k) noexcept { return {-limit, static_cast<std::int8_t>(k - 1)}; }

  ValueRange meet(ValueRange other) const noexcept {
    return {std::max(lower, other.lower), std::min(upper, other.upper)};
  }
  bool reaches(int k) const noexcept { return lower >= k; }
  bool misses(int k) const noexcept { return upper < k; }
  bool decides(int k) const noexcept { return reaches(k) || misses(k); }
  bool operator==(const ValueRange&) const noexcept = default;
};

// The remaining pieces of a deal.
struct PresenceKey {
  Bits occupied = 0;
  std::uint64_t hash() const noexcept { return mix(occupied); }
  bool operator==(const PresenceKey&) const noexcept = default;
};

// Keeps its table between questions. All positions must come from one deal.
class ValueSearch {
 public:
  ValueSearch(const Lines& lines, const Variant& v, MemoryBudget memory_budget)
      : lines_(lines),
        variant_{.harder = false, .easier = v.easier, .pairs = false},
        table_(std::move(memory_budget)) {}

  // Whether the value is at least k; none if a limit ended the search.
  std::optional<bool> at_least(const Pieces& p, int k, Control& control) {
    const std::optional<Range> found = ask(p, k, control);
    if (!found) return std::nullopt;
    return found->reaches(k);
  }

  // The value; none if a limit ended the search.
  std::optional<int> value(const Pieces& p, Control& control) {
    const Prospects e = prospects(lines_, variant_, p);
    Range known = range(e).meet(table_.get({p.all()}));
    for (int k = e.white.solo - e.black.solo; known.lower < known.upper;) {
      k = std::clamp<int>(k, known.lower + 1, known.upper);
      const std::optional<Range> found = ask(p, k, control);
      if (!found) return std::nullopt;
      known = known.meet(*found);
      k = known.lower + 1;
    }
    return known.lower;
  }

  // What the search has proved, saved for a later run (search/checkpoint.hpp).
  void save(Sink& sink) const { save_entries(table_, sink); }
  LoadCounts load(Source& source) { return load_entries(table_, source); }

 private:
  using Range = ValueRange;

  class Worker;

  // A test, and the threads that run it (search/search_threads.hpp).
  struct Question {
    Pieces pieces;
    int k;
    std::optional<Range> answer;
    SearchThreads search_threads;

    Question(ValueSearch& search, const Pieces& p, int value, Control& control);
  };

  // A range that decides whether the value is at least k; none if a limit ended the search.
  std::optional<Range> ask(const Pieces& p, int k, Control& control);

  // White is sure to make its solo moves, and Black makes at most its upper bound; and the other way round.
  static Range range(const Prospects& e) noexcept {
    return {static_cast<std::int8_t>(e.white.solo - e.black.upper),
            static_cast<std::int8_t>(e.white.upper - e.black.solo)};
  }

  const Lines& lines_;
  Variant variant_;
  Table<PresenceKey, Range> table_;
};

// One thread's part of a search.
class ValueSearch::Worker {
 public:
  Worker(ValueSearch& search, Question& question, bool leads)
      : question_(question),
        lines_(search.lines_),
        variant_(search.variant_),
        table_(search.table_),
        search_thread_(question.search_threads, leads) {}

  // Runs the test until it is decided, by any thread, or a limit ends it.
  void solve() {
    try {
      const Pieces& p = question_.pieces;
      const Range found = test(p, prospects(lines_, variant_, p), question_.k, 0);
      if (question_.search_threads.finish()) question_.answer = found;
    } catch (const SearchThread::Stopped&) {
    }
  }

 private:
  struct Child {
    Pieces pieces;
    Prospects prospects;
    int rank;
  };

  // A position on the line from the root to the one being searched.
  struct Level {
    PresenceKey key;
    int k = 0;
  };

  // A range that decides whether the value is at least k.
  Range test(const Pieces& p, const Prospects& e, int k, std::size_t depth) {
    const PresenceKey key{p.all()};
    const Range before = range(e).meet(table_.get(key));
    if (before.decides(k)) return before;
    search_thread_.count(depth, [&](std::size_t d) { return is_done(path_[d]); });
    if (search_thread_.gives_up()) return {};
    const std::uint64_t counted = search_thread_.positions();
    std::optional<SearchThreads::Mark> mark;
    if (search_thread_.joined()) mark.emplace(search_thread_.search_threads(), key.hash());
    path_[depth] = {key, k};
    const bool white = k > 0;
    const bool found = finds_option(p, white ? Colour::white : Colour::black, white ? k - 1 : k + 1, depth);
    if (search_thread_.gives_up()) return search_thread_.has_given_up(depth) ? before.meet(done_by_others_) : Range{};
    const Range after = before.meet(found == white ? Range::from(k) : Range::below(k));
    table_.put(key, after, search_thread_.positions() - counted + 1);
    return after;
  }

  // Whether others have decided the test of a position.
  bool is_done(const Level& above) {
    done_by_others_ = table_.get(above.key);
    return done_by_others_.decides(above.k);
  }

  // Whether White has an option that reaches k, or Black one that misses it: tries options that are already decided
  // first, then those after which the colour seems to be furthest ahead.
  bool finds_option(const Pieces& p, Colour c, int k, std::size_t depth) {
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
    const auto begin = children.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
    std::sort(begin, end, [](const Child& a, const Child& b) { return a.rank < b.rank; });
    for (auto next = begin; next != end; ++next) {
      if (search_thread_.joined() && next != begin) put_off_busy(next, end);
      const Range found = test(next->pieces, next->prospects, k, depth + 1);
      if (search_thread_.gives_up()) return false;
      if (wanted(found)) return true;
    }
    return false;
  }

  // Brings forward an option that no other thread is working on, if there is one.
  template <class Iterator>
  void put_off_busy(Iterator next, Iterator end) noexcept {
    const auto is_free = [&](const Child& c) {
      return search_thread_.search_threads().busy(PresenceKey{c.pieces.all()}.hash()) == 0;
    };
    const Iterator found = std::find_if(next, end, is_free);
    if (found != end) std::rotate(next, found, found + 1);
  }

  Question& question_;
  const Lines& lines_;
  Variant variant_;
  Table<PresenceKey, Range>& table_;
  SearchThread search_thread_;
  std::array<Level, 65> path_;  // by ply: each takes a piece away
  Range done_by_others_;
};

inline ValueSearch::Question::Question(ValueSearch& search, const Pieces& p, int value, Control& control)
    : pieces(p),
      k(value),
      search_threads(control, {&search.table_}, [this, &search] { Worker(search, *this, false).solve(); }) {}

inline std::optional<ValueRange> ValueSearch::ask(const Pieces& p, int k, Control& control) {
  Question question(*this, p, k, control);
  Worker(*this, question, true).solve();
  question.search_threads.dismiss_and_rethrow();
  return question.answer;
}

}  // namespace proofplay::sight_reduction
