#include "search/backwards.hpp"

#include <cstddef>
#include <utility>

namespace proofplay {

namespace {

class Backwards {
 public:
  using Number = NumberedTable::Number;

  Backwards(const NumberedTable& table, std::deque<Score>& scores, const std::vector<Number>& left, Control& control)
      : table_(table), scores_(scores), left_(left), control_(control) {}

  bool settle(std::uint64_t max_bytes) {
    if (!fits(scores_.size() * (sizeof(std::uint64_t) + 1), max_bytes)) return false;
    begins_.resize(scores_.size() + 1);
    unrefuted_.resize(scores_.size());
    std::uint64_t count = 0;
    const bool counted = each_move([&](Number from, Number to) { ++count, ++begins_[to], ++unrefuted_[from]; });
    const std::uint64_t lists = (count + scores_.size()) * sizeof(Number);
    if (!counted || !fits(lists + scores_.size() * (sizeof(std::uint64_t) + 1), max_bytes)) return false;
    return reverse_moves(count) && work_back();
  }

 private:
  bool fits(std::uint64_t bytes, std::uint64_t max_bytes) {
    if (bytes > max_bytes) control_.give_up(Reason::memory);
    return bytes <= max_bytes;
  }

  // Calls f for each number; false if a limit stopped it.
  template <class Numbers, class F>
  bool each_of(const Numbers& numbers, F&& f) {
    std::uint32_t done = 0;
    for (const Number number : numbers) {
      if (++done % 4096 == 0 && !control_.running()) return false;
      f(number);
    }
    return true;
  }

  // Calls f(from, to) for each move of the positions left; false if a limit stopped it.
  template <class F>
  bool each_move(F&& f) {
    std::vector<Number> successors;
    return each_of(left_, [&](Number from) {
      successors.clear();
      table_.add_successors(from, successors);
      for (const Number to : successors) f(from, to);
    });
  }

  // Lists the predecessors of all positions.
  bool reverse_moves(std::uint64_t count) {
    std::uint64_t end = 0;
    for (std::uint64_t& begin : begins_) begin = end += begin;
    from_.resize(count);
    return each_move([&](Number from, Number to) { from_[--begins_[to]] = from; });
  }

  bool work_back() {
    for (std::size_t number = 0; number < scores_.size(); ++number) {
      const bool leads_here = begins_[number] != begins_[number + 1];
      if (leads_here && scores_[number] != unsettled) pass_on_later(static_cast<Number>(number));
    }
    for (std::size_t plies = 0; plies < ends_.size(); ++plies) {
      const std::deque<Number> ends = std::exchange(ends_[plies], {});
      if (!each_of(ends, [&](Number number) { pass_on(number); })) return false;
    }
    for (const Number number : left_) {
      if (scores_[number] == unsettled) scores_[number] = 0;
    }
    return true;
  }

  // A draw settles no other position: no move to it wins, and none is refuted by it.
  void pass_on_later(Number number) {
    if (scores_[number] == 0) return;
    const auto plies = static_cast<std::size_t>(plies_of(scores_[number]));
    if (ends_.size() <= plies) ends_.resize(plies + 1);
    ends_[plies].push_back(number);
  }

  // Passes the value of a position on to the positions with a move to it.
  void pass_on(Number number) {
    const bool won = scores_[number] > 0;
    for (std::uint64_t i = begins_[number]; i < begins_[number + std::size_t{1}]; ++i) {
      const Number before = from_[i];
      if (scores_[before] != unsettled || (won && --unrefuted_[before] != 0)) continue;
      scores_[before] = moving_to(scores_[number]);
      pass_on_later(before);
    }
  }

  const NumberedTable& table_;
  std::deque<Score>& scores_;
  const std::vector<Number>& left_;
  Control& control_;
  std::vector<std::uint64_t> begins_;  // by position: where its predecessors begin in from_
  std::vector<Number> from_;  // predecessors of all positions
  std::vector<std::uint8_t> unrefuted_;  // by position: its moves to positions that are not known to be won
  std::vector<std::deque<Number>> ends_;  // by plies: positions whose score is still to be passed on
};

}  // namespace

bool settle_backwards(const NumberedTable& table, std::deque<Score>& scores,
                      const std::vector<NumberedTable::Number>& left, std::uint64_t max_bytes, Control& control) {
  return Backwards(table, scores, left, control).settle(max_bytes);
}

}  // namespace proofplay
