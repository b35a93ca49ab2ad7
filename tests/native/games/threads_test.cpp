// Several threads that search a question together, against one: the same results and distances in each game.
#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "games/kernels.hpp"
#include "games/nakatta/rules.hpp"
#include "games/sight_reduction/two_player/search.hpp"

using namespace proofplay;

namespace {

constexpr std::uint64_t max_bytes = 1 << 24;

// The other two join the first time that a search checks whether they should.
Control three_threads() {
  return Control(Control::unlimited, std::numeric_limits<double>::infinity(), max_bytes, 3, 256);
}

// Random symbols for a board; `weights` contains each symbol in proportion to its probability.
std::string random_cells(std::mt19937& random, std::size_t count, std::string_view weights) {
  std::string cells(count, '.');
  for (char& cell : cells) cell = weights[random() % weights.size()];
  return cells;
}

// Asks two new searches, one with one thread and one with three.
template <class Make, class Ask>
void compare(const Make& make, const Ask& ask) {
  Control one, several = three_threads();
  auto alone = make(), together = make();
  CHECK(ask(*together, several) == ask(*alone, one));
}

TEST_CASE("threads agree about Nakatta") {
  std::mt19937 random(1);
  int compared = 0;
  for (int n = 0; n < 400 && compared < 12; ++n) {
    const std::string cells = random_cells(random, 25, ".........bw");
    const auto make = [] { return nakatta::make_search(5, 5, max_bytes); };
    try {
      nakatta::Board(5, 5).read(cells, 0);
    } catch (const std::invalid_argument&) {
      continue;
    }
    ++compared;
    compare(make, [&](DistanceSearch& s, Control& c) { return s.result({cells, n % 2}, c); });
    if (compared < 4) compare(make, [&](DistanceSearch& s, Control& c) { return s.distance({cells, n % 2}, c); });
  }
  CHECK(compared == 12);
}

TEST_CASE("threads agree about Manhattan") {
  std::mt19937 random(2);
  for (int n = 0; n < 12; ++n) {
    const std::string cells = random_cells(random, 16, "rb.");
    const auto make = [] { return manhattan::make_search(4, 4, max_bytes); };
    compare(make, [&](DistanceSearch& s, Control& c) { return s.result({cells}, c); });
    compare(make, [&](DistanceSearch& s, Control& c) { return s.distance({cells}, c); });
  }
}

TEST_CASE("threads agree about Manic Minelayers") {
  std::mt19937 random(3);
  for (int n = 0; n < 8; ++n) {
    std::string cells = random_cells(random, 30, ".........x");
    cells[random() % 5] = 'A';
    cells[25 + random() % 5] = 'B';
    const auto make = [] { return minelayers::make_search(5, 6, max_bytes); };
    const int turn = n % 2, began = n / 2 % 2;
    compare(make, [&](DistanceSearch& s, Control& c) { return s.result({cells, turn, began}, c); });
    if (n < 2) {
      compare(make, [&](DistanceSearch& s, Control& c) { return s.distance({cells, turn, began}, c); });
    }
  }
}

TEST_CASE("threads agree about Sight Reduction for two") {
  namespace sr = sight_reduction;
  std::mt19937 random(4);
  for (unsigned n = 0; n < 12; ++n) {
    const sr::Variant variant{.harder = n % 4 == 3, .easier = n % 2 == 1, .pairs = false};
    sr::Pieces deal;
    for (int square = 0; square < 24; ++square) (random() % 2 == 0 ? deal.white : deal.black) |= bit(square);
    const auto make = [&] { return std::make_unique<sr::TwoPlayerSearch>(6, 4, deal, variant, max_bytes); };
    compare(make, [&](sr::TwoPlayerSearch& s, Control& c) { return s.mover_wins(deal, sr::Colour::white, c); });
    if (!variant.harder) compare(make, [&](sr::TwoPlayerSearch& s, Control& c) { return s.value(deal, c); });
  }
}

TEST_CASE("threads agree about Marvin") {
  for (const auto& sides : {std::pair(3, 3), std::pair(3, 4)}) {
    const int width = sides.first;
    const int height = sides.second;
    const std::string cells(static_cast<std::size_t>(width * height), '.');
    const auto make = [&] { return marvin::make_search(width, height, max_bytes); };
    compare(make, [&](ScoreSearch& s, Control& c) { return s.score({cells}, c); });
  }
}

}  // namespace
