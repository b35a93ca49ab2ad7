// The Sight Reduction solitaire, solved (SR3, SR3a, SR4, SR5, SR6, SR7).
//
// Every choice of survivors is a start of the backward search. All get a small budget of states first, then
// the rest of them larger ones, so that a bad start costs little; what is learnt about dead states is kept. A deal is
// unsolvable once every start has been searched to its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "bits.hpp"
#include "control.hpp"
#include "games/sight_reduction.hpp"
#include "removal_order_lines.hpp"
#include "removal_order_search.hpp"

namespace proofplay::sight_reduction {

struct Solitaire {
  Variant variant{};
  Pieces deal{};
  Colour turn = Colour::white;
  Bits keep = 0;  // the squares of the survivors (SR4), or none
};

struct Solution {
  std::optional<bool> solvable;  // nothing if a limit ended the search
  std::vector<Bits> removals;    // the squares that each turn clears, in the order of play
};

namespace detail {

struct Start {
  Bits survivors;
  Colour next;  // the colour that was removed last
  int closes;   // lines that the survivors close
};

inline bool finished(const Solitaire& task) noexcept {
  if (task.variant.pairs) return task.deal.all() == 0;
  return size(task.deal.white) == 1 && size(task.deal.black) == 1;
}

// Whether strict alternation can bring the numbers of pieces down to one each (SR3). With pairs the search sees to it;
// but with `harder` the last pieces see no enemy, so that the board is never emptied (SR5, SR7).
inline bool counts_fit(const Solitaire& task) noexcept {
  if (task.variant.pairs) return !task.variant.harder;
  const int first = size(task.deal.of(task.turn));
  const int second = size(task.deal.of(other(task.turn)));
  return first > 0 && second > 0 && (first == second || first == second + 1);
}

template <int Words>
std::vector<Start> starts(const Solitaire& task, const OrderSearch<Words>& search) {
  if (task.variant.pairs) return {{0, Colour::white, 0}, {0, Colour::black, 0}};
  const Colour last = size(task.deal.of(task.turn)) == size(task.deal.of(other(task.turn))) ? other(task.turn) : task.turn;
  const Bits candidates = task.keep != 0 ? task.keep : task.deal.all();
  std::vector<Start> found;
  for (Bits whites = task.deal.white & candidates; whites != 0;) {
    const int white = take_lowest(whites);
    for (Bits blacks = task.deal.black & candidates; blacks != 0;) {
      const int black = take_lowest(blacks);
      found.push_back({bit(white) | bit(black), last, search.closes(white) + search.closes(black)});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Start& a, const Start& b) { return a.closes < b.closes; });
  return found;
}

template <int Words>
Solution solve(const Geometry& g, const Solitaire& task, const LineGraph& graph, Control& control) {
  OrderSearch<Words> search(g, task.variant, task.deal, task.turn, graph, control);
  std::vector<Start> open = starts(task, search);
  Solution solution;
  for (std::uint64_t budget = 200; !open.empty(); budget *= 8) {
    std::vector<Start> left;
    for (const Start& start : open) {
      switch (search.search(start.survivors, start.next, budget, solution.removals)) {
        case Outcome::solved: solution.solvable = true; return solution;
        case Outcome::stopped: return solution;
        case Outcome::cut: left.push_back(start); break;
        case Outcome::dead: break;
      }
    }
    open.swap(left);
  }
  solution.solvable = false;
  return solution;
}

}  // namespace detail

// Solves a solitaire from any position of up to 64 squares. The same task and node limit give the same answer.
inline Solution solve_solitaire(const Geometry& g, const Solitaire& task, Control& control) {
  if (detail::finished(task)) return {true, {}};
  if (!detail::counts_fit(task)) return {false, {}};
  const LineGraph graph(g, task.variant, task.deal);
  const std::size_t lines = graph.lines().size();
  if (lines <= 64) return detail::solve<1>(g, task, graph, control);
  if (lines <= 128) return detail::solve<2>(g, task, graph, control);
  if (lines <= 256) return detail::solve<4>(g, task, graph, control);
  if (lines <= 512) return detail::solve<8>(g, task, graph, control);
  return detail::solve<32>(g, task, graph, control);
}

}  // namespace proofplay::sight_reduction
