// Sight Reduction: the legal removals, the solitaire, its solution counts, perft, and the search for two players.
#include "bindings/sight_reduction.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <new>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/conversions.hpp"
#include "control.hpp"
#include "games/sight_reduction/removal_order/memo.hpp"
#include "games/sight_reduction/removal_order/solve.hpp"
#include "games/sight_reduction/solutions/count.hpp"
#include "games/sight_reduction/two_player/search.hpp"
#include "search/perft.hpp"
#include "split_mix.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace sr = sight_reduction;

// The survivors' squares (SR4), White's first.
using Keep = std::optional<std::pair<int, int>>;

Bits mask_of(const Keep& keep) { return keep ? bit(keep->first) | bit(keep->second) : 0; }

// Every legal removal, as a mask of its squares.
std::vector<Bits> removals(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs,
                           int turn) {
  std::vector<Bits> found;
  sr::each_removal(sr::Geometry(width, height), {harder, easier, pairs}, {white, black}, colour_of(turn),
                   [&](Bits removed) {
                     found.push_back(removed);
                     return false;
                   });
  return found;
}

// Nothing if a limit ended the search; else whether the deal is solvable, and a solution.
std::optional<std::pair<bool, std::vector<Bits>>> solve_solitaire(int width, int height, Bits white, Bits black,
                                                                  bool harder, bool easier, bool pairs, int turn,
                                                                  const Keep& keep, Control& control) {
  const nb::gil_scoped_release unlocked;
  const sr::Solitaire task{.variant = {.harder = harder, .easier = easier, .pairs = pairs},
                           .deal = {white, black},
                           .turn = colour_of(turn),
                           .keep = mask_of(keep)};
  sr::Solution solution = sr::solve_solitaire(sr::Geometry(width, height), task, control);
  if (!solution.solvable) return std::nullopt;
  return std::pair{*solution.solvable, std::move(solution.removals)};
}

std::optional<nb::int_> perft(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs,
                              int turn, int depth, Control& control) {
  std::optional<BigCount> found;
  {
    const nb::gil_scoped_release unlocked;
    const sr::Lines lines(width, height);
    const sr::TwoPlayerGame game(lines, {harder, easier, pairs});
    Perft<sr::TwoPlayerGame> count(game, control.max_bytes(), control);
    found = count.count({{white, black}, colour_of(turn)}, depth);
  }
  return to_int(found);
}

sr::Attempt attempt(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs, int turn,
                    const Keep& keep) {
  return {.width = width,
          .height = height,
          .variant = {.harder = harder, .easier = easier, .pairs = pairs},
          .pieces = {white, black},
          .turn = colour_of(turn),
          .keep = mask_of(keep)};
}

std::optional<std::tuple<nb::int_, double, double>> count_solutions(int width, int height, Bits white, Bits black,
                                                                    bool harder, bool easier, bool pairs, int turn,
                                                                    const Keep& keep, int threads, Control& control) {
  std::optional<sr::SolutionCount> found;
  {
    const nb::gil_scoped_release unlocked;
    found =
        sr::count_solutions(attempt(width, height, white, black, harder, easier, pairs, turn, keep), threads, control);
  }
  if (!found) return std::nullopt;
  return std::tuple(*to_int(found->solutions), found->chance, found->error);
}

