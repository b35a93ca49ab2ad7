// Nakatta without the swap: perft, the search and the table of reachable positions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/by_cells.hpp"
#include "bindings/saving.hpp"
#include "games/nakatta/retrograde.hpp"
#include "games/nakatta/search.hpp"
#include "search/perft.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace nk = nakatta;

std::optional<BigCount> perft(int width, int height, std::string_view cells, int turn, int /*flags*/, int depth,
                              Control& control) {
  return nk::with_key_for(height, [&]<class Key>() {
    const nk::Rules<Key> rules(nk::BoardOf<typename Key::Set>(width, height));
    return Perft<nk::Rules<Key>>(rules, control.max_bytes(), control).count(rules.board().read(cells, turn), depth);
  });
}

void bind_search(nb::module_& m) {
  nb::class_<nk::Search> search(m, "NakattaSearch");
  search.def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a);
  def_question(search, "result", [](nk::Search& s, std::string_view cells, int turn, int /*flags*/, Control& control) {
    return s.result(cells, turn, control);
  });
  def_question(search, "distance",
               [](nk::Search& s, std::string_view cells, int turn, int /*flags*/, Control& control) {
                 return s.distance(cells, turn, control);
               });
  def_saving(search);
}

}  // namespace

void bind_nakatta(nb::module_& m) {
  bind_search(m);
  bind_retrograde<nk::ReachedBoard>(
      m, "NakattaRetrograde",
      [](const nk::ReachedBoard& reached, std::string_view cells, int turn, int /*flags*/) {
        return reached.board().read(cells, turn);
      },
      as_read);
  def_perft(m, "perft_nakatta", &perft);
}

}  // namespace proofplay::bindings
