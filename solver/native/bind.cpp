// The one file that shows the kernels to Python, as the module solver._native.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "control.hpp"
#include "games/marvin_search.hpp"
#include "games/marvin_table.hpp"
#include "games/manhattan_retrograde.hpp"
#include "games/manhattan_search.hpp"
#include "games/minelayers_retrograde.hpp"
#include "games/minelayers_solver.hpp"
#include "games/nakatta_retrograde.hpp"
#include "games/nakatta_search.hpp"
#include "games/nakatta_table.hpp"
#include "lattice/numbers.hpp"
#include "lattice/outcomes.hpp"
#include "lattice/reachable.hpp"
#include "perft.hpp"
#include "removal_order.hpp"
#include "solution_count.hpp"
#include "two_player_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using proofplay::Control;
using proofplay::Reason;

namespace {

const char* reason_name(Reason reason) {
  switch (reason) {
    case Reason::none: return nullptr;
    case Reason::nodes: return "nodes";
    case Reason::time: return "time";
    case Reason::memory: return "memory";
    case Reason::stopped: return "stopped";
    case Reason::endless: return "endless";
  }
  return nullptr;
}

// A Control for Python: serves signals, and a callable that is given the share of the work done,
// while a kernel runs without the interpreter's lock. What they raise ends the search and is raised
// again by `rethrow` when the kernel is back.
class WatchedControl : public Control {
 public:
  WatchedControl(std::uint64_t max_nodes, double seconds, std::uint64_t max_bytes, nb::object shown)
      : Control(max_nodes, seconds, max_bytes), shown_(std::move(shown)) {
    watch([this](const Control&) { return look(); });
  }

  void rethrow() {
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  }

 private:
  bool look() {
    nb::gil_scoped_acquire lock;
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      if (!shown_.is_none()) shown_(progress());
    } catch (const nb::python_error&) {
      raised_ = std::current_exception();
      return false;
    }
    return true;
  }

  nb::object shown_;
  std::exception_ptr raised_;
};

// Where random play begins, as it is handed over: cells, turn, flags; chance, branching, decisions.
using BeginningText = std::tuple<nb::bytes, int, int, double, double, double>;
// The games of one length: plies; won, drawn, lost, stopped; chance, branching, decisions.
using EndsRow = std::tuple<int, double, double, double, double, double, double, double>;

EndsRow row_of(const proofplay::Ends& e) {
  return {e.plies, e.won, e.drawn, e.lost, e.stopped, e.all.chance, e.all.branching, e.all.decisions};
}

