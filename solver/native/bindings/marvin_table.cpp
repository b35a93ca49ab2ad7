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

bool run(mv::MarvinTable& table, Control& control, int threads) {
  const nb::gil_scoped_release unlocked;
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return table.run(threads == 0 ? cores : threads, control);
}

}  // namespace

void bind_marvin_table(nb::module_& m) {
  nb::class_<mv::MarvinTable>(m, "MarvinTable")
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
          "control"_a)
      .def("run", &run, "control"_a, "threads"_a = 0)
      .def_prop_ro("positions", &mv::MarvinTable::positions)
      .def_prop_ro("bytes", &mv::MarvinTable::bytes)
      .def(
          "score",
          [](const mv::MarvinTable& table, const nb::bytes& cells, int turn, int /*flags*/) {
            return table.score(view(cells), turn);
          },
          "cells"_a, "turn"_a, "flags"_a)
      .def(
          "value",
          [](const mv::MarvinTable& table, Bits kings, Bits singletons) { return table.value({kings, singletons}); },
          "kings"_a, "singletons"_a)
      .def_prop_ro("fewest_kings", &mv::MarvinTable::fewest_kings)
      .def_prop_ro("layers", [](const mv::MarvinTable& table) {
        std::vector<std::tuple<int, std::uint64_t, int, int>> found;
        for (const auto& [kings, positions, lowest, highest] : table.summary()) {
          found.emplace_back(kings, positions, lowest, highest);
        }
        return found;
      });
}

}  // namespace proofplay::bindings
