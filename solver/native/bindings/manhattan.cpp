// Manhattan: perft, the search, and the table of all that can follow.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/by_cells.hpp"
#include "bindings/saving.hpp"
#include "games/manhattan/cells.hpp"
#include "games/manhattan/retrograde.hpp"
#include "games/manhattan/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

namespace mh = manhattan;

// A search with the size of its board, which reading cells takes.
class Search {
 public:
  Search(int width, int height, std::uint64_t max_bytes)
      : width_(width), height_(height), search_(mh::Search::on(width, height, max_bytes)) {}

  std::optional<int> result(std::string_view cells, int turn, Control& control) {
    return search_->result(mh::read(width_, height_, cells, turn), control);
  }

  std::optional<int> distance(std::string_view cells, int turn, Control& control) {
    return search_->distance(mh::read(width_, height_, cells, turn), control);
  }

  void save(Sink& sink) const { search_->save(sink); }
  Loaded load(Source& source) { return search_->load(source); }

 private:
  int width_, height_;
  std::unique_ptr<mh::Search> search_;
};

std::optional<BigCount> perft(int width, int height, std::string_view cells, int turn, int /*flags*/, int depth,
                              Control& control) {
  return mh::perft(mh::Board(width, height), mh::read(width, height, cells, turn), depth, control);
}

}  // namespace

void bind_manhattan(nb::module_& m) {
  nb::class_<Search> search(m, "ManhattanSearch");
  search.def(nb::init<int, int, std::uint64_t>(), "width"_a, "height"_a, "max_bytes"_a);
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
        return mh::read(reached.width(), reached.height(), cells, turn);
      },
      as_read);
  def_perft(m, "perft_manhattan", &perft);
}

}  // namespace proofplay::bindings