// A table under the interface of the searches. Board: `score` and `table` of a game; read(board, cells, turn, flags)
// gives what it takes, and listed(board, taken) what its table has.
template <class Board, class Read, class Listed>
void bind_retrograde(nb::module_& m, const char* name, Read read, Listed listed) {
  const auto ask = [read](Board& board, const nb::bytes& cells, int turn, int flags, Control& control) {
    const std::string_view text(cells.c_str(), cells.size());
    const nb::gil_scoped_release unlocked;
    return board.score(read(board, text, turn, flags), control);
  };
  nb::class_<Board>(m, name)
      .def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a)
      .def(
          "result",
          [ask](Board& board, const nb::bytes& cells, int turn, int flags, Control& control) -> std::optional<int> {
            const std::optional<proofplay::Score> score = ask(board, cells, turn, flags, control);
            if (!score) return std::nullopt;
            return (*score > 0) - (*score < 0);
          },
          "cells"_a, "turn"_a, "flags"_a, "control"_a)
      .def(
          "distance",
          [ask](Board& board, const nb::bytes& cells, int turn, int flags, Control& control) -> std::optional<int> {
            const std::optional<proofplay::Score> score = ask(board, cells, turn, flags, control);
            if (!score) return std::nullopt;
            if (*score == 0) throw std::invalid_argument("a draw has no distance");
            return proofplay::plies_of(*score);
          },
          "cells"_a, "turn"_a, "flags"_a, "control"_a)
      .def_prop_ro("positions", [](const Board& board) { return board.table().positions(); })
      .def_prop_ro("bytes", [](const Board& board) { return board.table().bytes(); })
      .def_prop_ro("scores",
                   [](const Board& board) {
                     std::vector<std::tuple<int, int, std::uint64_t>> found;
                     for (const auto& [score, count] : board.table().scores()) {
                       found.emplace_back((score > 0) - (score < 0), score == 0 ? 0 : proofplay::plies_of(score), count);
                     }
                     return found;
                   })
      .def(
          "branching",
          [](const Board& board, Control& control) -> std::optional<std::vector<std::tuple<std::size_t, std::uint64_t>>> {
            const nb::gil_scoped_release unlocked;
            const auto found = board.table().branching(control);
            if (!found) return std::nullopt;
            return std::vector<std::tuple<std::size_t, std::uint64_t>>(found->begin(), found->end());
          },
          "control"_a)
      .def(
          "random_play",
          [read, listed](const Board& board, const std::vector<BeginningText>& beginnings, int plies, int most_plies,
                         Control& control) -> std::optional<std::vector<EndsRow>> {
            std::vector<proofplay::Beginning> numbered;
            for (const auto& [cells, turn, flags, chance, branching, decisions] : beginnings) {
              const std::string_view text(cells.c_str(), cells.size());
              const std::uint64_t number = board.table().number(listed(board, read(board, text, turn, flags)));
              if (number == board.table().positions()) throw std::invalid_argument("a position that was not asked for");
              numbered.push_back({static_cast<std::uint32_t>(number), {chance, branching, decisions}});
            }
            const nb::gil_scoped_release unlocked;
            const auto found =
                board.table().random_play(numbered, plies, most_plies, control.max_bytes(), control);
            if (!found) return std::nullopt;
            std::vector<EndsRow> rows;
            for (const proofplay::Ends& ends : *found) rows.push_back(row_of(ends));
            return rows;
          },
          "beginnings"_a, "plies"_a, "most_plies"_a, "control"_a);
}

// Where a table has positions as they are read.
constexpr auto as_read = [](const auto& /*board*/, const auto& position) { return position; };

void bind_control(nb::module_& m) {
  nb::class_<Control>(m, "BareControl");
  nb::class_<WatchedControl, Control>(m, "Control")
      .def(nb::init<std::uint64_t, double, std::uint64_t, nb::object>(), "max_nodes"_a, "seconds"_a,
           "max_bytes"_a, "watch"_a.none() = nb::none())
      .def("stop", &Control::stop)
      .def("rethrow", &WatchedControl::rethrow)
      .def_prop_ro("nodes", &Control::nodes)
      .def_prop_ro("progress", &Control::progress)
      .def_prop_ro("reason", [](const Control& c) { return reason_name(c.reason()); });
}

// Nothing if a limit ended the search; else whether the deal is solvable, and a solution.
std::optional<std::pair<bool, std::vector<proofplay::Bits>>> solve_solitaire(
    int width, int height, proofplay::Bits white, proofplay::Bits black, bool harder, bool easier,
    bool pairs, int turn, std::optional<std::pair<int, int>> keep, Control& control) {
  namespace sr = proofplay::sight_reduction;
  const nb::gil_scoped_release unlocked;
  const sr::Solitaire task{
      .variant = {.harder = harder, .easier = easier, .pairs = pairs},
      .deal = {white, black},
      .turn = turn == 0 ? sr::Colour::white : sr::Colour::black,
      .keep = keep ? proofplay::bit(keep->first) | proofplay::bit(keep->second) : 0};
  sr::Solution solution = sr::solve_solitaire(sr::Geometry(width, height), task, control);
  if (!solution.solvable) return std::nullopt;
  return std::pair{*solution.solvable, std::move(solution.removals)};
}

// Every legal removal, as the masks of its squares.
std::vector<proofplay::Bits> removals(int width, int height, proofplay::Bits white, proofplay::Bits black, bool harder,
                                      bool easier, bool pairs, int turn) {
  namespace sr = proofplay::sight_reduction;
  std::vector<proofplay::Bits> found;
  sr::each_removal(sr::Geometry(width, height), {harder, easier, pairs}, {white, black},
                   turn == 0 ? sr::Colour::white : sr::Colour::black, [&](proofplay::Bits removed) {
                     found.push_back(removed);
                     return false;
                   });
  return found;
}

