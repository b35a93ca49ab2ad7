// Counting the solutions of a solitaire deal depth first, with a table of all positions that occur.
#pragma once

#include <optional>

#include "big_count.hpp"
#include "control.hpp"
#include "games/sight_reduction/solutions/layers.hpp"
#include "games/sight_reduction/solutions/solitaire.hpp"
#include "games/sight_reduction/two_player/game.hpp"
#include "search/table.hpp"

namespace proofplay::sight_reduction {

struct RememberedSolutions {
  Solutions<BigCount> solutions;
  bool known = false;
  bool operator==(const RememberedSolutions& other) const noexcept { return known == other.known; }
};

class SolutionMemo {
 public:
  SolutionMemo(const Attempt& a, std::uint64_t max_bytes, Control& control)
      : attempt_(a), lines_(a.width, a.height), table_(max_bytes), control_(control), meter_(control) {}

  // None if a limit ended the count. That may be the memory limit: each position takes a table entry.
  std::optional<Solutions<BigCount>> count() {
    try {
      return count_from({attempt_.pieces, attempt_.turn});
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

 private:
  struct Stopped {};

  Solutions<BigCount> count_from(const State& s) {
    if (solved(attempt_.variant, s.pieces, attempt_.keep)) return {1, 1.0};
    if (!may_succeed(lines_, attempt_, s.pieces, s.turn)) return {};
    const StateKey key = StateKey::of(s);
    const RememberedSolutions seen = table_.get(key);
    if (seen.known) return seen.solutions;
    if (!meter_.tick()) throw Stopped{};
    const Moves open = moves(lines_, attempt_.variant, s.pieces, s.turn);
    Solutions<BigCount> found;
    each_move(lines_, s.pieces, open, [&](Bits removed) {
      const Solutions<BigCount> child = count_from({s.pieces.without(removed), other(s.turn)});
      found.number += child.number;
      found.chance += child.chance;
      return false;
    });
    if (open.count() > 0) found.chance /= open.count();
    table_.put(key, {found, true});
    if (table_.lost() > 0) {
      control_.give_up(Reason::memory);
      throw Stopped{};
    }
    return found;
  }

  Attempt attempt_;
  Lines lines_;
  Table<StateKey, RememberedSolutions> table_;
  Control& control_;
  Meter meter_;
};

}  // namespace proofplay::sight_reduction
