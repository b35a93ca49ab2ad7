// Marvin's kernels against the rules as they are written, and against each other.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "games/kernels.hpp"
#include "games/marvin/search.hpp"
#include "games/marvin/table.hpp"
#include "games/marvin_plain.hpp"
#include "search/perft.hpp"

using namespace proofplay;
using namespace proofplay::marvin;

namespace {

// Checks that only the 2×2s around a point matter.
template <class S>
void placements_are_those_of_the_rules(int width, int height, const StacksOf<S>& s) {
  INFO(width, "x", height, " ", s);
  const PointsOf<S> points(width, height);
  const PlainOf<S> plain(width, height);
  CHECK(points.legal(s));
  S completing{};
  for (S empty = points.all() & ~s.all(); empty != 0;) {
    const int point = take_lowest(empty);
    bool king = false;
    bool king_by_rules = false;
    const StacksOf<S> after = points.play(s, point, king);
    const StacksOf<S> by_rules = plain.play(s, point, king_by_rules);
    CHECK(after == by_rules);
    CHECK(king == king_by_rules);
    CHECK(points.legal(after));
    if (king) completing |= bit<S>(point);
  }
  CHECK(points.completing(s.all()) == completing);
}

TEST_CASE("placements follow the rules") {
  std::mt19937 random(2012);
  for (unsigned n = 0; n < 3000; ++n) {
    const int width = 2 + static_cast<int>(random() % 7);
    const int height = 2 + static_cast<int>(random() % 7);
    const unsigned moves = random() % static_cast<unsigned>(2 * width * height);
    placements_are_those_of_the_rules(width, height, after_random_play(random, width, height, moves));
    placements_are_those_of_the_rules(width, height, with_king_blocks(random, width, height));
  }
  placements_are_those_of_the_rules(32, 2, Stacks{0x00ff00ff0f0f0f0f, 0});
}

TEST_CASE("placements on boards of two words follow the rules") {
  std::mt19937 random(2013);
  const std::vector<std::pair<int, int>> sizes{{10, 7}, {9, 9}, {11, 11}, {8, 9}, {5, 13}, {2, 64}, {64, 2}, {16, 8}};
  for (unsigned n = 0; n < 80; ++n) {
    const auto [width, height] = sizes[n % sizes.size()];
    const unsigned moves = random() % static_cast<unsigned>(2 * width * height);
    placements_are_those_of_the_rules(width, height, after_random_play<Words<2>>(random, width, height, moves));
    placements_are_those_of_the_rules(width, height, with_king_blocks<Words<2>>(random, width, height));
  }
}

// Every legal set of singletons has a number, in ascending order and without gaps; the completing points are found for
// each.
void numbers_have_no_gaps(int width, int height, Bits always, const Stacks& s) {
  INFO(width, "x", height, " ", s);
  const Points points(width, height);
  const OpenBoard board(points, always);
  const Set kings = board.open(s.kings & ~always);
  Ranks ranks(board);
  ranks.set_kings(kings);
  CompletingPoints completing(board);
  completing.set_kings(kings);
  std::vector<Set> listed;
  ranks.list(kings, listed);
  std::vector<Set> legal;
  const Bits squares = points.all() & ~s.kings;
  for (Bits singletons = 0;;) {
    if (points.legal({s.kings, singletons})) {
      legal.push_back(board.open(singletons));
      CHECK(completing.points(legal.back()) == board.open(points.completing(s.kings | singletons)));
    }
    singletons = (singletons - squares) & squares;
    if (singletons == 0) break;
  }
  std::sort(legal.begin(), legal.end());
  CHECK(listed == legal);
  CHECK(ranks.count() == legal.size());
  for (std::uint32_t i = 0; i < legal.size(); ++i) {
    CHECK(ranks.of(legal[i]) == i);
  }
}

TEST_CASE("legal sets of singletons are numbered without gaps") {
  numbers_have_no_gaps(4, 4, 0, {});
  numbers_have_no_gaps(3, 4, 0, {0x21, 0});
  numbers_have_no_gaps(8, 8, 0xfffffff3f0ffffc3, {0xfffffff7f0ffffc3, 0});
  numbers_have_no_gaps(2, 7, 0x300c, {0x301c, 0});
}

// The table against recursion on all positions that follow from a set of kings, and the search on some of them.
void table_and_search_agree_with_recursion(int width, int height, const Stacks& from, int threads) {
  Plain plain(width, height);
  MarvinTable table(width, height, from.kings, {});
  const auto search = make_search(width, height, 1 << 14);
  Control control;
  plain.value({from.kings, 0});
  CHECK(table.run(threads, control));
  unsigned n = 0;
  for (const auto& [position, value] : plain.values()) {
    const Stacks s{position.first, position.second};
    INFO(width, "x", height, " ", s);
    CHECK(table.value(s) == value);
    if (n++ % 61 != 0) continue;
    const std::string text = cells(width, height, s);
    const int kings = size(s.kings);
    CHECK(search->score({text, 0}, control) == kings + value);
    CHECK(search->score({text, 1}, control) == kings - value);
    const int red = value - kings;
    CHECK(search->result({text, 1}, control) == (red > 0) - (red < 0));
    CHECK(table.score(text, 1) == kings - value);
  }
}

TEST_CASE("table and search agree with recursion") {
  for (const auto& [width, height] : {std::pair{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}) {
    table_and_search_agree_with_recursion(width, height, {}, 2);
  }
  table_and_search_agree_with_recursion(3, 4, {0x012, 0}, 1);
  table_and_search_agree_with_recursion(4, 3, {0x081, 0}, 2);
  table_and_search_agree_with_recursion(4, 4, {0xc03c, 0}, 2);
  table_and_search_agree_with_recursion(3, 3, {0x1ff, 0}, 1);
}

TEST_CASE("table and search agree on endgames") {
  std::mt19937 random(2013);
  for (unsigned n = 0; n < 60; ++n) {
    const int width = 5 + static_cast<int>(n % 3);
    const int height = 5 + static_cast<int>(n / 3 % 3);
    Stacks s;
    do s = after_random_play(random, width, height, 1000);
    while (s.all() != first_bits(width * height));
    Bits open = 0;
    while (size(open) < 11) open |= bit(static_cast<int>(random() % static_cast<unsigned>(width * height)));
    s.kings &= ~open;
    MarvinTable table(width, height, s.kings, {});
    Control control;
    table.run(1, control);
    for (int more = 0; more < 6; ++more) {
      for (Bits rest = open & ~s.all(); rest != 0;) {
        const Stacks tried{s.kings, s.singletons | bit(take_lowest(rest))};
        if (random() % 8 == 0 && Points(width, height).legal(tried)) s = tried;
      }
      INFO(width, "x", height, " ", s);
      const auto search = make_search(width, height, 1 << 16);
      CHECK(search->score({cells(width, height, s), 0}, control) == size(s.kings) + table.value(s));
    }
  }
}

TEST_CASE("a run computes the same values with any folder, even with damaged files") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("proofplay-marvin-" + std::to_string(std::random_device{}()));
  MarvinTable whole(3, 4, 0, {});
  Control control;
  whole.run(2, control);
  {
    MarvinTable table(3, 4, 0, folder);
    Control none(1000);
    CHECK_FALSE(table.run(1, none));
    CHECK(none.reason() == Reason::nodes);
    CHECK(table.run(2, control));
  }
  fs::remove(folder / "kings-4");
  fs::resize_file(folder / "kings-3", fs::file_size(folder / "kings-3") - 1);
  {
    std::fstream file(folder / "kings-2", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file.put('x');
  }
  MarvinTable again(3, 4, 0, folder);
  Control second;
  CHECK(again.run(1, second));
  const std::vector<MarvinTable::Summary> layers = whole.summary();
  CHECK(second.nodes() == layers[2].positions + layers[3].positions + layers[4].positions);
  CHECK(second.progress() == 1);
  std::mt19937 random(4);
  for (unsigned n = 0; n < 300; ++n) {
    const Stacks s = after_random_play(random, 3, 4, random() % 24);
    CHECK(again.value(s) == whole.value(s));
  }
  fs::remove_all(folder);
}

TEST_CASE("limits stop search and table, which continue when asked again") {
  const auto search = make_search(3, 4, 1 << 22);
  const std::string start(12, '.');
  std::optional<int> found;
  for (int attempts = 0; !found && attempts < 2000; ++attempts) {
    Control control(500);
    found = search->score({start, 0}, control);
    CHECK(control.nodes() <= 500);
    CHECK(found.has_value() == (control.reason() == Reason::none));
  }
  CHECK(found == 0);
  MarvinTable table(4, 4, 0, {});
  Control small(Control::unlimited, 1e9, 1000);
  CHECK_FALSE(table.run(1, small));
  CHECK(small.reason() == Reason::memory);
  // Short rows, many per layer: the control is polled between them.
  Control watched;
  watched.watch([](const Control& c) { return c.progress() == 0; });
  MarvinTable long_run(3, 6, 1, {});
  CHECK_FALSE(long_run.run(1, watched));
  CHECK(watched.reason() == Reason::stopped);
  CHECK(watched.progress() > 0);
  CHECK(watched.progress() < 0.5);
  const Stacks done{first_bits(18) & ~Bits{0x24}, 0x4};
  CHECK(long_run.fewest_kings() <= 15);
  CHECK(long_run.value(done) == 0);
  CHECK_THROWS_AS(long_run.value({1, 0}), std::logic_error);
  Control stopped;
  stopped.stop();
  CHECK_FALSE(table.run(2, stopped));
}

TEST_CASE("invalid arguments are rejected") {
  Control control;
  const auto search = make_search(2, 3, 1 << 12);
  CHECK_THROWS_AS(search->score({".....", 0}, control), std::invalid_argument);  // too few cells
  CHECK_THROWS_AS(search->score({"....x.", 0}, control), std::invalid_argument);  // no such symbol
  CHECK_THROWS_AS(search->score({"wWWR..", 0}, control), std::invalid_argument);  // a filled 2×2 with a singleton
  CHECK_THROWS_AS(make_search(1, 9, 1 << 12), std::invalid_argument);  // a thin board
  CHECK_THROWS_AS(make_search(3, 43, 1 << 12), std::invalid_argument);  // a large board
  CHECK_THROWS_AS(MarvinTable(5, 6, 0, {}), std::invalid_argument);  // a large table
  MarvinTable table(3, 3, 1, {});
  table.run(1, control);
  CHECK_THROWS_AS(table.value({2, 0}), std::invalid_argument);  // one king too few
}

template <class Game>
void counts_are_those_of_recursion(int width, int height, const StacksOf<typename Game::Set>& s, int depth) {
  Game game(width, height);
  game.use_symmetries_of(s.kings);
  for (; depth >= 0; --depth) {
    Control control;
    Perft<Game> perft(game, 1 << 16, control);
    CHECK(perft.count({s}, depth) == BigCount(PlainOf<typename Game::Set>(width, height).perft(s, depth)));
  }
}

TEST_CASE("counts agree with recursion") {
  std::mt19937 random(2014);
  for (unsigned n = 0; n < 40; ++n) {
    const int width = 2 + static_cast<int>(n % 3);
    const int height = 2 + static_cast<int>(n / 3 % 3);
    const Stacks s = n % 4 == 0 ? Stacks{} : after_random_play(random, width, height, random() % 20);
    counts_are_those_of_recursion<LargeGame>(width, height, s, 4);
  }
  for (unsigned n = 0; n < 10; ++n) {
    const auto s = after_random_play<Words<2>>(random, 9, 9, 300 + random() % 100);
    counts_are_those_of_recursion<LargestGame>(9, 9, s, 2);
  }
}

// Random play until at most this many points have no king.
template <class S>
StacksOf<S> nearly_full(std::mt19937& random, int width, int height, int open) {
  for (unsigned moves = 0;; moves += 10) {
    const StacksOf<S> s = after_random_play<S>(random, width, height, moves);
    if (size(s.kings) >= width * height - open) return s;
  }
}

TEST_CASE("scores on boards of two words agree with recursion") {
  std::mt19937 random(2015);
  for (const auto& sides : {std::pair{9, 9}, {11, 11}, {5, 13}}) {
    const int width = sides.first;
    const int height = sides.second;
    for (int n = 0; n < 6; ++n) {
      const auto s = nearly_full<Words<2>>(random, width, height, 8);
      INFO(width, "x", height, " ", s);
      const auto search = make_search(width, height, n % 2 == 0 ? 1 << 10 : 1 << 22);
      const std::string text = cells(width, height, s);
      const int value = PlainOf<Words<2>>(width, height).value(s), lead = size(s.kings);
      Control control;
      CHECK(search->score({text, 0}, control) == lead + value);
      CHECK(search->score({text, 1}, control) == lead - value);
      CHECK(search->result({text, 0}, control) == (lead + value > 0) - (lead + value < 0));
      CHECK(search->result({text, 1}, control) == (value - lead > 0) - (value - lead < 0));
    }
  }
}

TEST_CASE("a search is the same for any number of words per set") {
  std::mt19937 random(2016);
  for (const auto& [width, height] : {std::pair{3, 3}, {3, 4}, {5, 5}, {7, 7}, {8, 8}}) {
    const Stacks s = nearly_full<Bits>(random, width, height, 12);
    const auto answer = [&]<class Game>(Game game) {
      const StacksOf<typename Game::Set> stacks{s.kings, s.singletons};
      game.use_symmetries_of(stacks.kings);
      Negamax<Game, ByScore> negamax(game, std::uint64_t{1} << 24);
      Control control;
      return std::pair{negamax.score({stacks}, control), control.nodes()};
    };
    CHECK(answer(LargeGame(width, height)) == answer(LargestGame(width, height)));
  }
}

}  // namespace
