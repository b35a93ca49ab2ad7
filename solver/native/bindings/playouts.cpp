// Tree search with playouts for every game: estimates of a position and its moves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/conversions.hpp"
#include "control.hpp"
#include "games/manhattan/playouts.hpp"
#include "games/marvin/playouts.hpp"
#include "games/minelayers/playouts.hpp"
#include "games/nakatta/playouts.hpp"
#include "games/sight_reduction/two_player/playouts.hpp"
#include "search/playouts/tree_search.hpp"
#include "sets/bits.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

// A position as it is passed: cells, turn, flags.
using PositionText = std::tuple<nb::bytes, int, int>;
// Playouts, chance of winning, mean score, and the proved bounds.
using MoveRow = std::tuple<std::uint32_t, double, double, int, int>;

Score score_of(int score) { return static_cast<Score>(std::clamp<int>(score, -longest, longest)); }

// The playouts of a game on boards of one size. Make(width, height, flags, f) calls f with the game; read(game, cells,
// turn, flags) returns a position.
template <class Make, class Read>
class Playouts {
 public:
  Playouts(int width, int height, std::uint64_t max_bytes) : width_(width), height_(height), max_bytes_(max_bytes) {
    Make{}(width, height, 0, [](const auto& /*game*/) {});
  }

  PositionEstimate run(const nb::bytes& cells, int turn, int flags, const std::vector<PositionText>& children,
                       const std::vector<std::pair<int, int>>& known, std::uint64_t seed, bool even, bool play_on,
                       Control& control) const {
    if (children.size() != known.size()) throw std::invalid_argument("known bounds are needed for each move");
    std::vector<Bounds> bounds;
    for (const auto& [lower, upper] : known) bounds.push_back({score_of(lower), score_of(upper)});
    return Make{}(width_, height_, flags, [&]<class Game>(const Game& game) {
      const typename Game::Position root = Read{}(game, view(cells), turn, flags);
      std::vector<typename Game::Position> after;
      for (const auto& [text, whose, more] : children) after.push_back(Read{}(game, view(text), whose, more));
      const nb::gil_scoped_release unlocked;
      TreeSearch<Game> search(game, std::min(max_bytes_, control.max_bytes()));
      return search.run(root, after, bounds, seed, {.even = even, .play_on = play_on}, control);
    });
  }

 private:
  int width_;
  int height_;
  std::uint64_t max_bytes_;
};

// `Large` is for boards with more squares than a word has bits.
template <class Game, class Large = Game>
struct MakeBySize {
  template <class F>
  auto operator()(int width, int height, int /*flags*/, F&& f) const {
    if (width > capacity<Bits> / std::max(1, height)) return f(Large(width, height));
    return f(Game(width, height));
  }
};
struct MakeSightReduction {
  template <class F>
  auto operator()(int width, int height, int flags, F&& f) const {
    const sight_reduction::Variant variant{
        .harder = (flags & 1) != 0, .easier = (flags & 2) != 0, .pairs = (flags & 4) != 0};
    return f(sight_reduction::Playouts(width, height, variant));
  }
};

struct ReadCells {
  template <class Game>
  typename Game::Position operator()(const Game& game, std::string_view cells, int turn, int /*flags*/) const {
    return game.read(cells, turn);
  }
};
struct ReadCellsAndFlags {
  template <class Game>
  typename Game::Position operator()(const Game& game, std::string_view cells, int turn, int flags) const {
    return game.read(cells, turn, flags);
  }
};

template <class Make, class Read = ReadCells>
void bind(nb::module_& m, const char* name) {
  using Class = Playouts<Make, Read>;
  nb::class_<Class>(m, name)
      .def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a)
      .def("run", &Class::run, "cells"_a, "turn"_a, "flags"_a, "children"_a, "known"_a, "seed"_a, "even"_a, "play_on"_a,
           "control"_a);
}

}  // namespace

void bind_playouts(nb::module_& m) {
  m.attr("SCORE_LIMIT") = static_cast<int>(longest);
  nb::class_<PositionEstimate>(m, "Estimates")
      .def_ro("best", &PositionEstimate::best)
      .def_ro("playouts", &PositionEstimate::playouts)
      .def_ro("win", &PositionEstimate::win)
      .def_ro("score", &PositionEstimate::score)
      .def_prop_ro("lower", [](const PositionEstimate& e) { return int{e.bounds.lower}; })
      .def_prop_ro("upper", [](const PositionEstimate& e) { return int{e.bounds.upper}; })
      .def_prop_ro("moves", [](const PositionEstimate& e) {
        std::vector<MoveRow> rows;
        for (const MoveEstimate& move : e.moves) {
          rows.emplace_back(move.playouts, move.win, move.score, move.bounds.lower, move.bounds.upper);
        }
        return rows;
      });
  bind<MakeBySize<nakatta::Playouts>>(m, "NakattaPlayouts");
  bind<MakeBySize<manhattan::Playouts, manhattan::LargePlayouts>>(m, "ManhattanPlayouts");
  bind<MakeBySize<marvin::Playouts, marvin::LargePlayouts>>(m, "MarvinPlayouts");
  bind<MakeBySize<minelayers::Playouts, minelayers::LargePlayouts>, ReadCellsAndFlags>(m, "MinelayersPlayouts");
  bind<MakeSightReduction>(m, "SightReductionPlayouts");
}

}  // namespace proofplay::bindings
