// Manhattan: perft, the search, and the table of reachable positions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <optional>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/by_cells.hpp"
#include "bindings/saving.hpp"
#include "games/manhattan/retrograde.hpp"
#include "games/manhattan/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace mh = manhattan;

using Search = mh::Search;

std::optional<BigCount> perft(int width, int height, std::string_view cells, int turn, int /*flags*/, int depth,
                              Control& control) {
  return mh::with_rules_for(width, height, [&]<bool, class K>() {
    const mh::BoardOf<typename K::Set> board(width, height);
    return mh::perft(board, mh::read(board, cells, turn), depth, control);
  });
}

}  // namespace

void bind_manhattan(nb::module_& m) {
  nb::class_<Search> search(m, "ManhattanSearch");
  search.def(nb::new_(&Search::on), "width"_a, "height"_a, "max_bytes"_a);
  def_question(search, "result", [](Search& s, std::string_view cells, int turn, int /*flags*/, Control& control) {
    return s.result(cells, turn, control);
  });
  def_question(search, "distance", [](Search& s, std::string_view cells, int turn, int /*flags*/, Control& control) {
    return s.distance(cells, turn, control);
  });
  def_saving(search);
  bind_retrograde<mh::ReachedBoard>(
      m, "ManhattanRetrograde",
      [](const mh::ReachedBoard& reached, std::string_view cells, int turn, int /*flags*/) {
        return mh::read(reached.board(), cells, turn);
      },
      as_read);
  def_perft(m, "perft_manhattan", &perft);
}

}  // namespace proofplay::bindings
