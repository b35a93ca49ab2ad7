// The games whose positions are passed as text: perft, searches, tables of reachable positions, and playouts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/conversions.hpp"
#include "games/kernels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

// A position as it is passed: cells, turn, flags.
using PositionTuple = std::tuple<nb::bytes, int, int>;
// Where random play begins: a position; chance, branching, decisions.
using BeginningTuple = std::tuple<nb::bytes, int, int, double, double, double>;
// The games of one length: plies; won, drawn, lost, stopped; chance, branching, decisions.
using EndsRow = std::tuple<int, double, double, double, double, double, double, double>;
// Playouts, chance of winning, mean score, and the proved bounds.
using MoveRow = std::tuple<std::uint32_t, double, double, int, int>;

// question(kernel, position, control) as a method.
template <class Class, class Question>
void def_question(Class& c, const char* name, const char* doc, Question question) {
  using Kernel = typename Class::Type;
  c.def(
      name,
      [question](Kernel& kernel, const nb::bytes& cells, int turn, int flags, Control& control) -> std::optional<int> {
        const PositionText p{view(cells), turn, flags};
        const nb::gil_scoped_release unlocked;
        return question(kernel, p, control);
      },
      "cells"_a, "turn"_a, "flags"_a, "control"_a, doc);
}

constexpr const char* about_result = "Return 1, 0 or -1: the player to move wins, draws or loses.";
constexpr const char* about_distance = R"(Return the plies to the end; the winner hurries, the loser delays.

ValueError for a drawn position.)";

void bind_searches(nb::module_& m) {
  nb::class_<Search, Savable> search(
      m, "Search",
      R"(A search for boards of one size: what one question has proved is used by the next.

`cells` has one symbol per square, a1 first, rank by rank; `turn` is 0 for the game's first player. ValueError for what
is not a position.)");
  def_question(search, "result", about_result,
               [](Search& s, const PositionText& p, Control& control) { return s.result(p, control); });
  nb::class_<DistanceSearch, Search> by_distance(m, "DistanceSearch");
  def_question(by_distance, "distance", about_distance,
               [](DistanceSearch& s, const PositionText& p, Control& control) { return s.distance(p, control); });
  nb::class_<ScoreSearch, Search> by_score(m, "ScoreSearch");
  def_question(by_score, "score", "Return the first player's margin at the end.",
               [](ScoreSearch& s, const PositionText& p, Control& control) { return s.score(p, control); });
}

int sign(Score score) { return (score > 0) - (score < 0); }

std::vector<std::tuple<int, int, std::uint64_t>> scores(const ReachedTable& table) {
  std::vector<std::tuple<int, int, std::uint64_t>> found;
  for (const auto& [score, count] : table.scores()) {
    found.emplace_back(sign(score), score == 0 ? 0 : plies_of(score), count);
  }
  return found;
}

std::optional<std::vector<std::tuple<std::size_t, std::uint64_t>>> branching(const ReachedTable& table,
                                                                             Control& control) {
  const nb::gil_scoped_release unlocked;
  const auto found = table.branching(control);
  if (!found) return std::nullopt;
  return std::vector<std::tuple<std::size_t, std::uint64_t>>(found->begin(), found->end());
}

std::optional<std::vector<EndsRow>> random_play(const ReachedTable& table,
                                                const std::vector<BeginningTuple>& beginnings, int plies, int max_plies,
                                                Control& control) {
  std::vector<std::pair<PositionText, Mass>> from;
  for (const auto& [cells, turn, flags, chance, branching, decisions] : beginnings) {
    from.push_back({{view(cells), turn, flags}, {chance, branching, decisions}});
  }
  const nb::gil_scoped_release unlocked;
  const auto found = table.random_play(from, plies, max_plies, control);
  if (!found) return std::nullopt;
  std::vector<EndsRow> rows;
  for (const Ends& e : *found) {
    rows.emplace_back(e.plies, e.won, e.drawn, e.lost, e.stopped, e.all.chance, e.all.branching, e.all.decisions);
  }
  return rows;
}

