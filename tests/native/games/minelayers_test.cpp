// The kernel of Manic Minelayers against plain recursion over the rules.
#include "games/minelayers/search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ostream>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "games/kernels.hpp"

using namespace proofplay;
using namespace proofplay::minelayers;

namespace {

// The rules as written, on a string of symbols.
struct Plain {
  int width;
  int height;
  std::string cells;
  int turn = 0;
  int began = 0;

  bool operator<(const Plain& o) const { return std::tie(cells, turn, began) < std::tie(o.cells, o.turn, o.began); }

  PositionText text() const { return {cells, turn, began}; }
  int squares() const { return width * height; }
  std::size_t where(int player) const { return cells.find(player == 0 ? 'A' : 'B'); }

  bool knights_move_apart(int a, int b) const {
    const int files = std::abs(a % width - b % width), ranks = std::abs(a / width - b / width);
    return files * ranks == 2;
  }

  std::vector<int> targets(int player) const {
    std::vector<int> found;
    if (where(player) == std::string::npos) return found;
    for (int s = 0; s < squares(); ++s) {
      const bool free = cells[static_cast<std::size_t>(s)] == '.';
      if (free && knights_move_apart(static_cast<int>(where(player)), s)) found.push_back(s);
    }
    return found;
  }

  std::vector<Plain> children() const {
    std::vector<Plain> found;
    if (where(1) != std::string::npos) {
      for (const int s : targets(turn)) {
        Plain after = *this;
        std::swap(after.cells[where(turn)], after.cells[static_cast<std::size_t>(s)]);
        after.cells[where(turn)] = 'x';
        found.push_back(after.moved(s, 1 - turn));
      }
      return found;
    }
    for (int file = 0; file < width; ++file) {
      const int s = turn == 0 ? file : squares() - width + file;
      if (cells[static_cast<std::size_t>(s)] == '.') found.push_back(moved(s, turn == 0 ? 1 : began));
    }
    return found;
  }

  Plain moved(int square, int next) const {
    Plain after = *this;
    after.cells[static_cast<std::size_t>(square)] = turn == 0 ? 'A' : 'B';
    after.turn = next;
    return after;
  }

  int winner() const { return targets(1 - turn).empty() ? 1 - began : 1 - turn; }
};

// Winner and number of plies under best play.
using Values = std::map<Plain, std::pair<int, int>>;

std::pair<int, int> value(const Plain& p, Values& known) {
  if (const auto found = known.find(p); found != known.end()) return found->second;
  std::pair<int, int> best{p.winner(), 0};
  bool any = false;
  for (const Plain& child : p.children()) {
    const auto [winner, plies] = value(child, known);
    const bool wins = winner == p.turn, won = any && best.first == p.turn;
    const bool better = !any || (wins != won ? wins : wins ? plies + 1 < best.second : plies + 1 > best.second);
    if (better) best = {winner, plies + 1};
    any = true;
  }
  return known[p] = best;
}

std::uint64_t sequences(const Plain& p, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (const Plain& child : p.children()) count += sequences(child, depth - 1);
  return count;
}

std::ostream& operator<<(std::ostream& out, const Plain& p) {
  return out << p.width << 'x' << p.height << ' ' << p.cells << " turn " << p.turn << " began " << p.began;
}

template <class S>
FullPositionOf<S> setting(const GridOf<S>& grid, const Plain& p) {
  return FullPositionOf<S>::of(grid, p.text());
}

Plain random_plain(std::mt19937& random, int width, int height, int max_free) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Plain p{width, height, std::string(static_cast<std::size_t>(width * height), 'x'), below(2), below(2)};
  for (int i = 2 + below(max_free - 1); i > 0; --i) {
    p.cells[static_cast<std::size_t>(below(p.squares()))] = '.';
  }
  const std::size_t a = static_cast<std::size_t>(below(p.squares()));
  const std::size_t b = (a + 1 + static_cast<std::size_t>(below(p.squares() - 1))) % p.cells.size();
  p.cells[a] = 'A';
  p.cells[b] = 'B';
  return p;
}

