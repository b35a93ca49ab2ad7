// Marvin's kernels against the rules as they are written, and against each other.
#include <filesystem>
#include <fstream>
#include <set>

#include "games/marvin/search.hpp"
#include "games/marvin/table.hpp"
#include "games/marvin_plain.hpp"
#include "search/perft.hpp"

using namespace proofplay;
using namespace proofplay::marvin;

namespace {

Failures failures;

// That no more than the 2×2s around a point matter.
void placements_are_those_of_the_rules(int width, int height, const Stacks& s) {
  const Points points(width, height);
  const Plain plain(width, height);
  failures.expect(points.legal(s), "legal", width, height, s);
  Bits completing = 0;
  for (Bits empty = points.all() & ~s.all(); empty != 0;) {
    const int point = take_lowest(empty);
    bool king = false;
    bool king_by_rules = false;
    const Stacks after = points.play(s, point, king);
    const Stacks by_rules = plain.play(s, point, king_by_rules);
    failures.expect(after == by_rules && king == king_by_rules, "placement", width, height, s);
    failures.expect(points.legal(after), "legal after a placement", width, height, after);
    if (king) completing |= bit(point);
  }
  failures.expect(points.completing(s.all()) == completing, "completing points", width, height, s);
}

void rules_hold(std::mt19937& random) {
  for (unsigned n = 0; n < 3000; ++n) {
    const int width = 2 + static_cast<int>(random() % 7);
    const int height = 2 + static_cast<int>(random() % 7);
    const unsigned moves = random() % static_cast<unsigned>(2 * width * height);
    placements_are_those_of_the_rules(width, height, after_random_play(random, width, height, moves));
    placements_are_those_of_the_rules(width, height, with_king_blocks(random, width, height));
  }
  placements_are_those_of_the_rules(32, 2, {0x00ff00ff0f0f0f0f, 0});
}

// Every legal set of singletons has a number, in ascending order and without gaps; the completing points
// are found for each.
void numbers_have_no_gaps(int width, int height, Bits always, const Stacks& s) {
  const Points points(width, height);
  const OpenBoard board(points, always);
  const Set kings = board.open(s.kings & ~always);
  Ranks ranks(board);
  ranks.turn_to(kings);
  Completing completing(board);
  completing.turn_to(kings);
  std::vector<Set> listed;
  ranks.list(kings, listed);
  std::vector<Set> legal;
  const Bits squares = points.all() & ~s.kings;
  for (Bits singletons = 0;;) {
    if (points.legal({s.kings, singletons})) {
      legal.push_back(board.open(singletons));
      failures.expect(completing.points(legal.back()) == board.open(points.completing(s.kings | singletons)),
                      "completing points of a row", width, height, {s.kings, singletons});
    }
    singletons = (singletons - squares) & squares;
    if (singletons == 0) break;
  }
  std::sort(legal.begin(), legal.end());
  failures.expect(listed == legal && ranks.count() == legal.size(), "legal sets", width, height, s);
  for (std::uint32_t i = 0; i < legal.size(); ++i) {
    failures.expect(ranks.of(legal[i]) == i, "number of a set", width, height, s);
  }
}

// A table against recursion on all positions from a set of kings on, and the search on some of them.
void table_and_search_agree_with_recursion(int width, int height, const Stacks& from, int threads) {
  Plain plain(width, height);
  MarvinTable table(width, height, from.kings, {});
  MarvinSearch search(width, height, 1 << 14);
  Control control;
  plain.value({from.kings, 0});
  failures.expect(table.run(threads, control), "run", width, height, from);
  unsigned n = 0;
  for (const auto& [position, value] : plain.values()) {
    const Stacks s{position.first, position.second};
    failures.expect(table.value(s) == value, "value of the table", width, height, s);
    if (n++ % 61 != 0) continue;
    const std::string text = cells(width, height, s);
    const int kings = size(s.kings);
    failures.expect(search.score(text, 0, control) == kings + value, "score, White to move", width, height, s);
    failures.expect(search.score(text, 1, control) == kings - value, "score, Red to move", width, height, s);
    const int red = value - kings;
    failures.expect(search.result(text, 1, control) == (red > 0) - (red < 0), "result", width, height, s);
    failures.expect(table.score(text, 1) == kings - value, "score of the table", width, height, s);
  }
}

void endgames_agree(std::mt19937& random) {
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
      MarvinSearch search(width, height, 1 << 16);
      failures.expect(search.score(cells(width, height, s), 0, control) == size(s.kings) + table.value(s), "endgame",
                      width, height, s);
    }
  }
}