void bind_tables(nb::module_& m) {
  nb::class_<ReachedTable> table(m, "ReachedTable",
                                 R"(A table of everything reachable from the positions that are looked up.

It is used like the search of its game, takes at most `max_bytes`, and keeps its contents. Repetition is a draw.
`scores` are results (1, 0 or -1) with the plies to the end and the number of positions with both; `branching` lists
numbers of legal moves with the number of positions that have as many.

`random_play` begins at positions that have been looked up, all with the same player to move and `plies` plies after the
start: cells, turn and flags, the probability of being there, and, weighted by it, the sums so far of legal moves and of
plies with a choice. It returns, for each length of games, the probabilities that the player to move at the beginning
wins, draws, loses, or is stopped, and the sums of all three weights.)");
  def_question(table, "result", about_result,
               [](ReachedTable& t, const PositionText& p, Control& control) -> std::optional<int> {
                 const std::optional<Score> score = t.score(p, control);
                 if (!score) return std::nullopt;
                 return sign(*score);
               });
  def_question(table, "distance", about_distance,
               [](ReachedTable& t, const PositionText& p, Control& control) -> std::optional<int> {
                 const std::optional<Score> score = t.score(p, control);
                 if (!score) return std::nullopt;
                 if (*score == 0) throw std::invalid_argument("a draw has no distance");
                 return plies_of(*score);
               });
  table.def("branching", &branching, "control"_a)
      .def("random_play", &random_play, "beginnings"_a, "plies"_a, "max_plies"_a, "control"_a)
      .def_prop_ro("scores", &scores)
      .def_prop_ro("positions", &ReachedTable::positions)
      .def_prop_ro("bytes", &ReachedTable::bytes);
}

Score clamped(int score) { return static_cast<Score>(std::clamp<int>(score, -longest, longest)); }

PositionEstimate run(const PlayoutSearch& search, const nb::bytes& cells, int turn, int flags,
                     const std::vector<PositionTuple>& children, const std::vector<std::pair<int, int>>& known,
                     std::uint64_t seed, bool even, bool play_on, Control& control) {
  if (children.size() != known.size()) throw std::invalid_argument("known bounds are needed for each move");
  const PositionText root{view(cells), turn, flags};
  std::vector<PositionText> after;
  for (const auto& [text, whose, more] : children) after.push_back({view(text), whose, more});
  std::vector<Bounds> bounds;
  for (const auto& [lower, upper] : known) bounds.push_back({clamped(lower), clamped(upper)});
  const nb::gil_scoped_release unlocked;
  return search.run(root, after, bounds, seed, {.even = even, .play_on = play_on}, control);
}

std::vector<MoveRow> moves(const PositionEstimate& e) {
  std::vector<MoveRow> rows;
  for (const MoveEstimate& move : e.moves) {
    rows.emplace_back(move.playouts, move.win, move.score, move.bounds.lower, move.bounds.upper);
  }
  return rows;
}

void bind_playouts(nb::module_& m) {
  // More than any score: -SCORE_LIMIT and SCORE_LIMIT are bounds if nothing is known.
  m.attr("SCORE_LIMIT") = static_cast<int>(longest);
  nb::class_<PositionEstimate>(m, "Estimates", "What playouts have found out about a position, for the player to move.")
      .def_ro("best", &PositionEstimate::best, "The index of the apparent best move.")
      .def_ro("playouts", &PositionEstimate::playouts)
      .def_ro("win", &PositionEstimate::win, "The chance of winning, from 0 to 1, with a draw counting half.")
      .def_ro("score", &PositionEstimate::score,
              "The mean final score: 1 for a win and -1 for a loss; in Marvin the margin, in kings.")
      .def_prop_ro(
          "lower", [](const PositionEstimate& e) { return int{e.bounds.lower}; }, "A proved bound of the score.")
      .def_prop_ro(
          "upper", [](const PositionEstimate& e) { return int{e.bounds.upper}; }, "A proved bound of the score.")
      .def_prop_ro("moves", &moves, R"(The playouts, chance, score and bounds of each move, for the player who makes it.

A move without a playout has a chance of 0.5.)");
  nb::class_<PlayoutSearch>(m, "PlayoutSearch", R"(Tree search with playouts, for boards of one size.

Bounds that the search proves are exact: they can be reported as proofs of a result.)")
      .def("run", &run, "cells"_a, "turn"_a, "flags"_a, "children"_a, "known"_a, "seed"_a, "even"_a, "play_on"_a,
           "control"_a, R"(Estimate a position until a limit of `control` is reached or its score is proved.

`children` are the cells, turn and flags after each legal move, where moves may be left out that are equivalent to
others, and `known` the proved bounds of these moves' scores for the player to move. The node limit applies to playouts.
With `even` half of them are spread evenly over all moves, so that each gets a fair estimate; with `play_on`, once the
score is proved, what is left of the limits goes to finding, among the moves that reach it, the one that wins soonest or
is hardest to refute. With one thread the same seed and number of playouts always give the same result.)");
}

