// Plans for a Sight Reduction solitaire: in which order, and over which lines, its goals can be met.
//
// The planner ignores turns, and lets pieces of an entered component be on the board wherever a line needs them. So a
// plan need not be playable as it is, but if there is no plan, there is no solution: that refutes most unsolvable
// deals, and prunes the search for the rest.
//
// In this relaxed problem more goals met and fewer pieces on the board is always at least as good. Hence a failed state
// refutes all states with no more goals and no fewer pieces, and it is remembered in a more general form, a nogood: the
// goals and the pieces that the failure really depends on, collected from the failures below it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "control.hpp"
#include "games/sight_reduction/removal_order/line_graph.hpp"
#include "games/sight_reduction/removal_order/line_set.hpp"
#include "sets/bits.hpp"

namespace proofplay::sight_reduction {

struct SearchState {
  Bits placed = 0;  // the pieces on the board
  Bits met = 0;  // the goals that are met
};

// Lines to use, in this order. At most one per goal.
struct Plan {
  std::array<std::uint16_t, 64> lines;
  int length = 0;

  void add(int line) noexcept { lines[length++] = static_cast<std::uint16_t>(line); }
};

enum class Answer : std::uint8_t { no, yes, stopped };

template <int Words>
class Planner {
 public:
  // `graph` has at most 64 · Words lines. `meter` counts the states examined.
  Planner(const LineGraph& graph, const Variant& v, Meter& meter)
      : lines_(graph.lines()),
        everything_(first_bits(graph.goals())),
        pairs_(v.pairs),
        meter_(meter),
        closes_(lines_.size()),
        excludes_(lines_.size()) {
    const int n = static_cast<int>(lines_.size());
    for (int i = 0; i < n; ++i) {
      all_.add(i);
      if (lines_[i].blockers == 0) permanent_.add(i);
      for (Bits rest = lines_[i].targets; rest != 0;) to_[take_lowest(rest)].add(i);
      for (Bits rest = lines_[i].goals; rest != 0;) at_[take_lowest(rest)].add(i);
      for (Bits rest = lines_[i].blockers; rest != 0;) closed_by_[take_lowest(rest)].add(i);
    }
    for (int i = 0; i < n; ++i) {
      for (Bits rest = lines_[i].ends; rest != 0;) closes_[i] |= closed_by_[take_lowest(rest)];
    }
    for (int i = 0; i < n; ++i) {
      closes_[i].each([&](int k) {
        if (closes_[k].has(i)) excludes_[i].add(k);
      });
    }
  }

  // Finds a plan from a state and its open lines, if there is one; after the plan no remaining goal can fail.
  Answer plan(const SearchState& s, const LineSet<Words>& open, Plan& plan) {
    plan.length = 0;
    if (refuted(s)) return Answer::no;
    const Answer answer = search(s, open, plan);
    if (answer == Answer::no && reasons_.size() < max_reasons) reasons_.push_back(nogood_);
    return answer;
  }

  // The same if only some of the open lines can be used. The nogoods learnt are valid for these lines only, and are
  // discarded.
  Answer plan_with(const SearchState& s, const LineSet<Words>& lines, Plan& plan) {
    std::vector<SearchState> kept;
    kept.swap(nogoods_);
    plan.length = 0;
    const Answer answer = search(s, lines, plan);
    kept.swap(nogoods_);
    return answer;
  }

  // Whether a known nogood rules out a plan: most starts of an unsolvable deal fail for the same few reasons.
  bool refuted(const SearchState& s) const noexcept {
    return std::any_of(reasons_.begin(), reasons_.end(), [&](const SearchState& reason) { return refutes(reason, s); });
  }

  // The lines that are still open and useful.
  LineSet<Words> open_lines(const SearchState& s) const {
    Lines open = leading_to(everything_ & ~s.met);
    for (Bits rest = s.placed; rest != 0;) open -= closed_by_[take_lowest(rest)];
    return open;
  }

  // What is left of the open lines when more pieces are on the board and more goals are met.
  LineSet<Words> still_open(LineSet<Words> open, Bits pieces, Bits fresh, Bits met) const {
    while (pieces != 0) open -= closed_by_[take_lowest(pieces)];
    return fresh == 0 ? open : open & leading_to(everything_ & ~met);
  }