void bind_removals(nb::module_& m) {
  m.def("removals", &removals, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a, "pairs"_a,
        "turn"_a);
}

void bind_solitaire(nb::module_& m) {
  m.def("solve_solitaire", &solve_solitaire, "width"_a, "height"_a, "white"_a, "black"_a,
        "harder"_a, "easier"_a, "pairs"_a, "turn"_a, "keep"_a.none(), "control"_a);
}

namespace removal_lattice {

namespace lt = proofplay::lattice;
using proofplay::Bits;
using proofplay::sight_reduction::Colour;

Colour colour(int number) { return number == 0 ? Colour::white : Colour::black; }
int number(Colour colour) { return colour == Colour::white ? 0 : 1; }

lt::Deal deal(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs) {
  return {lt::Geometry(width, height), {harder, easier, pairs}, {white, black}};
}

bool run(lt::Sweep& lattice, int threads, Control& control) {
  const nb::gil_scoped_release unlocked;
  return lattice.run(threads, control);
}

std::uint64_t bytes(const lt::Sweep& lattice) {
  return lattice.bytes(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
}

// What a lattice takes beside the deal: a colour, or the survivors' squares.
Colour argument(int number) { return colour(number); }
std::optional<lt::Keep> argument(const std::optional<std::pair<int, int>>& squares) {
  if (!squares) return std::nullopt;
  return lt::Keep{squares->first, squares->second};
}

using Position = lt::ReachableLattice::Position;

std::tuple<int, Bits, Bits, int> least_end(const lt::ReachableLattice& lattice) {
  const nb::gil_scoped_release unlocked;
  const Position end = lattice.least_end();
  return {proofplay::size(end.pieces.all()), end.pieces.white, end.pieces.black, number(end.turn)};
}

// The constructor of a lattice that takes the deal, some more and the name of the instructions.
template <class Lattice, class... More, class... Names>
void bind_constructor(nb::class_<Lattice, lt::Sweep>& c, const Names&... names) {
  c.def(
      "__init__",
      [](Lattice* self, int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs,
         More... more, std::string_view instructions) {
        new (self) Lattice(deal(width, height, white, black, harder, easier, pairs), argument(more)...,
                           lt::row_kernel(instructions));
      },
      "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a, "pairs"_a, names...,
      "instructions"_a = "");
}

void bind(nb::module_& m) {
  nb::class_<lt::Sweep>(m, "Lattice")
      .def("run", &run, "threads"_a, "control"_a)
      .def_prop_ro("bytes", &bytes)
      .def_prop_ro("positions", &lt::Sweep::positions);

  nb::class_<lt::WinLattice, lt::Sweep> win(m, "WinLattice");
  bind_constructor<lt::WinLattice>(win);
  win.def(
      "mover_wins",
      [](const lt::WinLattice& lattice, Bits white, Bits black, int turn) {
        return lattice.mover_wins({white, black}, colour(turn));
      },
      "white"_a, "black"_a, "turn"_a);
  win.def(
      "lead",
      [](const lt::WinLattice& lattice, Bits white, Bits black, int ahead) {
        const nb::gil_scoped_release unlocked;
        return lattice.lead({white, black}, colour(ahead));
      },
      "white"_a, "black"_a, "ahead"_a);

  nb::class_<lt::SolvableLattice, lt::Sweep> solvable(m, "SolvableLattice");
  bind_constructor<lt::SolvableLattice, std::optional<std::pair<int, int>>>(solvable, "keep"_a.none());
  solvable.def(
      "solvable",
      [](const lt::SolvableLattice& lattice, Bits white, Bits black, int turn) {
        return lattice.solvable({white, black}, colour(turn));
      },
      "white"_a, "black"_a, "turn"_a);

  nb::class_<lt::DistanceLattice, lt::Sweep> distance(m, "DistanceLattice");
  bind_constructor<lt::DistanceLattice>(distance);
  distance.def(
      "distance",
      [](const lt::DistanceLattice& lattice, Bits white, Bits black, int turn) {
        return lattice.distance({white, black}, colour(turn));
      },
      "white"_a, "black"_a, "turn"_a);

  nb::class_<lt::ValueLattice, lt::Sweep> value(m, "ValueLattice");
  bind_constructor<lt::ValueLattice, int>(value, "ahead"_a);
  value.def(
      "lead",
      [](const lt::ValueLattice& lattice, Bits white, Bits black) { return lattice.lead({white, black}); },
      "white"_a, "black"_a);

  nb::class_<lt::ReachableLattice, lt::Sweep> reachable(m, "ReachableLattice");
  bind_constructor<lt::ReachableLattice, int>(reachable, "turn"_a);
  reachable
      .def(
          "reachable",
          [](const lt::ReachableLattice& lattice, Bits white, Bits black, int turn) {
            return lattice.reachable({{white, black}, colour(turn)});
          },
          "white"_a, "black"_a, "turn"_a)
      .def(
          "line_to",
          [](const lt::ReachableLattice& lattice, Bits white, Bits black, int turn) {
            return lattice.line_to({{white, black}, colour(turn)});
          },
          "white"_a, "black"_a, "turn"_a)
      .def("least_end", &least_end)
      .def_prop_ro("reached", &lt::ReachableLattice::reached);

  m.def("lattice_instructions", [] {
    std::vector<const char*> names;
    for (const lt::RowKernel* kernel : lt::row_kernels()) names.push_back(kernel->name);
    return names;
  });
}

}  // namespace removal_lattice

namespace counting {

namespace sr = proofplay::sight_reduction;
using proofplay::Bits;

sr::Colour colour(int number) { return number == 0 ? sr::Colour::white : sr::Colour::black; }

nb::object to_int(const proofplay::BigCount& count) {
  PyObject* number = PyLong_FromString(count.hexadecimal().c_str(), nullptr, 16);
  if (number == nullptr) nb::raise_python_error();
  return nb::steal(number);
}

nb::object perft(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs, int turn,
                 int depth, Control& control) {
  std::optional<proofplay::BigCount> found;
  {
    const nb::gil_scoped_release unlocked;
    const sr::Lines lines(width, height);
    const sr::TwoPlayerGame game(lines, {harder, easier, pairs});
    proofplay::Perft<sr::TwoPlayerGame> count(game, control.max_bytes(), control);
    found = count.count({{white, black}, colour(turn)}, depth);
  }
  return found ? to_int(*found) : nb::none();
}

using Keep = std::optional<std::pair<int, int>>;

sr::Attempt attempt(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs, int turn,
                    const Keep& keep) {
  return {.width = width,
          .height = height,
          .variant = {.harder = harder, .easier = easier, .pairs = pairs},
          .pieces = {white, black},
          .turn = colour(turn),
          .keep = keep ? proofplay::bit(keep->first) | proofplay::bit(keep->second) : 0};
}

nb::object count_solutions(int width, int height, Bits white, Bits black, bool harder, bool easier, bool pairs,
                           int turn, const Keep& keep, int threads, Control& control) {
  std::optional<sr::SolutionCount> found;
  {
    const nb::gil_scoped_release unlocked;
    found = sr::count_solutions(attempt(width, height, white, black, harder, easier, pairs, turn, keep), threads,
                                control);
  }
  if (!found) return nb::none();
  return nb::make_tuple(to_int(found->solutions), found->chance, found->error);
}

std::optional<std::uint64_t> solution_count_bytes(int width, int height, Bits white, Bits black, bool harder,
                                                  bool easier, bool pairs, int turn, const Keep& keep) {
  const nb::gil_scoped_release unlocked;
  return sr::solution_count_bytes(attempt(width, height, white, black, harder, easier, pairs, turn, keep));
}

void bind(nb::module_& m) {
  m.def("perft_sight_reduction", &perft, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a,
        "pairs"_a, "turn"_a, "depth"_a, "control"_a);
  m.def("count_solutions", &count_solutions, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a,
        "pairs"_a, "turn"_a, "keep"_a.none(), "threads"_a, "control"_a);
  m.def("solution_count_bytes", &solution_count_bytes, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a,
        "easier"_a, "pairs"_a, "turn"_a, "keep"_a.none());
}

}  // namespace counting

void bind_two_players(nb::module_& m) {
  namespace sr = proofplay::sight_reduction;
  using proofplay::Bits;
  using Search = sr::TwoPlayerSearch;
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<Search>(m, "TwoPlayerSearch")
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
            return search.mover_wins({white, black}, counting::colour(turn), control);
          },
          "white"_a, "black"_a, "turn"_a, "control"_a, unlocked)
      .def(
          "distance",
          [](Search& search, Bits white, Bits black, int turn, Control& control) {
            return search.distance({white, black}, counting::colour(turn), control);
          },
          "white"_a, "black"_a, "turn"_a, "control"_a, unlocked)
      .def(
          "value",
          [](Search& search, Bits white, Bits black, Control& control) {
            return search.value({white, black}, control);
          },
          "white"_a, "black"_a, "control"_a, unlocked);
}

