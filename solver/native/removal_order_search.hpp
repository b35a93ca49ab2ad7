// The backward search of the Sight Reduction solitaire: pieces are put back in alternation until all stand.
//
// Depth first, along a plan (removal_order_plan.hpp): a piece that closes no line of the plan keeps it valid;
// after any other a new plan is needed, and where there is none the branch is dead. States that have been
// searched to the end without success are kept in a table with exact keys.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "control.hpp"
#include "games/sight_reduction.hpp"
#include "key_set.hpp"
#include "removal_order_lines.hpp"
#include "removal_order_plan.hpp"

namespace proofplay::sight_reduction {

// How the search of a state ended. `cut`: its budget ran out; `stopped`: a limit of the whole solve.
enum class Outcome : std::uint8_t { solved, dead, cut, stopped };

template <int Words>
class OrderSearch {
 public:
  OrderSearch(const Geometry& g, const Variant& v, const Pieces& deal, Colour turn,
              const LineGraph& graph, Control& control)
      : g_(g),
        v_(v),
        deal_(deal),
        turn_(turn),
        graph_(graph),
        control_(control),
        meter_(control),
        planner_(graph, v, meter_) {}

  // Searches from a state in which `next` puts back a piece, through at most `budget` states.
  // Solved: `removals` has the whole solution from there to the deal, in the order of play.
  Outcome search(Bits placed, Colour next, std::uint64_t budget, std::vector<Bits>& removals) {
    Standing s{placed, graph_.free_goals()};
    for (Bits rest = placed; rest != 0;) s.met |= graph_.met_by(take_lowest(rest));
    Plan plan;
    switch (planner_.plan(s, plan)) {
      case Answer::no: return Outcome::dead;
      case Answer::stopped: return Outcome::stopped;
      case Answer::yes: break;
    }
    budget_ = budget;
    return extend(s, next, plan, removals);
  }

  int closes(int square) const { return planner_.closes(square, planner_.open_lines({})); }

 private:
  struct Return {
    Bits pieces;
    int rank;  // small ones are tried first
  };

  class Returns {
   public:
    void add(Bits pieces, int rank) { list_.push_back({pieces, rank}); }
    void sort() {
      std::sort(list_.begin(), list_.end(), [](const Return& a, const Return& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.pieces < b.pieces;
      });
    }
    auto begin() const { return list_.begin(); }
    auto end() const { return list_.end(); }

   private:
    std::vector<Return> list_;
  };

  // What a plan says about the next pieces.
  struct Advice {
    Bits wanted = 0;  // ends of its next line that has a piece of the colour to come
    Bits barred = 0;  // pieces that close a line that it still needs
    LineSet<Words> open;
  };

  Advice advice(const Standing& s, Colour c, const Plan& plan) const {
    Advice a;
    a.open = planner_.open_lines(s);
    for (int i = 0; i < plan.length; ++i) {
      const SightLine& line = graph_.lines()[plan.lines[i]];
      if ((line.targets & ~s.met) == 0) continue;
      a.barred |= line.blockers;
      if (a.wanted == 0) a.wanted = line.ends & deal_.of(c) & ~s.placed;
    }
    return a;
  }

  int rank(const Standing& s, const Advice& a, int square) const {
    int rank = planner_.closes(square, a.open);
    if ((a.barred & bit(square)) != 0) rank += 1000;
    if ((a.wanted & bit(square)) != 0) rank -= 100;
    if ((graph_.met_by(square) & ~s.met) != 0) rank -= 50;
    return rank;
  }

  // The pieces of a colour that can return alone.
  Bits returnable(Bits placed, Colour c) const {
    Bits found = 0;
    for (Bits rest = deal_.of(c) & ~placed; rest != 0;) {
      const int square = take_lowest(rest);
      if (sees(g_, square, placed, placed & deal_.of(c), v_.friend_directions()) &&
          (!v_.harder || sees(g_, square, placed, placed & deal_.of(other(c)), directions))) {
        found |= bit(square);
      }
    }
    return found;
  }