  // How many of some open lines a piece on this square closes.
  int closes(int square, const LineSet<Words>& open) const { return (closed_by_[square] & open).count(); }

 private:
  using Lines = LineSet<Words>;

  // Nogoods are searched one by one: more of them would cost more than they save.
  static constexpr std::size_t max_nogoods = std::size_t{1} << 15;
  static constexpr std::size_t max_reasons = std::size_t{1} << 8;

  // A goal with only one line left that can meet it. Every completion of the state uses this line, and so cannot use
  // the lines that it excludes.
  struct ForcedGoal {
    int goal;
    int line;
  };

  // What follows from forced goals in one state.
  struct Inference {
    std::array<ForcedGoal, 64> forced;
    int length = 0;
    Lines excluded;  // of the open lines
  };

  // A nogood says: no state with goals only among `met` and at least the pieces `placed` can be completed.
  static bool refutes(const SearchState& nogood, const SearchState& s) noexcept {
    return (s.met & ~nogood.met) == 0 && (nogood.placed & ~s.placed) == 0;
  }

  // Whether all remaining goals can be met over lines that never close.
  bool secured(Bits met) const { return reachable(permanent_, met) == everything_; }

  Lines leading_to(Bits goals) const {
    Lines found;
    while (goals != 0) found |= to_[take_lowest(goals)];
    return found;
  }

  bool usable(int line, Bits met) const noexcept {
    const Bits missing = lines_[line].goals & ~met;
    if (pairs_) return missing != 0;
    return (missing & lines_[line].targets) != 0 && (missing & (missing - 1)) == 0;
  }

  Lines usable(const Lines& lines, Bits met) const {
    Lines found;
    lines.each([&](int i) {
      if (usable(i, met)) found.add(i);
    });
    return found;
  }

  // All goals that can be met over some lines if none of them is ever closed.
  Bits reachable(const Lines& open, Bits met) const {
    if (pairs_) {
      open.each([&](int i) { met |= lines_[i].goals; });
      return met;
    }
    for (Bits rest = met; rest != 0;) {
      (at_[take_lowest(rest)] & open).each([&](int i) {
        if (!usable(i, met)) return;
        rest |= lines_[i].goals & ~met;
        met |= lines_[i].goals;
      });
    }
    return met;
  }

  // Looks for goals with one line left and propagates what it excludes. False, with the nogood, if a goal has none.
  bool infer(const SearchState& s, const Lines& open, Inference& inference) {
    inference.length = 0;
    inference.excluded = {};
    Bits missing = everything_ & ~s.met;
    for (bool more = true; more;) {
      more = false;
      for (Bits rest = missing; rest != 0;) {
        const int goal = take_lowest(rest);
        const Lines left = (to_[goal] & open) - inference.excluded;
        if (left.several()) continue;
        if (left.empty()) {
          nogood_ = {0, everything_ & ~bit(goal)};
          explain(to_[goal], inference, s.placed, nogood_);
          return false;
        }
        missing &= ~bit(goal);
        const int line = left.first();
        const Lines excluded = (excludes_[line] & open) - inference.excluded;
        if (excluded.empty()) continue;
        inference.forced[inference.length++] = {goal, line};
        inference.excluded |= excluded;
        more = true;
      }
    }
    return true;
  }

  // Adds to a nogood the reasons why none of `lines` can be used: the pieces that close them, and for excluded ones,
  // that the goals that exclude them are not met and have no other line.
  void explain(Lines lines, const Inference& inference, Bits placed, SearchState& nogood) const {
    for (int i = inference.length; i-- > 0;) {
      const ForcedGoal& f = inference.forced[i];
      const Lines excluded = lines & inference.excluded & excludes_[f.line];
      if (excluded.empty()) continue;
      lines -= excluded;
      lines |= to_[f.goal];
      lines.remove(f.line);
      nogood.met &= ~bit(f.goal);
    }
    for (const bool only : {true, false}) {
      lines.each([&](int i) {
        const Bits closing = lines_[i].blockers & placed;
        if ((closing & nogood.placed) != 0 || (only && size(closing) > 1)) return;
        nogood.placed |= closing & -closing;
      });
    }
  }

