// The backward search of the Sight Reduction solitaire: pieces are put back in alternation until all are on the board.
//
// Depth first, along a plan (plan.hpp): a piece that closes no line of the plan keeps it valid; after any other a new
// plan is needed, and if there is none the branch is dead. States that have been searched completely without success
// are kept in a table with exact keys.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "games/sight_reduction/removal_order/line_graph.hpp"
#include "games/sight_reduction/removal_order/plan.hpp"
#include "games/sight_reduction/rules.hpp"
#include "sets/bits.hpp"
#include "sets/key_set.hpp"

namespace proofplay::sight_reduction {

// How the search of a state ended. `cut`: its budget ran out; `stopped`: a limit of the whole solve was reached.
enum class Outcome : std::uint8_t { solved, dead, cut, stopped };

template <int Words>
class OrderSearch {
 public:
  OrderSearch(const Geometry& g, const Variant& v, const Pieces& deal, Colour turn, const LineGraph& graph,
              Control& control)
      : g_(g),
        v_(v),
        deal_(deal),
        turn_(turn),
        graph_(graph),
        control_(control),
        meter_(control),
        planner_(graph, v, meter_) {}

  // Searches from a state in which `next` puts back a piece, through at most `budget` states. If solved, `removals` is
  // the whole solution from there to the deal, in the order of play.
  Outcome search(Bits placed, Colour next, std::uint64_t budget, std::vector<Bits>& removals) {
    const SearchState s{placed, graph_.free_goals() | met_by(placed)};
    if (planner_.refuted(s)) return Outcome::dead;
    budget_ = budget;
    return plan_and_extend({s, planner_.open_lines(s), next}, removals);
  }

  // How many lines of the deal a piece closes.
  int closes(int square) const { return planner_.closes(square, planner_.open_lines({})); }

 private:
  struct State {
    SearchState state;
    LineSet<Words> open;  // planner_.open_lines(state)
    Colour next;          // the colour that puts back a piece
  };

  struct Return {
    Bits pieces;
    int rank;  // the lowest are tried first
  };

  // What a plan says about the next pieces.
  struct Advice {
    Bits wanted = 0;  // missing pieces of the colour to come, at the ends of its first line that has any
    Bits barred = 0;  // pieces that close a line that it still needs
  };

  Bits met_by(Bits pieces) const noexcept {
    Bits met = 0;
    while (pieces != 0) met |= graph_.met_by(take_lowest(pieces));
    return met;
  }

  Advice advice(const State& s, const Plan& plan) const {
    Advice a;
    for (int i = 0; i < plan.length; ++i) {
      const SightLine& line = graph_.lines()[plan.lines[i]];
      if ((line.targets & ~s.state.met) == 0) continue;
      a.barred |= line.blockers;
      if (a.wanted == 0) a.wanted = line.ends & deal_.of(s.next) & ~s.state.placed;
    }
    return a;
  }

  int rank(const State& s, const Advice& a, int square) const {
    int rank = planner_.closes(square, s.open);
    if ((a.barred & bit(square)) != 0) rank += 1000;
    if ((a.wanted & bit(square)) != 0) rank -= 100;
    if ((graph_.met_by(square) & ~s.state.met) != 0) rank -= 50;
    return rank;
  }

  // Pushes the returns to try on the stack, best last.
  void add_returns(const State& s, const Advice& a) {
    const std::size_t first = returns_.size();
    add_singles(s, a);
    if (v_.pairs) add_pairs(s, a);
    std::sort(
        returns_.begin() + static_cast<std::ptrdiff_t>(first), returns_.end(),
        [](const Return& x, const Return& y) { return x.rank != y.rank ? x.rank > y.rank : x.pieces > y.pieces; });
  }

  void add_singles(const State& s, const Advice& a) {
    const Bits placed = s.state.placed;
    const Bits friends = placed & deal_.of(s.next);
    const Bits enemies = placed & deal_.of(other(s.next));
    for (Bits rest = deal_.of(s.next) & ~placed; rest != 0;) {
      const int square = take_lowest(rest);
      if (!sees(g_, square, placed, friends, v_.friend_directions())) continue;
      if (v_.harder && !sees(g_, square, placed, enemies, directions)) continue;
      returns_.push_back({bit(square), rank(s, a, square)});
    }
  }

  // Two pieces can return together if they then see each other (SR7; there are no solutions with `harder`). Single ones
  // are tried first, unless the colour has more pieces to put back than the other one.
  void add_pairs(const State& s, const Advice& a) {
    const Bits missing = absent(s.state.placed);
    const Bits own = missing & deal_.of(s.next);
    const int hurry = 2 * size(own) > size(missing) ? -200 : 200;
    for (Bits rest = own; rest != 0;) {
      const int square = take_lowest(rest);
      for (int d = 0; d < v_.friend_directions(); ++d) {
        for (Bits partners = g_.ray(square, d) & rest; partners != 0;) {
          const int partner = take_lowest(partners);
          if ((g_.between(square, d, partner) & s.state.placed) != 0) continue;
          returns_.push_back({bit(square) | bit(partner), rank(s, a, square) + rank(s, a, partner) + hurry});
        }
      }
    }
  }

