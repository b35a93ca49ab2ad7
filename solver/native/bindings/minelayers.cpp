// Manic Minelayers: perft, the search, and the table of reachable positions. The flags are the player who moved first
// in the game (MM2): 0 for A, 1 for B.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <optional>
#include <stdexcept>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/by_cells.hpp"
#include "bindings/saving.hpp"
#include "games/minelayers/retrograde.hpp"
#include "games/minelayers/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace ml = minelayers;
using Search = ml::MinelayersSearch;

std::optional<BigCount> perft(int width, int height, std::string_view cells, int turn, int flags, int depth,
                              Control& control) {
  return ml::count_sequences(width, height, cells, turn, flags, depth, control.max_bytes(), control);
}

}  // namespace

void bind_minelayers(nb::module_& m) {
  nb::class_<Search> search(m, "MinelayersSearch");
  search.def(nb::new_(&Search::on), "width"_a, "height"_a, "max_bytes"_a);
  def_question(search, "result", [](Search& s, std::string_view cells, int turn, int flags, Control& control) {
    return s.result(cells, turn, flags, control);
  });
  def_question(search, "distance", [](Search& s, std::string_view cells, int turn, int flags, Control& control) {
    return s.distance(cells, turn, flags, control);
  });
  def_saving(search);
  bind_retrograde<ml::ReachedBoard>(
      m, "MinelayersRetrograde",
      [](const ml::ReachedBoard& reached, std::string_view cells, int turn, int flags) {
        return ml::Setting::of(reached.grid(), cells, turn, flags);
      },
      [](const ml::ReachedBoard& reached, const ml::Setting& s) {
        if (!s.is_set_up()) throw std::invalid_argument("a set-up is not in the table");
        return s.state(reached.grid());
      });
  def_perft(m, "perft_minelayers", &perft);
}

}  // namespace proofplay::bindings
