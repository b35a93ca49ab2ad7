// Counting the solutions of a solitaire deal depth first, with a table of all positions that come up.
#pragma once

#include <optional>

#include "control.hpp"
#include "games/sight_reduction_search.hpp"
#include "games/sight_reduction_solitaire.hpp"
#include "solution_layers.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace proofplay::sight_reduction {

struct RememberedProspect {
  Prospect<BigCount> prospect;
  bool known = false;
  bool operator==(const RememberedProspect& other) const noexcept { return known == other.known; }
};

class SolutionMemo {
 public:
  SolutionMemo(const Attempt& a, std::uint64_t max_bytes, Control& control)
      : attempt_(a), lines_(a.width, a.height), table_(max_bytes), control_(control), meter_(control) {}

  // Nothing where a limit ended the count, memory among them: it takes a table entry a position.
  std::optional<Prospect<BigCount>> count() {
    try {
      return count_from({attempt_.pieces, attempt_.turn});
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

 private:
  struct Stopped {};

  Prospect<BigCount> count_from(const State& s) {
    if (solved(attempt_.variant, s.pieces, attempt_.keep)) return {1, 1.0};
    if (!hopeful(lines_, attempt_, s.pieces, s.turn)) return {};
    const StateKey key = StateKey::of(s);
    const RememberedProspect seen = table_.get(key);
    if (seen.known) return seen.prospect;
    if (!meter_.tick()) throw Stopped{};
    const Moves open = moves(lines_, attempt_.variant, s.pieces, s.turn);
    Prospect<BigCount> found;
    each_move(lines_, s.pieces, open, [&](Bits removed) {
      const Prospect<BigCount> child = count_from({s.pieces.without(removed), other(s.turn)});
      found.solutions += child.solutions;
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
  Table<StateKey, RememberedProspect> table_;
  Control& control_;
  Meter meter_;
};

}  // namespace proofplay::sight_reduction