  Returns returns(const Standing& s, Colour c, const Advice& a) const {
    Returns found;
    for (Bits rest = returnable(s.placed, c); rest != 0;) {
      const int square = take_lowest(rest);
      found.add(bit(square), rank(s, a, square));
    }
    if (v_.pairs) add_pairs(s, c, a, found);
    found.sort();
    return found;
  }

  // Two pieces return together if they then see each other (SR7; there are no solutions with `harder`). Single
  // ones come first, unless the colour has more pieces to put back than the other.
  void add_pairs(const Standing& s, Colour c, const Advice& a, Returns& found) const {
    const Bits absent = deal_.of(c) & ~s.placed;
    const int hurry = size(absent) > size(deal_.of(other(c)) & ~s.placed) ? -200 : 200;
    for (Bits rest = absent; rest != 0;) {
      const int square = take_lowest(rest);
      for (int d = 0; d < v_.friend_directions(); ++d) {
        for (Bits partners = g_.ray(square, d) & rest; partners != 0;) {
          const int partner = take_lowest(partners);
          if ((g_.between(square, d, partner) & s.placed) != 0) continue;
          found.add(bit(square) | bit(partner), rank(s, a, square) + rank(s, a, partner) + hurry);
        }
      }
    }
  }

  // Whether the numbers of pieces still to come fit the alternation, which ends with the colour that
  // begins the solitaire. Without pairs they do from the start.
  bool counts_fit(Bits placed, Colour next) const {
    if (!v_.pairs) return true;
    const int more = size(deal_.of(next) & ~placed);
    const int others = size(deal_.of(other(next)) & ~placed);
    const int ahead = next == turn_ ? 1 : 0;  // turns of `next` less turns of the other
    return others + ahead >= (more + 1) / 2 && (others + 1) / 2 + ahead <= more;
  }

  Outcome extend(const Standing& s, Colour next, const Plan& plan, std::vector<Bits>& removals) {
    if (!counts_fit(s.placed, next)) return Outcome::dead;
    if (budget_ == 0) return Outcome::cut;
    --budget_;
    if (!meter_.tick()) return Outcome::stopped;
    const Advice a = advice(s, next, plan);
    bool complete = true;
    for (const Return& r : returns(s, next, a)) {
      const Outcome outcome = put_back(s, next, plan, a, r.pieces, removals);
      if (outcome == Outcome::solved) removals.push_back(r.pieces);
      if (outcome == Outcome::solved || outcome == Outcome::stopped) return outcome;
      if (outcome == Outcome::cut) {
        complete = false;
        if (budget_ == 0) break;
      }
    }
    if (!complete) return Outcome::cut;
    return remember_dead(s.placed, next) ? Outcome::dead : Outcome::stopped;
  }

  Outcome put_back(const Standing& s, Colour c, const Plan& plan, const Advice& a, Bits pieces,
                   std::vector<Bits>& removals) {
    Standing t{s.placed | pieces, s.met};
    for (Bits rest = pieces; rest != 0;) t.met |= graph_.met_by(take_lowest(rest));
    if (t.placed == deal_.all()) return c == turn_ ? Outcome::solved : Outcome::dead;
    if (dead(other(c)).contains(absent(t.placed))) return Outcome::dead;
    if ((a.barred & pieces) == 0) return extend(t, other(c), plan, removals);
    Plan fresh;
    switch (planner_.plan(t, fresh)) {
      case Answer::no: return remember_dead(t.placed, other(c)) ? Outcome::dead : Outcome::stopped;
      case Answer::stopped: return Outcome::stopped;
      case Answer::yes: break;
    }
    return extend(t, other(c), fresh, removals);
  }

  // The pieces still to come: what the table of dead states goes by. There are some in every state it is asked for.
  Bits absent(Bits placed) const noexcept { return deal_.all() & ~placed; }

  KeySet& dead(Colour next) noexcept { return dead_[static_cast<int>(next)]; }

  bool remember_dead(Bits placed, Colour next) {
    if (dead(next).bytes_to_insert() + dead(other(next)).bytes_to_insert() > control_.max_bytes()) {
      control_.give_up(Reason::memory);
      return false;
    }
    dead(next).insert(absent(placed));
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
  std::uint64_t budget_ = 0;
};

}  // namespace proofplay::sight_reduction