template <class S = Bits>
void sets_spread_as_knights_move(std::mt19937& random, int width, int height) {
  const GridOf<S> grid(width, height);
  const Plain p{width, height, std::string(static_cast<std::size_t>(width * height), '.')};
  INFO(p);
  const S board = first_bits<S>(p.squares());
  for (int n = 0; n < 20; ++n) {
    S from{}, once{}, twice{};
    for (int square = 0; square < p.squares(); ++square) {
      if (random() % 4 == 0) from |= bit<S>(square);
    }
    for (int to = 0; to < p.squares(); ++to) {
      int sources = 0;
      for (int square = 0; square < p.squares(); ++square)
        sources += contains(from, square) && p.knights_move_apart(square, to);
      if (sources >= 1) once |= bit<S>(to);
      if (sources >= 2) twice |= bit<S>(to);
    }
    CHECK(grid.spread(from, board) == once);
    CHECK(grid.spread_twice(from, board) == twice);
  }
}

template <class Key>
void bounds_hold(int width, int height, const Values& values) {
  const GridOf<typename Key::Set> grid(width, height);
  const MinelayersGame<Key> game(grid);
  for (const auto& entry : values) {
    const auto& p = entry.first;
    const auto& value = entry.second;
    INFO(p);
    const auto state = setting(grid, p).state(grid);
    CHECK(game.key(game.position(game.key(state))) == game.key(state));
    const Score score = value.first == p.turn ? win_in(value.second) : loss_in(value.second);
    if (const Ending ending = game.ending(state); ending != Ending::open) {
      CHECK(score == (ending == Ending::win ? win_in(0) : loss_in(0)));
      continue;
    }
    const Bounds bounds = game.evaluate(state).bounds;
    CHECK(bounds.lower <= score);
    CHECK(score <= bounds.upper);
  }
}

void agrees_with_recursion(const Plain& p, std::uint64_t max_bytes) {
  INFO(p);
  Values values;
  const auto [winner, plies] = value(p, values);
  const auto search = make_search(p.width, p.height, max_bytes);
  Control control;
  CHECK(search->result(p.text(), control) == (winner == p.turn ? 1 : -1));
  CHECK(search->distance(p.text(), control) == plies);
  if (p.where(1) == std::string::npos) return;
  with_key_for(p.squares(), [&]<class Key>() { bounds_hold<Key>(p.width, p.height, values); });
}

void counts_sequences(const Plain& p) {
  INFO(p);
  for (int depth = 0; depth < 7; ++depth) {
    Control control(Control::unlimited, 60, 1 << 16);
    CHECK(perft(p.width, p.height, p.text(), depth, control) == BigCount(sequences(p, depth)));
  }
}

// A search that was ended by a limit gives no answer, and continues when asked again.
void limits_stop_and_resume(const Plain& p) {
  INFO(p);
  Values values;
  const int plies = value(p, values).second;
  const auto search = make_search(p.width, p.height, 1 << 20);
  std::optional<int> found;
  for (int attempts = 0; !found && attempts < 10000; ++attempts) {
    Control control(60);
    found = search->distance(p.text(), control);
    CHECK(found.has_value() == (control.reason() == Reason::none));
    CHECK(control.nodes() <= 60);
  }
  CHECK(found == plies);
}

const std::vector<std::pair<int, int>> shapes{{3, 3}, {4, 3}, {3, 4}, {5, 4},  {4, 6},  {7, 7},
                                              {8, 8}, {9, 6}, {6, 9}, {21, 3}, {3, 17}, {2, 20}};

const std::vector<std::pair<int, int>> large_shapes{{9, 9}, {5, 14}, {10, 10}, {11, 11}, {13, 5}, {4, 32}, {16, 8}};

TEST_CASE("sets spread as knights move") {
  std::mt19937 random(2000);
  for (const auto& [width, height] : shapes) sets_spread_as_knights_move(random, width, height);
  for (const auto& [width, height] : {std::pair{64, 1}, {1, 64}, {32, 2}, {2, 32}, {1, 1}, {2, 2}}) {
    sets_spread_as_knights_move(random, width, height);
  }
  for (const auto& [width, height] : large_shapes) sets_spread_as_knights_move<Words<2>>(random, width, height);
  for (const auto& [width, height] : {std::pair{128, 1}, {1, 128}, {64, 2}, {2, 64}, {1, 1}, {2, 2}, {5, 10}}) {
    sets_spread_as_knights_move<Words<2>>(random, width, height);
  }
}