void bind_memo(nb::module_& m) {
  using Memo = sr::SolvableMemo;
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<Memo>(m, "SolvableMemo", R"(Which positions of one Sight Reduction solitaire can be solved, with a memory.

`turn` and `keep` are as in `solve_solitaire`; None means that a limit ended the search.)")
      .def(
          "__init__",
          [](Memo* self, int width, int height, bool harder, bool easier, bool pairs, const Keep& keep) {
            new (self) Memo(sr::Geometry(width, height), {harder, easier, pairs}, mask_of(keep));
          },
          "width"_a, "height"_a, "harder"_a, "easier"_a, "pairs"_a, "keep"_a.none())
      .def(
          "solvable",
          [](Memo& memo, Bits white, Bits black, int turn, Control& control) {
            return memo.solvable({white, black}, colour_of(turn), control);
          },
          "white"_a, "black"_a, "turn"_a, "control"_a, unlocked)
      .def(
          "walks",
          [](Memo& memo, Bits white, Bits black, int turn, std::uint64_t seed, int count,
             Control& control) -> std::optional<std::vector<std::vector<int>>> {
            SplitMix random(seed);
            std::vector<std::vector<int>> found;
            for (int i = 0; i < count; ++i) {
              std::optional<std::vector<int>> mistakes = memo.walk({white, black}, colour_of(turn), random, control);
              if (!mistakes) return std::nullopt;
              found.push_back(std::move(*mistakes));
            }
            return found;
          },
          "white"_a, "black"_a, "turn"_a, "seed"_a, "count"_a, "control"_a, unlocked,
          R"(Walk to solutions at random; return the mistakes of each walk, turn by turn.

At every turn removals are tried in random order until one keeps the position solvable; the others are mistakes.
ValueError if the position cannot be solved.)");
}

void bind_two_players(nb::module_& m) {
  using Search = sr::TwoPlayerSearch;
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<Search, Savable>(m, "TwoPlayerSearch",
                              R"(Depth-first search for two players, kept open for one deal with what it has proved.

A position is any subset of the deal's white and of its black pieces; other pieces raise ValueError. All tables together
take at most `max_bytes`; less only makes the search slower.)")
      .def(
          "__init__",
          [](Search* self, int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs,
             std::uint64_t max_bytes) {
            new (self) Search(width, height, {white, black}, {harder, easier, pairs}, max_bytes);
          },
          "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a, "pairs"_a, "max_bytes"_a)
      .def(
          "mover_wins",
          [](Search& search, Bits white, Bits black, int turn, Control& control) {
            return search.mover_wins({white, black}, colour_of(turn), control);
          },
          "white"_a, "black"_a, "turn"_a, "control"_a, unlocked)
      .def(
          "distance",
          [](Search& search, Bits white, Bits black, int turn, Control& control) {
            return search.distance({white, black}, colour_of(turn), control);
          },
          "white"_a, "black"_a, "turn"_a, "control"_a, unlocked,
          "Return the plies to the end; the winner hurries, the loser delays.")
      .def(
          "value",
          [](Search& search, Bits white, Bits black, Control& control) {
            return search.value({white, black}, control);
          },
          "white"_a, "black"_a, "control"_a, unlocked,
          "Return by how many moves White is ahead; ValueError with `harder`.");
}

}  // namespace

void bind_sight_reduction(nb::module_& m) {
  m.def("removals", &removals, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a, "pairs"_a, "turn"_a,
        "Return the masks of the legal removals of a colour; takes no `Control`.");
  m.def("solve_solitaire", &solve_solitaire, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a,
        "pairs"_a, "turn"_a, "keep"_a.none(), "control"_a,
        R"(Return whether a solitaire position is solvable, and the masks of a solution's removals.

`turn` is 0 for White and 1 for Black; `keep` is the survivors' squares (SR4), not allowed with `pairs`. For an
unsolvable position the list is empty.)");
  m.def("sight_reduction_perft", &perft, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a, "pairs"_a,
        "turn"_a, "depth"_a, "control"_a, "Count the legal move sequences of exactly `depth` plies.");
  m.def("count_solutions", &count_solutions, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a,
        "pairs"_a, "turn"_a, "keep"_a.none(), "threads"_a, "control"_a,
        R"(Count the move sequences that solve a solitaire deal.

Also returns the probability that uniformly random legal moves solve it, and a bound of its error.)");
  bind_memo(m);
  bind_two_players(m);
}

}  // namespace proofplay::bindings
