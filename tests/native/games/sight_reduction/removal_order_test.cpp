// The removal-order search against plain recursion over the rules.
#include "games/sight_reduction/removal_order/memo.hpp"
#include "games/sight_reduction/removal_order/solve.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <unordered_set>

using namespace proofplay;
using namespace proofplay::sight_reduction;

namespace {

bool solved(const Solitaire& task, const Pieces& p) {
  if (task.variant.pairs) return p.all() == 0;
  return size(p.white) == 1 && size(p.black) == 1 && (task.keep & ~p.all()) == 0;
}

// Plain recursion: SR3 as it is written, remembering what failed.
class Recursion {
 public:
  Recursion(const Geometry& g, const Solitaire& task) : g_(g), task_(task) {}

  bool solvable() { return search(task_.deal, task_.turn); }

 private:
  bool search(const Pieces& p, Colour c) {
    if (solved(task_, p)) return true;
    auto& failed = failed_[static_cast<int>(c)];
    if (failed.contains(p.all())) return false;
    if (each_removal(g_, task_.variant, p, c, [&](Bits removed) { return search(p.without(removed), other(c)); })) {
      return true;
    }
    failed.insert(p.all());
    return false;
  }

  const Geometry& g_;
  Solitaire task_;
  std::unordered_set<Bits> failed_[2];
};

bool replays(const Geometry& g, const Solitaire& task, const std::vector<Bits>& removals) {
  Pieces p = task.deal;
  Colour c = task.turn;
  for (const Bits removal : removals) {
    if (solved(task, p)) return false;
    if (!each_removal(g, task.variant, p, c, [&](Bits legal) { return legal == removal; })) {
      return false;
    }
    p = p.without(removal);
    c = other(c);
  }
  return solved(task, p);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // From 0 to n - 1.
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  Bits square_of(Bits squares) {
    for (int skip = below(size(squares)); skip > 0; --skip) squares &= squares - 1;
    return squares & -squares;
  }

  Pieces pieces(int squares, int white, int black) {
    Pieces p;
    Bits left = first_bits(squares);
    for (int i = 0; i < white + black; ++i) {
      const Bits square = square_of(left);
      left &= ~square;
      (i < white ? p.white : p.black) |= square;
    }
    return p;
  }

  Colour colour() { return one_in(2) ? Colour::white : Colour::black; }
  Variant variant() { return {.harder = one_in(2), .easier = one_in(2), .pairs = one_in(3)}; }

 private:
  std::mt19937_64 engine_;
};

void check_sound(const Geometry& g, const Solitaire& task, const Solution& solution) {
  CHECK(solution.solvable.has_value());
  if (*solution.solvable) {
    CHECK(replays(g, task, solution.removals));
  } else {
    CHECK(solution.removals.empty());
  }
}

Solution solve(const Geometry& g, const Solitaire& task) {
  Control control;
  const Solution solution = solve_solitaire(g, task, control);
  check_sound(g, task, solution);
  return solution;
}

void check(const Geometry& g, const Solitaire& task) {
  const bool truth = Recursion(g, task).solvable();
  CHECK(*solve(g, task).solvable == truth);
  if (detail::finished(task) || !detail::counts_fit(task)) return;
  // With minimal budgets, most of the work is left to later rounds and to the refined graph.
  Control control;
  const Solution solution = detail::solve(g, task, control, {.plain = 1, .refined = 1});
  check_sound(g, task, solution);
  CHECK(*solution.solvable == truth);
}

// Small boards of all shapes and fillings, with holes and uneven numbers, and either colour beginning.
TEST_CASE("the search agrees with recursion on small boards") {
  Random random(1);
  for (int i = 0; i < 2500; ++i) {
    const int width = 1 + random.below(6);
    const int height = 1 + random.below(12 / width + 1);
    const Geometry g(width, height);
    const int max_pieces = std::min(g.squares(), 12);
    Solitaire task{.variant = random.variant(), .turn = random.colour()};
    int white = random.below(max_pieces + 1);
    int black = random.below(max_pieces - white + 1);
    if (!random.one_in(4)) {
      // Numbers that strict alternation can bring down to one each.
      white = (max_pieces + random.below(2)) / 2;
      black = max_pieces - white;
      const bool white_first = white > black || (white == black && random.one_in(2));
      task.turn = white_first ? Colour::white : Colour::black;
    }
    task.deal = random.pieces(g.squares(), white, black);
    if (!task.variant.pairs && white > 0 && black > 0 && random.one_in(3)) {
      task.keep = random.square_of(task.deal.white) | random.square_of(task.deal.black);
      // Play may have removed a survivor already: then there are no solutions any more.
      if (random.one_in(4)) task.deal = task.deal.without(bit(lowest(task.keep)));
    }
    check(g, task);
  }
}

// Boards of 4 × 5 to 5 × 5 with a few holes: deep enough to exercise every part of the search.
TEST_CASE("the search agrees with recursion on medium-sized boards") {
  Random random(2);
  for (int i = 0; i < 25; ++i) {
    const Geometry g(4 + random.below(2), 5);
    const int each = 7 + random.below(2);
    Solitaire task{.variant = random.variant(), .turn = random.colour()};
    task.variant.pairs = task.variant.pairs && random.one_in(4);
    const int white = each + (task.turn == Colour::white && random.one_in(2));
    task.deal = random.pieces(g.squares(), white, each);
    if (!task.variant.pairs && random.one_in(3)) {
      task.keep = random.square_of(task.deal.white) | random.square_of(task.deal.black);
    }
    check(g, task);
  }
}

// Whatever the planner has learnt from all starts of a deal, it refutes no state on the way to a solution.
void no_refutation_on_the_way(const Solitaire& task, const LineGraph& graph, const std::vector<Bits>& removals) {
  constexpr int words = 4;
  if (graph.lines().size() > 64 * words) return;
  Control control;
  Meter meter(control);
  Planner<words> planner(graph, task.variant, meter);
  const auto answer = [&](Bits placed) {
    SearchState s{placed, graph.free_goals()};
    for (Bits rest = placed; rest != 0;) s.met |= graph.met_by(take_lowest(rest));
    Plan plan;
    return planner.plan(s, planner.open_lines(s), plan);
  };
  for (Bits whites = task.deal.white; whites != 0;) {
    const Bits white = bit(take_lowest(whites));
    for (Bits blacks = task.deal.black; blacks != 0;) answer(white | bit(take_lowest(blacks)));
  }
  Bits placed = task.deal.all();
  for (const Bits removal : removals) {
    CHECK(answer(placed) == Answer::yes);
    placed &= ~removal;
  }
}

TEST_CASE("no state on the way to a solution is refuted") {
  Random random(3);
  const Geometry g(4, 8);
  for (int i = 0; i < 10; ++i) {
    Solitaire task{.variant = {.harder = random.one_in(3), .pairs = random.one_in(6)}};
    task.deal = random.pieces(32, 16, 16);
    Control control(20000);
    const Solution solution = solve_solitaire(g, task, control);
    if (!solution.solvable.value_or(false)) continue;
    CHECK(replays(g, task, solution.removals));
    const LineGraph plain(g, task.variant, task.deal);
    no_refutation_on_the_way(task, plain, solution.removals);
    no_refutation_on_the_way(task, plain.refined(g, task.variant, task.deal), solution.removals);
  }
}

TEST_CASE("solutions of large boards are valid") {
  Random random(4);
  for (const bool easier : {false, true}) {
    const Geometry g(8, 8);
    for (int i = 0; i < 5; ++i) {
      Solitaire task{.variant = {.easier = easier}, .deal = random.pieces(64, 32, 32)};
      Control control(5000);
      const Solution solution = solve_solitaire(g, task, control);
      if (solution.solvable == true) {
        CHECK(replays(g, task, solution.removals));
      }
    }
  }
}

// As many lines of sight as possible: a single row of pieces, in blocks of equal size.
TEST_CASE("deals with many lines of sight are solved correctly") {
  const Geometry g(64, 1);
  for (const int block : {1, 8}) {
    for (const bool harder : {false, true}) {
      Solitaire task{.variant = {.harder = harder}};
      for (int i = 0; i < 64; ++i) {
        (i / block % 2 == 0 ? task.deal.white : task.deal.black) |= bit(i);
      }
      Control control(1100);
      const Solution solution = solve_solitaire(g, task, control);
      if (solution.solvable == true) {
        CHECK(replays(g, task, solution.removals));
      }
      CHECK((block > 1 || solution.solvable == false));
    }
  }
}

TEST_CASE("a limit never changes an answer") {
  Random random(5);
  const Geometry g(4, 8);
  for (int i = 0; i < 50; ++i) {
    const Solitaire task{.deal = random.pieces(32, 16, 16)};
    const bool truth = *solve(g, task).solvable;
    for (const std::uint64_t nodes : {0, 1, 7, 30, 100}) {
      Control control(nodes);
      const Solution solution = solve_solitaire(g, task, control);
      CHECK(solution.solvable.value_or(truth) == truth);
      CHECK(control.nodes() <= nodes);
      CHECK((solution.solvable || control.reason() == Reason::nodes));
    }
  }
}

// The same walk as the memo's, by the search alone.
std::vector<int> walk(const Geometry& g, Solitaire task, SplitMix& random) {
  std::vector<int> mistakes;
  for (bool more = true; more;) {
    std::vector<Bits> removals;
    each_removal(g, task.variant, task.deal, task.turn, [&](Bits removal) {
      removals.push_back(removal);
      return false;
    });
    random.shuffle(removals);
    more = !removals.empty();
    if (more) mistakes.push_back(0);
    for (const Bits removal : removals) {
      Solitaire after = task;
      after.deal = task.deal.without(removal);
      after.turn = other(task.turn);
      if (*solve(g, after).solvable) {
        task = after;
        break;
      }
      ++mistakes.back();
    }
  }
  return mistakes;
}

TEST_CASE("memos and their walks agree with the search") {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const Geometry g(4, 4 + random.below(3));
    Solitaire task{.variant = random.variant()};
    task.deal = random.pieces(g.squares(), 8, 8);
    if (!task.variant.pairs && random.one_in(3)) {
      task.keep = random.square_of(task.deal.white) | random.square_of(task.deal.black);
    }
    SolvableMemo memo(g, task.variant, task.keep);
    Control control;
    const bool solvable = *solve(g, task).solvable;
    CHECK(memo.solvable(task.deal, task.turn, control) == solvable);
    if (!solvable) continue;
    SplitMix chance(i);
    SplitMix same_chance(i);
    for (int n = 0; n < 4; ++n) {
      CHECK(memo.walk(task.deal, task.turn, chance, control) == walk(g, task, same_chance));
    }
  }
}

TEST_CASE("finished positions are recognised") {
  const Geometry g(3, 1);
  Solitaire task{.deal = {bit(0), bit(2)}, .turn = Colour::black, .keep = bit(0) | bit(2)};
  CHECK(solve(g, task).solvable == true);
  task.keep = bit(0) | bit(1);
  CHECK(solve(g, task).solvable == false);
  task.variant.pairs = true;
  task.keep = 0;
  CHECK(solve(g, task).solvable == false);
  task.deal = {};
  CHECK(solve(g, task).solvable == true);
  task.variant.harder = true;
  CHECK(solve(g, task).solvable == true);
}

}  // namespace