namespace marvin {

namespace mv = proofplay::marvin;
using proofplay::Bits;

std::string_view view(const nb::bytes& cells) { return {cells.c_str(), cells.size()}; }

template <class Game>
std::optional<proofplay::BigCount> perft_of(int width, int height, std::string_view cells, int depth, Control& control) {
  Game game(width, height);
  const mv::Stacks stacks = mv::read(game.points(), cells).stacks;
  game.follow(stacks.kings);
  return proofplay::Perft<Game>(game, control.max_bytes(), control).count({stacks}, depth);
}

nb::object perft(int width, int height, const nb::bytes& cells, int /*turn*/, int /*flags*/, int depth,
                 Control& control) {
  std::optional<proofplay::BigCount> found;
  {
    const std::string_view text = view(cells);
    const nb::gil_scoped_release unlocked;
    const bool small = width * height <= mv::WordKey::most_points;
    found = small ? perft_of<mv::SmallGame>(width, height, text, depth, control)
                  : perft_of<mv::LargeGame>(width, height, text, depth, control);
  }
  return found ? counting::to_int(*found) : nb::none();
}

void bind_search(nb::module_& m) {
  using Question = std::optional<int> (mv::MarvinSearch::*)(std::string_view, int, Control&);
  const auto asking = [](Question question) {
    return [question](mv::MarvinSearch& search, const nb::bytes& cells, int turn, int /*flags*/, Control& control) {
      const std::string_view text = view(cells);
      const nb::gil_scoped_release unlocked;
      return (search.*question)(text, turn, control);
    };
  };
  nb::class_<mv::MarvinSearch>(m, "MarvinSearch")
      .def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a)
      .def("result", asking(&mv::MarvinSearch::result), "cells"_a, "turn"_a, "flags"_a, "control"_a)
      .def("score", asking(&mv::MarvinSearch::score), "cells"_a, "turn"_a, "flags"_a, "control"_a);
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
        for (const auto& [kings, positions, least, most] : table.summary()) {
          found.emplace_back(kings, positions, least, most);
        }
        return found;
      });
}

