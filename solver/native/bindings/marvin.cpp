// Marvin: perft, the search for the score, and the table in layers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/by_cells.hpp"
#include "bindings/saving.hpp"
#include "games/marvin/search.hpp"
#include "games/marvin/table.hpp"
#include "search/perft.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace mv = marvin;

std::optional<BigCount> perft(int width, int height, std::string_view cells, int /*turn*/, int /*flags*/, int depth,
                              Control& control) {
  return mv::with_game_for(width * height, [&]<class Game>() {
    Game game(width, height);
    const auto stacks = mv::read(game.points(), cells).stacks;
    game.use_symmetries_of(stacks.kings);
    return Perft<Game>(game, control.max_bytes(), control).count({stacks}, depth);
  });
}

void bind_search(nb::module_& m) {
  nb::class_<mv::MarvinSearch> search(m, "MarvinSearch");
  search.def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a);
  def_question(search, "result",
               [](mv::MarvinSearch& s, std::string_view cells, int turn, int /*flags*/, Control& control) {
                 return s.result(cells, turn, control);
               });
  def_question(search, "score",
               [](mv::MarvinSearch& s, std::string_view cells, int turn, int /*flags*/, Control& control) {
                 return s.score(cells, turn, control);
               });
  def_saving(search);
}

bool run(mv::MarvinTable& table, Control& control, int threads) {
  const nb::gil_scoped_release unlocked;
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return table.run(threads == 0 ? cores : threads, control);
}

void bind_table(nb::module_& m) {
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

}  // namespace

void bind_marvin(nb::module_& m) {
  bind_search(m);
  bind_table(m);
  def_perft(m, "perft_marvin", &perft);
}

}  // namespace proofplay::bindings
