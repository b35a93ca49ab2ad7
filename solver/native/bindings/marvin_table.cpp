// Marvin's table in layers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/conversions.hpp"
#include "control.hpp"
#include "games/marvin/table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace mv = marvin;

bool run_table(mv::MarvinTable& table, Control& control, int threads) {
  const nb::gil_scoped_release unlocked;
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return table.run(threads == 0 ? cores : threads, control);
}

}  // namespace

void bind_marvin_table(nb::module_& m) {
  nb::class_<mv::MarvinTable>(
      m, "MarvinTable", R"(The exact value of every Marvin position with at least some kings, by retrograde analysis.

`kings` is a mask of points, a1 being bit 0; at most 25 others may be open. A layer is all positions with the same
number of kings. Positions of layers that `run` has finished can be looked up: those of others raise RuntimeError, and
positions not of the table ValueError. With a folder each layer is written there when it is done, and a run continues
from what it finds; then only two layers are in memory at once.)")
      .def(
          "__init__",
          [](mv::MarvinTable* self, int width, int height, Bits kings, std::string_view folder) {
            new (self) mv::MarvinTable(width, height, kings, std::filesystem::path(folder));
          },
          "width"_a, "height"_a, "kings"_a = 0, "folder"_a = "")
      .def(
          "survey",
          [](mv::MarvinTable& table, Control& control) {
            const nb::gil_scoped_release unlocked;
            return table.survey(control);
          },
          "control"_a, "Count the positions; return False if a limit ends it.")
      .def("run", &run_table, "control"_a, "threads"_a = 0,
           "Compute all layers (0 threads: one per core); return False if a limit ends it.")
      .def_prop_ro("positions", &mv::MarvinTable::positions,
                   "Positions that `run` covers, known after `survey`; symmetric images count once.")
      .def(
          "score",
          [](const mv::MarvinTable& table, const nb::bytes& cells, int turn, int /*flags*/) {
            return table.score(view(cells), turn);
          },
          "cells"_a, "turn"_a, "flags"_a, "Return the kings at the end, White's minus Red's.")
      .def(
          "value",
          [](const mv::MarvinTable& table, Bits kings, Bits singletons) { return table.value({kings, singletons}); },
          "kings"_a, "singletons"_a, "Return the kings that the player to move will still make, minus the opponent's.")
      .def_prop_ro("fewest_kings", &mv::MarvinTable::fewest_kings,
                   "The fewest kings, counted among the open points, that finished layers have.")
      .def_prop_ro(
          "layers",
          [](const mv::MarvinTable& table) {
            std::vector<std::tuple<int, std::uint64_t, int, int>> found;
            for (const auto& [kings, positions, lowest, highest] : table.summary()) {
              found.emplace_back(kings, positions, lowest, highest);
            }
            return found;
          },
          R"(For each finished layer: kings, positions, lowest and highest value.

Kings are counted among the open points; symmetric images count once.)")
      // Last, as its name hides the type in the stub from here on.
      .def_prop_ro("bytes", &mv::MarvinTable::bytes, "Memory that `run` takes, known after `survey`.");
}

}  // namespace proofplay::bindings
