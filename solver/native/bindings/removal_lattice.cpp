// The removal lattice of Sight Reduction: one sweep over all positions reachable from a deal.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/sight_reduction.hpp"
#include "control.hpp"
#include "games/sight_reduction/lattice/numbers.hpp"
#include "games/sight_reduction/lattice/outcomes.hpp"
#include "games/sight_reduction/lattice/reachable.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace lt = sight_reduction::lattice;
using sight_reduction::Colour;

lt::Deal deal(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs) {
  return {sight_reduction::Geometry(width, height), {harder, easier, pairs}, {white, black}};
}

bool run(lt::Sweep& lattice, int threads, Control& control) {
  const nb::gil_scoped_release unlocked;
  return lattice.run(threads, control);
}

std::uint64_t bytes(const lt::Sweep& lattice) {
  return lattice.bytes(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
}

// The additional arguments of a lattice: a colour, or the survivors' squares.
Colour argument(int colour) { return colour_of(colour); }
std::optional<lt::Keep> argument(const std::optional<std::pair<int, int>>& squares) {
  if (!squares) return std::nullopt;
  return lt::Keep{squares->first, squares->second};
}

using Position = lt::ReachableLattice::Position;

std::tuple<int, Bits, Bits, int> min_end(const lt::ReachableLattice& lattice) {
  const nb::gil_scoped_release unlocked;
  const Position end = lattice.min_end();
  return {size(end.pieces.all()), end.pieces.white, end.pieces.black, number_of(end.turn)};
}

// The constructor of a lattice: takes the deal, additional arguments, and the name of an instruction set.
template <class Lattice, class... More, class... Names>
void bind_constructor(nb::class_<Lattice, lt::Sweep>& c, const Names&... names) {
  c.def(
      "__init__",
      [](Lattice* self, int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs,
         More... more, std::string_view instructions) {
        new (self) Lattice(deal(width, height, white, black, harder, easier, pairs), argument(more)...,
                           lt::row_kernel(instructions));
      },
      "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a, "pairs"_a, names..., "instructions"_a = "");
}

void bind_win(nb::module_& m) {
  nb::class_<lt::WinLattice, lt::Sweep> win(m, "WinLattice");
  bind_constructor<lt::WinLattice>(win);
  win.def(
      "mover_wins",
      [](const lt::WinLattice& lattice, Bits white, Bits black, int turn) {
        return lattice.mover_wins({white, black}, colour_of(turn));
      },
      "white"_a, "black"_a, "turn"_a);
  win.def(
      "lead",
      [](const lt::WinLattice& lattice, Bits white, Bits black, int ahead) {
        const nb::gil_scoped_release unlocked;
        return lattice.lead({white, black}, colour_of(ahead));
      },
      "white"_a, "black"_a, "ahead"_a,
      R"(Return by how many moves a colour (0 White, 1 Black) is ahead, 0 if it is not.

Not with `harder`. Little work compared with the sweep.)");
}

void bind_distance(nb::module_& m) {
  nb::class_<lt::DistanceLattice, lt::Sweep> distance(m, "DistanceLattice");
  bind_constructor<lt::DistanceLattice>(distance);
  distance.def(
      "distance",
      [](const lt::DistanceLattice& lattice, Bits white, Bits black, int turn) {
        return lattice.distance({white, black}, colour_of(turn));
      },
      "white"_a, "black"_a, "turn"_a, "Return the plies to the end; the winner hurries, the loser delays.");
}

void bind_solvable(nb::module_& m) {
  nb::class_<lt::SolvableLattice, lt::Sweep> solvable(
      m, "SolvableLattice", "Solitaire: `keep` is the survivors' squares (SR4), not allowed with `pairs`.");
  bind_constructor<lt::SolvableLattice, std::optional<std::pair<int, int>>>(solvable, "keep"_a.none());
  solvable.def(
      "solvable",
      [](const lt::SolvableLattice& lattice, Bits white, Bits black, int turn) {
        return lattice.solvable({white, black}, colour_of(turn));
      },
      "white"_a, "black"_a, "turn"_a);
}

void bind_reachable(nb::module_& m) {
  nb::class_<lt::ReachableLattice, lt::Sweep> reachable(
      m, "ReachableLattice", "The positions that play from the deal can reach, with `turn` moving first.");
  bind_constructor<lt::ReachableLattice, int>(reachable, "turn"_a);
  reachable
      .def(
          "reachable",
          [](const lt::ReachableLattice& lattice, Bits white, Bits black, int turn) {
            return lattice.reachable({{white, black}, colour_of(turn)});
          },
          "white"_a, "black"_a, "turn"_a)
      .def(
          "line_to",
          [](const lt::ReachableLattice& lattice, Bits white, Bits black, int turn) {
            return lattice.line_to({{white, black}, colour_of(turn)});
          },
          "white"_a, "black"_a, "turn"_a,
          "Return the removals that lead from the deal to a position; ValueError if none do.")
      .def("min_end", &min_end,
           R"(Return a reachable position with the fewest pieces (SR8): pieces, white, black, turn.

The player to move has no move there. If there are several, it is always the same one.)")
      .def_prop_ro("reached", &lt::ReachableLattice::reached,
                   "The number of reachable positions, counting each turn separately.");
}

}  // namespace

void bind_removal_lattice(nb::module_& m) {
  nb::class_<lt::Sweep>(m, "Lattice",
                        R"(One sweep over all positions reachable from a Sight Reduction deal of up to 32 pieces.

It can be queried once `run` has returned True. A position of the deal is any subset of its white and of its black
pieces; other pieces raise ValueError. `instructions` is portable, avx2 or avx512, the widest that the machine has if it
is empty; ValueError if it has not.)")
      .def("run", &run, "threads"_a, "control"_a,
           "Cover the whole lattice; return False if a limit ends it, or is too low to begin.")
      .def_prop_ro("bytes", &bytes, "Memory that `run` takes, with as many threads as the machine can run at once.")
      .def_prop_ro("positions", &lt::Sweep::positions, "Positions that `run` covers, each with either colour to move.");
  bind_win(m);
  bind_distance(m);
  bind_solvable(m);
  bind_reachable(m);
}

}  // namespace proofplay::bindings