// make(width, height, max_bytes) as a function that returns a kernel for boards of one size.
template <class Kernel>
void def_make(nb::module_& m, const char* name, std::unique_ptr<Kernel> (*make)(int, int, std::uint64_t),
              const char* doc) {
  m.def(name, make, "width"_a, "height"_a, "max_bytes"_a, doc);
}

using Perft = std::optional<BigCount>(int, int, const PositionText&, int, Control&);

void def_perft(nb::module_& m, const char* name, Perft* perft) {
  m.def(
      name,
      [perft](int width, int height, const nb::bytes& cells, int turn, int flags, int depth, Control& control) {
        std::optional<BigCount> found;
        {
          const PositionText p{view(cells), turn, flags};
          const nb::gil_scoped_release unlocked;
          found = perft(width, height, p, depth, control);
        }
        return to_int(found);
      },
      "width"_a, "height"_a, "cells"_a, "turn"_a, "flags"_a, "depth"_a, "control"_a,
      "Count the legal move sequences of exactly `depth` plies.");
}

}  // namespace

void bind_games(nb::module_& m) {
  bind_searches(m);
  bind_tables(m);
  bind_playouts(m);
  def_make(m, "manhattan_search", &manhattan::make_search, "Up to 128 squares: r, b or `.`; Red is the first player.");
  def_make(m, "manhattan_table", &manhattan::make_table,
           "Up to 64 squares. Exchanging the colours and the turn gives the same position.");
  def_make(m, "manhattan_playouts", &manhattan::make_playouts, "Up to 128 squares.");
  def_perft(m, "manhattan_perft", &manhattan::perft);
  def_make(m, "marvin_search", &marvin::make_search, "Up to 128 points: w, r, W, R or `.`; White is the first player.");
  def_make(m, "marvin_playouts", &marvin::make_playouts, "Up to 128 points. Scores include the kings on the board.");
  def_perft(m, "marvin_perft", &marvin::perft);
  def_make(m, "minelayers_search", &minelayers::make_search,
           R"(Up to 128 squares: A, B, x or `.`; the flags are the player who moved first (MM2), 0 for A.

The set-up (MM3) is part of the game: no minelayer and A to move, or A alone and B to move. Each placement is a ply.)");
  def_make(m, "minelayers_table", &minelayers::make_table,
           R"(Up to 64 squares. Its positions have both minelayers.

Those that differ only in squares that neither can reach, or in the players' names, count as one.)");
  def_make(m, "minelayers_playouts", &minelayers::make_playouts,
           "Up to 128 squares, with both minelayers on the board.");
  def_perft(m, "minelayers_perft", &minelayers::perft);
  def_make(m, "nakatta_search", &nakatta::make_search,
           "Up to 19×19 points: b, w or `.`; Black is the first player. The swap is not supported.");
  def_make(m, "nakatta_table", &nakatta::make_table, "Up to 8×8 points. Symmetric images count as one position.");
  def_make(m, "nakatta_playouts", &nakatta::make_playouts, "Up to 19×19 points.");
  def_perft(m, "nakatta_perft", &nakatta::perft);
  def_make(m, "sight_reduction_playouts", &sight_reduction::make_playouts,
           "Up to 64 squares; flags: 1 harder, 2 easier, 4 pairs, added up.");
}

}  // namespace proofplay::bindings
