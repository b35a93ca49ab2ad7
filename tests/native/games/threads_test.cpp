// Several threads that search a question together, against one: the same results and distances in each game.
#include <doctest/doctest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "games/kernels.hpp"
#include "games/nakatta/rules.hpp"
#include "games/recursion.hpp"
#include "games/sight_reduction/two_player/search.hpp"

using namespace proofplay;

namespace {

constexpr std::uint64_t max_bytes = 1 << 24;

// Random symbols for a board; `weights` contains each symbol in proportion to its probability.
std::string random_cells(std::mt19937& random, std::size_t count, std::string_view weights) {
  std::string cells(count, '.');
  for (char& cell : cells) cell = weights[random() % weights.size()];
  return cells;
}

template <class Make>
void searches_agree(const Make& make, const PositionText& p, bool with_distance) {
  threads_agree(make, [&](DistanceSearch& s, Control& c) { return s.result(p, c); });
  if (with_distance) threads_agree(make, [&](DistanceSearch& s, Control& c) { return s.distance(p, c); });
}

TEST_CASE("threads agree about Nakatta, Manhattan and Manic Minelayers") {
  std::mt19937 random(1);
  for (int n = 0; n < 12;) {
    const std::string cells = random_cells(random, 25, ".........bw");
    const nakatta::Board board(5, 5);
    try {
      board.read(cells, 0);
    } catch (const std::invalid_argument&) {
      continue;
    }
    searches_agree([] { return nakatta::make_search(5, 5, max_bytes); }, {cells, n % 2}, n < 3);
    ++n;
  }
  for (int n = 0; n < 12; ++n) {
    const std::string cells = random_cells(random, 16, "rb.");
    searches_agree([] { return manhattan::make_search(4, 4, max_bytes); }, {cells}, true);
  }
  for (int n = 0; n < 8; ++n) {
    std::string cells = random_cells(random, 30, ".........x");
    cells[random() % 5] = 'A';
    cells[25 + random() % 5] = 'B';
    searches_agree([] { return minelayers::make_search(5, 6, max_bytes); }, {cells, n % 2, n / 2 % 2}, n < 2);
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
    threads_agree(make, [&](sr::TwoPlayerSearch& s, Control& c) { return s.mover_wins(deal, sr::Colour::white, c); });
    if (!variant.harder) threads_agree(make, [&](sr::TwoPlayerSearch& s, Control& c) { return s.value(deal, c); });
  }
}

TEST_CASE("threads agree about Marvin") {
  for (const auto& sides : {std::pair(3, 3), std::pair(3, 4)}) {
    const int width = sides.first;
    const int height = sides.second;
    const std::string cells(static_cast<std::size_t>(width * height), '.');
    const auto make = [&] { return marvin::make_search(width, height, max_bytes); };
    threads_agree(make, [&](ScoreSearch& s, Control& c) { return s.score({cells}, c); });
  }
}

}  // namespace
