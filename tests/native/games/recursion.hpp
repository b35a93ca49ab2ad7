// Plain recursion over the rules of a game, as its test states them, and what the kernels of every game that is asked
// by text must do: searches, tables and counts agree with the recursion, and limits only postpone an answer.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "big_count.hpp"
#include "control.hpp"
#include "search/interface.hpp"
#include "search/negamax.hpp"

namespace proofplay {

// A PositionText that owns its cells.
struct PlainPosition {
  std::string cells;
  int turn = 0;
  int flags = 0;

  PositionText text() const { return {cells, turn, flags}; }
  auto operator<=>(const PlainPosition&) const = default;
};

// `Rules` has the size of the board; children(p), the positions after each move, none if the game is over; and
// ending(p), for the player to move. A player who cannot move although the game is open has lost.
template <class Rules>
class Recursion {
 public:
  explicit Recursion(Rules rules) : rules_(std::move(rules)) {}

  const Rules& rules() const { return rules_; }
  const std::map<PlainPosition, Score>& scores() const { return scores_; }

  Score score(const PlainPosition& p) {
    const auto [entry, fresh] = scores_.try_emplace(p, in_progress);
    if (!fresh) {
      CHECK(entry->second != in_progress);  // a position that comes back
      return entry->second;
    }
    const std::vector<PlainPosition> after = rules_.children(p);
    Score best = loss_in(0);
    if (after.empty() && rules_.ending(p) == Ending::win) best = win_in(0);
    if (after.empty() && rules_.ending(p) == Ending::draw) best = 0;
    for (const PlainPosition& q : after) best = std::max(best, ByDistance::moving_to(score(q)));
    return scores_[p] = best;
  }

  int result(const PlainPosition& p) { return (score(p) > 0) - (score(p) < 0); }

  std::uint64_t perft(const PlainPosition& p, int depth) const {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    for (const PlainPosition& q : rules_.children(p)) count += perft(q, depth - 1);
    return count;
  }

 private:
  static constexpr Score in_progress = std::numeric_limits<Score>::max();

  Rules rules_;
  std::map<PlainPosition, Score> scores_;
};

template <class Rules>
void search_agrees(Recursion<Rules>& recursion, DistanceSearch& search, const PlainPosition& p) {
  INFO(p.cells, " turn ", p.turn, " flags ", p.flags);
  Control control;
  CHECK(search.result(p.text(), control) == recursion.result(p));
  if (recursion.rules().ending(p) == Ending::draw) {
    CHECK(search.distance(p.text(), control) == 0);
  } else if (recursion.result(p) == 0) {
    CHECK_THROWS_AS(search.distance(p.text(), control), std::invalid_argument);
  } else {
    CHECK(search.distance(p.text(), control) == plies_of(recursion.score(p)));
  }
}

template <class Rules>
void table_agrees(Recursion<Rules>& recursion, ReachedTable& table, const PlainPosition& p) {
  INFO(p.cells, " turn ", p.turn, " flags ", p.flags);
  Control control;
  CHECK(table.score(p.text(), control) == recursion.score(p));
}

using CountSequences = std::optional<BigCount>(int, int, const PositionText&, int, Control&);

template <class Rules>
void perft_agrees(const Recursion<Rules>& recursion, CountSequences* perft, const PlainPosition& p, int max_depth) {
  INFO(p.cells, " turn ", p.turn, " flags ", p.flags);
  for (int depth = 0; depth <= max_depth; ++depth) {
    Control control(Control::unlimited, 60, 1 << 16);
    CHECK(perft(recursion.rules().width, recursion.rules().height, p.text(), depth, control) ==
          BigCount(recursion.perft(p, depth)));
  }
}

// Asks again and again, with few positions each time; returns how often.
inline int limits_only_postpone(DistanceSearch& search, const PlainPosition& p, std::uint64_t nodes, int result) {
  INFO(p.cells, " turn ", p.turn, " flags ", p.flags);
  std::optional<int> found;
  int attempts = 0;
  for (; !found && attempts < 10000; ++attempts) {
    Control control(nodes);
    found = search.result(p.text(), control);
    CHECK(found.has_value() == (control.reason() == Reason::none));
    CHECK(control.nodes() <= nodes);
  }
  CHECK(found == result);
  return attempts;
}

// Three threads, two of which join the first time that a search checks whether they should, against one.
template <class Make, class Ask>
void threads_agree(const Make& make, const Ask& ask) {
  Control one, several(Control::unlimited, std::numeric_limits<double>::infinity(), 1 << 24, 3, 256);
  auto alone = make(), together = make();
  CHECK(ask(*together, several) == ask(*alone, one));
}

}  // namespace proofplay