void bind(nb::module_& m) {
  bind_search(m);
  bind_table(m);
  m.def("perft_marvin", &perft, "width"_a, "height"_a, "cells"_a, "turn"_a, "flags"_a, "depth"_a, "control"_a);
}

}  // namespace marvin

namespace manhattan {

namespace mh = proofplay::manhattan;

// The checkers as the player to move sees them; `turn` is 0 where that is red.
mh::Checkers checkers(int width, int height, std::string_view text, int turn) {
  if (text.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) || text.size() > 64) {
    throw std::invalid_argument("the cells are not those of the board");
  }
  proofplay::Bits red = 0, blue = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 'r') red |= proofplay::bit(static_cast<int>(i));
    if (text[i] == 'b') blue |= proofplay::bit(static_cast<int>(i));
  }
  return turn == 0 ? mh::Checkers{red, blue} : mh::Checkers{blue, red};
}

class Search {
 public:
  Search(int width, int height, std::uint64_t max_bytes)
      : width_(width), height_(height), search_(mh::Search::on(width, height, max_bytes)) {}

  std::optional<int> result(const nb::bytes& cells, int turn, int, Control& control) {
    const mh::Checkers c = checkers(width_, height_, {cells.c_str(), cells.size()}, turn);
    const nb::gil_scoped_release unlocked;
    return search_->result(c, control);
  }