// From whatever a folder holds, broken files included, a run ends with the same values.
void runs_can_be_taken_up() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("proofplay-marvin-" + std::to_string(std::random_device{}()));
  MarvinTable whole(3, 4, 0, {});
  Control control;
  whole.run(2, control);
  {
    MarvinTable table(3, 4, 0, folder);
    Control none(1000);
    failures.expect(!table.run(1, none) && none.reason() == Reason::nodes, "node limit", 3, 4, {});
    failures.expect(table.run(2, control), "run with a folder", 3, 4, {});
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
  failures.expect(again.run(1, second), "second run", 3, 4, {});
  const std::vector<MarvinTable::Summary> layers = whole.summary();
  failures.expect(second.nodes() == layers[2].positions + layers[3].positions + layers[4].positions,
                  "what a second run does", 3, 4, {});
  failures.expect(second.progress() == 1, "progress", 3, 4, {});
  std::mt19937 random(4);
  for (unsigned n = 0; n < 300; ++n) {
    const Stacks s = after_random_play(random, 3, 4, random() % 24);
    failures.expect(again.value(s) == whole.value(s), "value from a file", 3, 4, s);
  }
  fs::remove_all(folder);
}

void limits_stop_and_resume() {
  MarvinSearch search(3, 4, 1 << 22);
  const std::string start(12, '.');
  std::optional<int> found;
  for (int asked = 0; !found && asked < 2000; ++asked) {
    Control control(500);
    found = search.score(start, 0, control);
    failures.expect(control.nodes() <= 500, "node limit", 3, 4, {});
    failures.expect(found.has_value() == (control.reason() == Reason::none), "reason", 3, 4, {});
  }
  failures.expect(found == 0, "score after interruptions", 3, 4, {});
  MarvinTable table(4, 4, 0, {});
  Control small(Control::unlimited, 1e9, 1000);
  failures.expect(!table.run(1, small) && small.reason() == Reason::memory, "memory limit", 4, 4, {});
  // Short rows, many to a layer: the control is looked at between them.
  Control watched;
  watched.watch([](const Control& c) { return c.progress() == 0; });
  MarvinTable long_run(3, 6, 1, {});
  failures.expect(!long_run.run(1, watched) && watched.reason() == Reason::stopped, "stopped by its watcher", 3, 6, {});
  failures.expect(watched.progress() > 0 && watched.progress() < 0.5, "stopped early in the work", 3, 6, {});
  const Stacks done{first_bits(18) & ~Bits{0x24}, 0x4};
  failures.expect(long_run.fewest_kings() <= 15 && long_run.value(done) == 0, "a finished layer", 3, 6, done);
  try {
    long_run.value({1, 0});
    failures.expect(false, "a layer that is not finished", 3, 6, {});
  } catch (const std::logic_error&) {
  }
  Control stopped;
  stopped.stop();
  failures.expect(!table.run(2, stopped), "stopped", 4, 4, {});
}

template <class F>
void is_refused(const char* what, F&& f) {
  try {
    f();
  } catch (const std::invalid_argument&) {
    return;
  }
  failures.expect(false, what, 0, 0, {});
}

void strangers_are_refused() {
  Control control;
  MarvinSearch search(2, 3, 1 << 12);
  is_refused("too few cells", [&] { search.score(".....", 0, control); });
  is_refused("no such cell", [&] { search.score("....x.", 0, control); });
  is_refused("a filled 2×2 with a singleton", [&] { search.score("wWWR..", 0, control); });
  is_refused("a thin board", [&] { MarvinSearch(1, 9, 1 << 12); });
  is_refused("a large board", [&] { MarvinSearch(9, 8, 1 << 12); });
  is_refused("a large table", [&] { MarvinTable(5, 6, 0, {}); });
  MarvinTable table(3, 3, 1, {});
  table.run(1, control);
  is_refused("a king less", [&] { table.value({2, 0}); });
}

void counts_are_those_of_recursion(std::mt19937& random) {
  for (unsigned n = 0; n < 40; ++n) {
    const int width = 2 + static_cast<int>(n % 3);
    const int height = 2 + static_cast<int>(n / 3 % 3);
    const Stacks s = n % 4 == 0 ? Stacks{} : after_random_play(random, width, height, random() % 20);
    LargeGame game(width, height);
    game.follow(s.kings);
    for (int depth = 0; depth <= 4; ++depth) {
      Control control;
      Perft<LargeGame> perft(game, 1 << 16, control);
      failures.expect(perft.count({s}, depth) == BigCount(Plain(width, height).perft(s, depth)), "perft", width, height,
                      s);
    }
  }
}

}  // namespace

int main() {
  std::mt19937 random(2012);
  rules_hold(random);
  numbers_have_no_gaps(4, 4, 0, {});
  numbers_have_no_gaps(3, 4, 0, {0x21, 0});
  numbers_have_no_gaps(8, 8, 0xfffffff3f0ffffc3, {0xfffffff7f0ffffc3, 0});
  numbers_have_no_gaps(2, 7, 0x300c, {0x301c, 0});
  for (const auto& [width, height] : {std::pair{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}) {
    table_and_search_agree_with_recursion(width, height, {}, 2);
  }
  table_and_search_agree_with_recursion(3, 4, {0x012, 0}, 1);
  table_and_search_agree_with_recursion(4, 3, {0x081, 0}, 2);
  table_and_search_agree_with_recursion(4, 4, {0xc03c, 0}, 2);
  table_and_search_agree_with_recursion(3, 3, {0x1ff, 0}, 1);
  endgames_agree(random);
  runs_can_be_taken_up();
  limits_stop_and_resume();
  strangers_are_refused();
  counts_are_those_of_recursion(random);
  return failures.status();
}