TEST_CASE("searches, bounds and counts agree with recursion on boards with mines") {
  std::mt19937 random(2003);
  for (unsigned n = 0; n < 1200; ++n) {
    const auto& [width, height] = shapes[n % shapes.size()];
    // On larger boards the same number of free squares allows fewer moves, so there may be more of them.
    const Plain p = random_plain(random, width, height, width * height <= 24 ? 18 : 34);
    // Also with tables of a few hundred entries, so that they lose some.
    agrees_with_recursion(p, n % 3 == 0 ? 1 << 13 : 1 << 22);
    if (n % 8 == 0) counts_sequences(p);
    if (n % 8 == 1) limits_stop_and_resume(p);
  }
}

TEST_CASE("searches, bounds and counts agree with recursion on boards of two words") {
  std::mt19937 random(2004);
  for (unsigned n = 0; n < 70; ++n) {
    const auto& [width, height] = large_shapes[n % large_shapes.size()];
    const Plain p = random_plain(random, width, height, width * height / 2);
    agrees_with_recursion(p, n % 3 == 0 ? 1 << 13 : 1 << 22);
    if (n % 4 == 0) counts_sequences(p);
    if (n % 4 == 1) limits_stop_and_resume(p);
  }
}

// What a search with one kind of key says about a position, and how many positions it examined.
template <class Key>
std::vector<std::uint64_t> answers_of(const Plain& p) {
  SearchOf<Key> search(GridOf<typename Key::Set>(p.width, p.height), std::uint64_t{1} << 26);
  Control first, second;
  const int result = search.result(p.text(), first).value();
  const int distance = search.distance(p.text(), second).value();
  return {static_cast<std::uint64_t>(result + 1), first.nodes(), static_cast<std::uint64_t>(distance), second.nodes()};
}

TEST_CASE("a search is the same for any number of words per set") {
  std::mt19937 random(2005);
  for (int n = 0; n < 40; ++n) {
    const int width = n % 2 == 0 ? 5 : 8, height = n % 2 == 0 ? 10 : 8;
    const Plain p = random_plain(random, width, height, 80);
    INFO(p);
    CHECK(answers_of<FreeKey<Words<2>>>(p) == answers_of<LargeKey>(p));
  }
}

TEST_CASE("searches, bounds and counts agree with recursion from the empty board on") {
  for (const auto& [width, height] : {std::pair{3, 3}, {4, 3}, {3, 4}, {2, 5}, {5, 2}, {1, 1}, {1, 2}, {2, 1}}) {
    for (const int began : {0, 1}) {
      const Plain start{width, height, std::string(static_cast<std::size_t>(width * height), '.'), 0, began};
      agrees_with_recursion(start, 1 << 20);
      counts_sequences(start);
      limits_stop_and_resume(start);
      for (const Plain& placed : start.children()) agrees_with_recursion(placed, 1 << 20);
    }
  }
}

TEST_CASE("invalid positions are rejected") {
  CHECK_THROWS_AS(Grid(13, 5), std::invalid_argument);
  CHECK_THROWS_AS(Grid(0, 5), std::invalid_argument);
  CHECK_THROWS_AS(make_search(43, 3, 1 << 20), std::invalid_argument);
  const Grid grid(2, 2);
  CHECK_THROWS_AS(FullPosition::of(grid, {"...", 0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(FullPosition::of(grid, {"A..B", 2, 0}), std::invalid_argument);
  CHECK_THROWS_AS(FullPosition::of(grid, {"....", 1, 0}), std::invalid_argument);  // B placing first
  CHECK_THROWS_AS(FullPosition::of(grid, {"A...", 0, 0}), std::invalid_argument);  // A placing twice
  CHECK_THROWS_AS(FullPosition::of(grid, {"...B", 0, 0}), std::invalid_argument);  // B alone
}

}  // namespace