  std::optional<int> distance(const nb::bytes& cells, int turn, int, Control& control) {
    const mh::Checkers c = checkers(width_, height_, {cells.c_str(), cells.size()}, turn);
    const nb::gil_scoped_release unlocked;
    return search_->distance(c, control);
  }

 private:
  int width_, height_;
  std::unique_ptr<mh::Search> search_;
};

nb::object perft(int width, int height, const nb::bytes& cells, int turn, int, int depth, Control& control) {
  const mh::Board board(width, height);
  const mh::Checkers c = checkers(width, height, {cells.c_str(), cells.size()}, turn);
  std::optional<proofplay::BigCount> found;
  {
    const nb::gil_scoped_release unlocked;
    found = mh::perft(board, c, depth, control);
  }
  return found ? counting::to_int(*found) : nb::none();
}

void bind(nb::module_& m) {
  nb::class_<Search>(m, "ManhattanSearch")
      .def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a)
      .def("result", &Search::result, "cells"_a, "turn"_a, "flags"_a, "control"_a)
      .def("distance", &Search::distance, "cells"_a, "turn"_a, "flags"_a, "control"_a);
  bind_retrograde<mh::ReachedBoard>(m, "ManhattanRetrograde",
                                  [](const mh::ReachedBoard& reached, std::string_view cells, int turn,
                                       int /*flags*/) {
                                      return checkers(reached.width(), reached.height(), cells, turn);
                                  },
                                  as_read);
  m.def("perft_manhattan", &perft, "width"_a, "height"_a, "cells"_a, "turn"_a, "flags"_a, "depth"_a, "control"_a);
}

}  // namespace manhattan

namespace nakatta {

namespace nk = proofplay::nakatta;

std::string_view view(const nb::bytes& cells) { return {cells.c_str(), cells.size()}; }

template <class Key>
std::optional<proofplay::BigCount> perft_of(const nk::Board& board, const nk::Position& p, int depth, Control& control) {
  const nk::Rules<Key> rules(board);
  return proofplay::Perft<nk::Rules<Key>>(rules, control.max_bytes(), control).count(p, depth);
}

nb::object perft(int width, int height, const nb::bytes& cells, int turn, int /*flags*/, int depth,
                 Control& control) {
  std::optional<proofplay::BigCount> found;
  {
    const std::string_view text = view(cells);
    const nb::gil_scoped_release unlocked;
    const nk::Board board(width, height);
    const nk::Position p = board.read(text, turn);
    const bool small = height <= nk::SmallKey::most_ranks;
    found = small ? perft_of<nk::SmallKey>(board, p, depth, control) : perft_of<nk::LargeKey>(board, p, depth, control);
  }
  return found ? counting::to_int(*found) : nb::none();
}

using Question = std::optional<int> (nk::Search::*)(std::string_view, int, Control&);

auto asking(Question question) {
  return [question](nk::Search& search, const nb::bytes& cells, int turn, int /*flags*/, Control& control) {
    const std::string_view text = view(cells);
    const nb::gil_scoped_release unlocked;
    return (search.*question)(text, turn, control);
  };
}

void bind(nb::module_& m) {
  nb::class_<nk::Search>(m, "NakattaSearch")
      .def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a)
      .def("result", asking(&nk::Search::result), "cells"_a, "turn"_a, "flags"_a, "control"_a)
      .def("distance", asking(&nk::Search::distance), "cells"_a, "turn"_a, "flags"_a, "control"_a);
  m.def("perft_nakatta", &perft, "width"_a, "height"_a, "cells"_a, "turn"_a, "flags"_a, "depth"_a, "control"_a);