  // Whether the numbers of pieces still to come fit the alternation, which ends with the colour that begins the
  // solitaire. Without pairs they fit from the start.
  bool counts_fit(Bits placed, Colour next) const {
    if (!v_.pairs) return true;
    const int more = size(deal_.of(next) & ~placed);
    const int others = size(deal_.of(other(next)) & ~placed);
    const int ahead = next == turn_ ? 1 : 0;  // turns of `next` minus turns of the other
    return others + ahead >= (more + 1) / 2 && (others + 1) / 2 + ahead <= more;
  }

  // With `harder`: whether the ends of a line that are not on the board yet can return in sight of an enemy before the
  // line's blockers do. Other pieces that return before then are ignored.
  bool ends_can_return(const SightLine& line, Bits placed) const {
    for (Bits rest = line.ends & ~placed; rest != 0;) {
      const int square = take_lowest(rest);
      const bool white = (deal_.white & bit(square)) != 0;
      const Bits friends = white ? deal_.white : deal_.black;
      const Bits enemies = (white ? deal_.black : deal_.white) & ~line.blockers;
      if (!may_see(square, enemies, friends & placed)) return false;
    }
    return true;
  }

  // Whether one of `targets` is on one of the eight lines of a square, with no blocker in front of it.
  bool may_see(int square, Bits targets, Bits blockers) const {
    for (int d = 0; d < directions; ++d) {
      const int nearest = g_.nearest(square, d, blockers);
      const Bits sight = nearest < 0 ? g_.ray(square, d) : g_.between(square, d, nearest);
      if ((sight & targets) != 0) return true;
    }
    return false;
  }

  // A plan; with `harder`, one over lines whose ends can return.
  Answer make_plan(const State& s, Plan& plan) {
    const Answer answer = planner_.plan(s.state, s.open, plan);
    if (answer != Answer::yes || !v_.harder) return answer;
    LineSet<Words> lines;
    s.open.each([&](int i) {
      if (ends_can_return(graph_.lines()[i], s.state.placed)) lines.add(i);
    });
    return lines == s.open ? answer : planner_.plan_with(s.state, lines, plan);
  }

  Outcome extend(const State& s, const Plan& plan, std::vector<Bits>& removals) {
    if (!counts_fit(s.state.placed, s.next)) return Outcome::dead;
    if (budget_ == 0) return Outcome::cut;
    --budget_;
    if (!meter_.tick()) return Outcome::stopped;
    const Advice a = advice(s, plan);
    const std::size_t first = returns_.size();
    add_returns(s, a);
    Outcome outcome = Outcome::dead;
    while (returns_.size() > first && outcome == Outcome::dead) {
      const Bits pieces = returns_.back().pieces;
      returns_.pop_back();
      outcome = put_back(s, plan, a, pieces, removals);
      if (outcome == Outcome::solved) removals.push_back(pieces);
    }
    returns_.resize(first);
    if (outcome == Outcome::dead && !remember_dead(s)) return Outcome::stopped;
    return outcome;
  }

  Outcome put_back(const State& s, const Plan& plan, const Advice& a, Bits pieces, std::vector<Bits>& removals) {
    const Bits placed = s.state.placed | pieces;
    if (placed == deal_.all()) return s.next == turn_ ? Outcome::solved : Outcome::dead;
    if (dead(other(s.next)).contains(absent(placed))) return Outcome::dead;
    const Bits met = s.state.met | met_by(pieces);
    const Bits fresh = met & ~s.state.met;
    const State t{{placed, met}, planner_.still_open(s.open, pieces, fresh, met), other(s.next)};
    return (a.barred & pieces) == 0 ? extend(t, plan, removals) : plan_and_extend(t, removals);
  }

  Outcome plan_and_extend(const State& s, std::vector<Bits>& removals) {
    Plan plan;
    switch (make_plan(s, plan)) {
      case Answer::no: return remember_dead(s) ? Outcome::dead : Outcome::stopped;
      case Answer::stopped: return Outcome::stopped;
      case Answer::yes: break;
    }
    return extend(s, plan, removals);
  }

  // The pieces still to come: the key in the table of dead states. It is never empty in a state that is looked up.
  Bits absent(Bits placed) const noexcept { return deal_.all() & ~placed; }

  KeySet& dead(Colour next) noexcept { return dead_[static_cast<int>(next)]; }

  // False if there is not enough memory for it.
  bool remember_dead(const State& s) {
    if (dead(s.next).bytes_to_insert() + dead(other(s.next)).bytes_to_insert() > control_.max_bytes()) {
      control_.give_up(Reason::memory);
      return false;
    }
    dead(s.next).insert(absent(s.state.placed));
    return true;
  }

  const Geometry& g_;
  Variant v_;
  Pieces deal_;
  Colour turn_;
  const LineGraph& graph_;
  Control& control_;
  Meter meter_;
  Planner<Words> planner_;
  std::array<KeySet, 2> dead_;  // by the colour to come; key: the pieces still to come
  std::vector<Return> returns_;  // stack of extend()
  std::uint64_t budget_ = 0;     // states left
};

}  // namespace proofplay::sight_reduction
