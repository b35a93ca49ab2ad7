// The interface of all games whose positions are passed as cells (one symbol per square, a1 first), the turn (0 for the
// game's first player) and flags, whose meaning is up to the game. A game says how it reads them; the rest is here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings/conversions.hpp"
#include "control.hpp"
#include "search/game.hpp"
#include "search/retrograde.hpp"

namespace proofplay::bindings {

// count(width, height, cells, turn, flags, depth, control) returns the number of sequences of `depth` plies, or
// nothing.
template <class Count>
void def_perft(nanobind::module_& m, const char* name, Count count) {
  using namespace nanobind::literals;
  m.def(
      name,
      [count](int width, int height, const nanobind::bytes& cells, int turn, int flags, int depth, Control& control) {
        std::optional<BigCount> found;
        {
          const std::string_view text = view(cells);
          const nanobind::gil_scoped_release unlocked;
          found = count(width, height, text, turn, flags, depth, control);
        }
        return to_int(found);
      },
      "width"_a, "height"_a, "cells"_a, "turn"_a, "flags"_a, "depth"_a, "control"_a);
}

// A question to a search for one size of board: ask(search, cells, turn, flags, control) returns a number, or nothing.
template <class Search, class Ask>
void def_question(nanobind::class_<Search>& c, const char* name, Ask ask) {
  using namespace nanobind::literals;
  c.def(
      name,
      [ask](Search& search, const nanobind::bytes& cells, int turn, int flags, Control& control) -> std::optional<int> {
        const std::string_view text = view(cells);
        const nanobind::gil_scoped_release unlocked;
        return ask(search, text, turn, flags, control);
      },
      "cells"_a, "turn"_a, "flags"_a, "control"_a);
}

// Where random play begins, as it is passed: cells, turn, flags; chance, branching, decisions.
using BeginningText = std::tuple<nanobind::bytes, int, int, double, double, double>;
// The games of one length: plies; won, drawn, lost, stopped; chance, branching, decisions.
using EndsRow = std::tuple<int, double, double, double, double, double, double, double>;

inline EndsRow row_of(const Ends& e) {
  return {e.plies, e.won, e.drawn, e.lost, e.stopped, e.all.chance, e.all.branching, e.all.decisions};
}

// A table with the interface of the searches. `Board` has the functions `score` and `table`; read(board, cells, turn,
// flags) returns what `score` takes, and listed(board, that) the position in the table.
template <class Board, class Read, class ToListed>
void bind_retrograde(nanobind::module_& m, const char* name, Read read, ToListed listed) {
  using namespace nanobind::literals;
  nanobind::class_<Board> c(m, name);
  c.def(nanobind::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a);
  def_question(
      c, "result",
      [read](Board& board, std::string_view cells, int turn, int flags, Control& control) -> std::optional<int> {
        const std::optional<Score> score = board.score(read(board, cells, turn, flags), control);
        if (!score) return std::nullopt;
        return (*score > 0) - (*score < 0);
      });
  def_question(
      c, "distance",
      [read](Board& board, std::string_view cells, int turn, int flags, Control& control) -> std::optional<int> {
        const std::optional<Score> score = board.score(read(board, cells, turn, flags), control);
        if (!score) return std::nullopt;
        if (*score == 0) throw std::invalid_argument("a draw has no distance");
        return plies_of(*score);
      });
  c.def_prop_ro("positions", [](const Board& board) { return board.table().positions(); })
      .def_prop_ro("bytes", [](const Board& board) { return board.table().bytes(); })
      .def_prop_ro("scores",
                   [](const Board& board) {
                     std::vector<std::tuple<int, int, std::uint64_t>> found;
                     for (const auto& [score, count] : board.table().scores()) {
                       found.emplace_back((score > 0) - (score < 0), score == 0 ? 0 : plies_of(score), count);
                     }
                     return found;
                   })
      .def(
          "branching",
          [](const Board& board,
             Control& control) -> std::optional<std::vector<std::tuple<std::size_t, std::uint64_t>>> {
            const nanobind::gil_scoped_release unlocked;
            const auto found = board.table().branching(control);
            if (!found) return std::nullopt;
            return std::vector<std::tuple<std::size_t, std::uint64_t>>(found->begin(), found->end());
          },
          "control"_a)
      .def(
          "random_play",
          [read, listed](const Board& board, const std::vector<BeginningText>& beginnings, int plies, int max_plies,
                         Control& control) -> std::optional<std::vector<EndsRow>> {
            std::vector<Beginning> numbered;
            for (const auto& [cells, turn, flags, chance, branching, decisions] : beginnings) {
              const std::uint64_t number = board.table().number(listed(board, read(board, view(cells), turn, flags)));
              if (number == board.table().positions()) throw std::invalid_argument("a position not yet looked up");
              numbered.push_back({static_cast<std::uint32_t>(number), {chance, branching, decisions}});
            }
            const nanobind::gil_scoped_release unlocked;
            const auto found = board.table().random_play(numbered, plies, max_plies, control.max_bytes(), control);
            if (!found) return std::nullopt;
            std::vector<EndsRow> rows;
            for (const Ends& ends : *found) rows.push_back(row_of(ends));
            return rows;
          },
          "beginnings"_a, "plies"_a, "max_plies"_a, "control"_a);
}

// For games whose tables hold positions as they are read.
constexpr auto as_read = [](const auto& /*board*/, const auto& position) { return position; };

}  // namespace proofplay::bindings
