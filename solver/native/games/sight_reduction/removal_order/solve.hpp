// Solves the Sight Reduction solitaire (SR3, SR3a, SR4, SR5, SR6, SR7).
//
// Every choice of survivors is a start of the backward search. First all starts get a small budget of states, then the
// remaining ones get larger ones, on the refined graph of lines, so that neither a bad start nor a shallow refutation
// costs much; dead states are remembered. A deal is unsolvable once every start has been searched completely.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "control.hpp"
#include "games/sight_reduction/removal_order/line_graph.hpp"
#include "games/sight_reduction/removal_order/search.hpp"
#include "games/sight_reduction/rules.hpp"
#include "sets/bits.hpp"

namespace proofplay::sight_reduction {

struct Solitaire {
  Variant variant{};
  Pieces deal{};
  Colour turn = Colour::white;
  Bits keep = 0;  // the squares of the survivors (SR4), or none
};

struct Solution {
  std::optional<bool> solvable;  // none if a limit ended the search
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

// Whether strict alternation can bring the numbers of pieces down to one each (SR3). With pairs the search checks this;
// but with `harder` the last pieces see no enemy, so the board is never emptied (SR5, SR7).
inline bool counts_fit(const Solitaire& task) noexcept {
  if (task.variant.pairs) return !task.variant.harder;
  const int first = size(task.deal.of(task.turn));
  const int second = size(task.deal.of(other(task.turn)));
  return first > 0 && second > 0 && (first == second || first == second + 1);
}

template <int Words>
std::vector<Start> starts(const Solitaire& task, const OrderSearch<Words>& search) {
  if (task.variant.pairs) return {{0, Colour::white, 0}, {0, Colour::black, 0}};
  const bool even = size(task.deal.white) == size(task.deal.black);
  const Colour last = even ? other(task.turn) : task.turn;
  const Bits candidates = task.keep != 0 ? task.keep : task.deal.all();
  std::array<int, 64> closes{};
  for (Bits rest = candidates; rest != 0;) {
    const int square = take_lowest(rest);
    closes[square] = search.closes(square);
  }
  std::vector<Start> found;
  for (Bits whites = task.deal.white & candidates; whites != 0;) {
    const int white = take_lowest(whites);
    for (Bits blacks = task.deal.black & candidates; blacks != 0;) {
      const int black = take_lowest(blacks);
      found.push_back({bit(white) | bit(black), last, closes[white] + closes[black]});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Start& a, const Start& b) { return a.closes < b.closes; });
  return found;
}

// How many states each start may take in the first round on each graph: at least one. Every later round allows eight
// times as many.
struct Budgets {
  std::uint64_t plain;
  std::uint64_t refined;
};

// The first round leaves room for one solution and little else.
inline Budgets usual_budgets(const Solitaire& task) noexcept {
  return {static_cast<std::uint64_t>(size(task.deal.all())) + 20, 1000};
}

// Searches every start with the budget, and keeps those that are not decided. False if nothing is left to do.
template <int Words>
bool search_all(OrderSearch<Words>& search, std::vector<Start>& open, std::uint64_t budget, Solution& solution) {
  std::vector<Start> left;
  for (const Start& start : open) {
    switch (search.search(start.survivors, start.next, budget, solution.removals)) {
      case Outcome::solved: solution.solvable = true; return false;
      case Outcome::stopped: return false;
      case Outcome::cut: left.push_back(start); break;
      case Outcome::dead: break;
    }
  }
  open.swap(left);
  if (open.empty()) solution.solvable = false;
  return !open.empty();
}

// Calls f with a number of words that can hold the lines of a graph, as a constant. Two pieces have at most two lines,
// one for each that may see the other as an enemy: that makes fewer than 64 · 64.
template <class F>
void with_words(const LineGraph& graph, F&& f) {
  const std::size_t lines = graph.lines().size();
  if (lines <= 64) return f(std::integral_constant<int, 1>{});
  if (lines <= 128) return f(std::integral_constant<int, 2>{});
  if (lines <= 256) return f(std::integral_constant<int, 4>{});
  if (lines <= 512) return f(std::integral_constant<int, 8>{});
  f(std::integral_constant<int, 64>{});
}

// For tasks that are not finished and whose counts fit.
inline Solution solve(const Geometry& g, const Solitaire& task, Control& control, const Budgets& budgets) {
  Solution solution;
  std::vector<Start> open;
  const LineGraph plain(g, task.variant, task.deal);
  bool undecided = true;
  std::uint64_t budget = budgets.plain;
  with_words(plain, [&](auto words) {
    OrderSearch<words> search(g, task.variant, task.deal, task.turn, plain, control);
    open = starts(task, search);
    undecided = search_all(search, open, budget, solution);
    // With `harder`, the refined graph adds too little for its cost.
    while (undecided && task.variant.harder) {
      undecided = search_all(search, open, budget *= 8, solution);
    }
  });
  if (!undecided) return solution;
  const LineGraph refined = plain.refined(g, task.variant, task.deal);
  with_words(refined, [&](auto words) {
    OrderSearch<words> search(g, task.variant, task.deal, task.turn, refined, control);
    budget = budgets.refined;
    while (search_all(search, open, budget, solution)) budget *= 8;
  });
  return solution;
}

}  // namespace detail

// Solves a solitaire from any position of up to 64 squares. The same task and node limit always give the same answer.
inline Solution solve_solitaire(const Geometry& g, const Solitaire& task, Control& control) {
  // One piece of each colour is the end, but not a solution if a survivor was removed before (SR4).
  if (detail::finished(task)) return {(task.keep & ~task.deal.all()) == 0, {}};
  if (!detail::counts_fit(task)) return {false, {}};
  return detail::solve(g, task, control, detail::usual_budgets(task));
}

}  // namespace proofplay::sight_reduction