  const auto counted = [](std::uint64_t nk::Counts::*count) {
    return [count](const nk::WholeBoard& whole) { return whole.counts().*count; };
  };
  bind_retrograde<nk::ReachedBoard>(m, "NakattaRetrograde",
                                    [](const nk::ReachedBoard& reached, std::string_view cells, int turn,
                                       int /*flags*/) { return reached.board().read(cells, turn); },
                                    as_read);
  nb::class_<nk::WholeBoard>(m, "NakattaTable")
      .def(nb::init<int, int>(), "width"_a, "height"_a)
      .def(
          "run",
          [](nk::WholeBoard& whole, Control& control) {
            const nb::gil_scoped_release unlocked;
            return whole.run(control);
          },
          "control"_a)
      .def(
          "result",
          [](const nk::WholeBoard& whole, const nb::bytes& cells, int turn, int /*flags*/) {
            return whole.result(view(cells), turn);
          },
          "cells"_a, "turn"_a, "flags"_a)
      .def(
          "distance",
          [](const nk::WholeBoard& whole, const nb::bytes& cells, int turn, int /*flags*/) {
            return whole.distance(view(cells), turn);
          },
          "cells"_a, "turn"_a, "flags"_a)
      .def_prop_ro("legal", counted(&nk::Counts::legal))
      .def_prop_ro("full", counted(&nk::Counts::full))
      .def_prop_ro("dead_ends", counted(&nk::Counts::dead_ends))
      .def_prop_ro("reached", counted(&nk::Counts::reached))
      .def_prop_ro("placing", counted(&nk::Counts::placing))
      .def_prop_ro("passing", counted(&nk::Counts::passing));
}

}  // namespace nakatta

namespace minelayers {

namespace ml = proofplay::minelayers;

std::string_view view(const nb::bytes& cells) { return {cells.c_str(), cells.size()}; }

// `flags` is the player who moved first in the game: 0 for A, 1 for B.
nb::object perft(int width, int height, const nb::bytes& cells, int turn, int flags, int depth, Control& control) {
  std::optional<proofplay::BigCount> found;
  {
    const std::string_view text = view(cells);
    const nb::gil_scoped_release unlocked;
    const ml::Grid grid(width, height);
    found = ml::count_sequences(grid, ml::Setting::of(grid, text, turn, flags), depth, control.max_bytes(), control);
  }
  return found ? counting::to_int(*found) : nb::none();
}

using Question = std::optional<int> (ml::MinelayersSearch::*)(const ml::Setting&, Control&);

auto asking(Question question) {
  return [question](ml::MinelayersSearch& search, const nb::bytes& cells, int turn, int flags, Control& control) {
    const std::string_view text = view(cells);
    const nb::gil_scoped_release unlocked;
    return (search.*question)(ml::Setting::of(search.grid(), text, turn, flags), control);
  };
}

void bind(nb::module_& m) {
  nb::class_<ml::MinelayersSearch>(m, "MinelayersSearch")
      .def(nb::new_(&ml::MinelayersSearch::on), "width"_a, "height"_a, "max_bytes"_a)
      .def("result", asking(&ml::MinelayersSearch::result), "cells"_a, "turn"_a, "flags"_a, "control"_a)
      .def("distance", asking(&ml::MinelayersSearch::distance), "cells"_a, "turn"_a, "flags"_a, "control"_a);
  bind_retrograde<ml::ReachedBoard>(m, "MinelayersRetrograde",
                                    [](const ml::ReachedBoard& reached, std::string_view cells, int turn, int flags) {
                                      return ml::Setting::of(reached.grid(), cells, turn, flags);
                                    },
                                    [](const ml::ReachedBoard& reached, const ml::Setting& s) {
                                      if (!s.is_set_up()) throw std::invalid_argument("a set-up is not listed");
                                      return s.state(reached.grid());
                                    });
  m.def("perft_minelayers", &perft, "width"_a, "height"_a, "cells"_a, "turn"_a, "flags"_a, "depth"_a, "control"_a);
}

}  // namespace minelayers

}  // namespace

NB_MODULE(_native, m) {
  m.doc() = "Kernels of proofplay in C++.";
  bind_control(m);
  bind_removals(m);
  bind_solitaire(m);
  removal_lattice::bind(m);
  counting::bind(m);
  bind_two_players(m);
  marvin::bind(m);
  manhattan::bind(m);
  nakatta::bind(m);
  minelayers::bind(m);
}