  // Uses lines that close nothing, as long as there are any: this never loses a plan. Their ends are left out of
  // s.placed, so that no nogood depends on them. False, with the nogood, if the state has failed.
  bool settle(SearchState& s, Lines& open, Inference& inference, Plan& plan) {
    while (!secured(s.met)) {
      if (!infer(s, open, inference)) return false;
      const Lines left = open - inference.excluded;
      const Bits reached = reachable(left, s.met);
      if (reached != everything_) {
        nogood_ = {0, reached};
        explain(usable(all_, reached), inference, s.placed, nogood_);
        return false;
      }
      Bits sensitive = 0;
      open.each([&](int i) { sensitive |= lines_[i].blockers; });
      int safe = -1;
      left.each([&](int i) {
        if ((lines_[i].ends & sensitive) == 0 && usable(i, s.met)) safe = i;
      });
      if (safe < 0) return true;
      plan.add(safe);
      s.met |= lines_[safe].goals;
      open &= leading_to(everything_ & ~s.met);
    }
    return true;
  }

  bool known(const SearchState& s) {
    for (const SearchState& r : nogoods_) {
      if (!refutes(r, s)) continue;
      nogood_ = r;
      return true;
    }
    return false;
  }

  Answer search(SearchState s, Lines open, Plan& plan) {
    if (!meter_.tick()) return Answer::stopped;
    Inference inference;
    if (!settle(s, open, inference, plan)) return Answer::no;
    if (secured(s.met)) return Answer::yes;
    if (known(s)) return Answer::no;
    return branch(s, open, inference, plan);
  }

  Answer branch(const SearchState& s, const Lines& open, const Inference& inference, Plan& plan) {
    const Lines choices = usable(open - inference.excluded, s.met);
    const std::size_t first_choice = order_.size();
    choices.each([&](int i) { order_.push_back({(closes_[i] & open).count(), i}); });
    std::sort(order_.begin() + first_choice, order_.end());
    const std::size_t end = order_.size();
    const std::size_t first_nogood = recent_.size();
    const int length = plan.length;

    SearchState nogood{0, s.met};
    Answer answer = Answer::no;
    for (std::size_t i = first_choice; i < end; ++i) {
      const int line = order_[i].second;
      const SearchState t{s.placed | lines_[line].ends, s.met | lines_[line].goals};
      if (!refuted_by_sibling(t, first_nogood)) {
        plan.length = length;
        plan.add(line);
        answer = search(t, (open - closes_[line]) & leading_to(everything_ & ~t.met), plan);
        if (answer != Answer::no) break;
        recent_.push_back(nogood_);
        // The nogood may not depend on this line at all: then it holds for s too.
        if (refutes(nogood_, s)) break;
      }
      nogood.placed |= nogood_.placed & ~lines_[line].ends;
    }
    const bool holds = answer == Answer::no && end > first_choice && refutes(nogood_, s);
    order_.resize(first_choice);
    recent_.resize(first_nogood);
    if (answer != Answer::no || holds) return answer;
    explain(usable(all_, s.met) - choices, inference, s.placed, nogood);
    nogood_ = nogood;
    if (nogoods_.size() < max_nogoods) nogoods_.push_back(nogood);
    return Answer::no;
  }

  bool refuted_by_sibling(const SearchState& s, std::size_t first) {
    for (std::size_t i = first; i < recent_.size(); ++i) {
      if (!refutes(recent_[i], s)) continue;
      nogood_ = recent_[i];
      return true;
    }
    return false;
  }

  const std::vector<SightLine>& lines_;
  Bits everything_;
  bool pairs_;
  Meter& meter_;
  Lines all_;
  Lines permanent_;  // without blockers
  std::array<Lines, 64> to_{};  // goal: the lines that can meet it
  std::array<Lines, 64> at_{};  // goal: the lines that it takes part in
  std::array<Lines, 64> closed_by_{};  // square: the lines that a piece there closes
  std::vector<Lines> closes_;  // line: those that its ends close
  std::vector<Lines> excludes_;  // line: those that it closes and that close it
  std::vector<SearchState> nogoods_;
  std::vector<SearchState> reasons_;  // of the states given to plan()
  SearchState nogood_;  // of the state that failed last
  // Stacks of branch(): choices with the number of lines they close, and nogoods of earlier ones.
  std::vector<std::pair<int, int>> order_;
  std::vector<SearchState> recent_;
};

}  // namespace proofplay::sight_reduction
