// Manhattan's kernel against the rules played on a string of cells, and plain recursion over them.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "games/kernels.hpp"
#include "games/manhattan/search.hpp"
#include "games/recursion.hpp"

using namespace proofplay;
using namespace proofplay::manhattan;

namespace {

// 'r' the mover, 'b' the other player, '.' empty.
struct Plain {
  int width, height;

  std::vector<std::size_t> beside(std::size_t square) const {
    const int file = static_cast<int>(square) % width, rank = static_cast<int>(square) / width;
    std::vector<std::size_t> found;
    for (const auto& [f, r] : {std::pair{file - 1, rank}, {file + 1, rank}, {file, rank - 1}, {file, rank + 1}}) {
      if (f >= 0 && f < width && r >= 0 && r < height) found.push_back(static_cast<std::size_t>(r * width + f));
    }
    return found;
  }

  std::set<std::size_t> group(const std::string& cells, std::size_t square) const {
    std::set<std::size_t> found{square};
    std::deque<std::size_t> queue{square};
    for (; !queue.empty(); queue.pop_front()) {
      for (const std::size_t next : beside(queue.front())) {
        if (cells[next] == cells[square] && found.insert(next).second) queue.push_back(next);
      }
    }
    return found;
  }

  bool one_group(const std::string& cells, char colour) const {
    const auto count = static_cast<std::size_t>(std::count(cells.begin(), cells.end(), colour));
    return count > 1 && group(cells, cells.find(colour)).size() == count;
  }

  // The plies from a square over empty ones to the nearest checker of a colour, or a very large number.
  int distance(const std::string& cells, std::size_t square, char colour) const {
    std::map<std::size_t, int> plies{{square, 0}};
    std::deque<std::size_t> queue{square};
    for (; !queue.empty(); queue.pop_front()) {
      for (const std::size_t next : beside(queue.front())) {
        if (cells[next] == colour) return plies[queue.front()] + 1;
        if (cells[next] == '.' && plies.emplace(next, plies[queue.front()] + 1).second) queue.push_back(next);
      }
    }
    return 1 << 20;
  }

  std::set<std::string> own_moves(const std::string& cells, char colour) const {
    std::set<std::string> found;
    for (std::size_t square = 0; square < cells.size(); ++square) {
      if (cells[square] != colour) continue;
      std::set<std::size_t> rest = group(cells, square);
      rest.erase(square);
      std::string without = cells;
      without[square] = '.';
      if (!rest.empty()) {
        if (group(without, *rest.begin()) == rest) found.insert(without);
        continue;
      }
      for (const std::size_t to : beside(square)) {
        if (cells[to] != '.' || distance(without, to, colour) + 1 != distance(without, square, colour)) continue;
        if (distance(without, to, colour) > 1 << 19) continue;
        std::string after = without;
        after[to] = colour;
        found.insert(after);
      }
    }
    return found;
  }

  static std::string turned(std::string cells) {
    for (char& c : cells) c = c == 'r' ? 'b' : c == 'b' ? 'r' : c;
    return cells;
  }

  Ending ending(const PlainPosition& p) const {
    if (one_group(p.cells, 'b')) return Ending::loss;
    if (one_group(p.cells, 'r')) return Ending::win;
    return own_moves(p.cells, 'r').empty() && own_moves(p.cells, 'b').empty() ? Ending::draw : Ending::open;
  }

  // The positions after each move, as the next player sees them.
  std::vector<PlainPosition> children(const PlainPosition& p) const {
    std::vector<PlainPosition> found;
    if (ending(p) != Ending::open) return found;
    for (const std::string& after : own_moves(p.cells, 'r')) found.push_back({turned(after)});
    if (found.empty()) found.push_back({turned(p.cells)});
    return found;
  }
};

// The checkers as the player to move, who is red, sees them.
template <class S = Bits>
CheckersOf<S> checkers(const Plain& plain, const std::string& cells) {
  return read(BoardOf<S>(plain.width, plain.height), cells, 0);
}

template <class S>
std::string cells(const CheckersOf<S>& c, std::size_t squares) {
  std::string text(squares, '.');
  for (std::size_t square = 0; square < squares; ++square) {
    if (contains(c.mine, static_cast<int>(square))) text[square] = 'r';
    if (contains(c.theirs, static_cast<int>(square))) text[square] = 'b';
  }
  return text;
}

std::string random_cells(std::mt19937& random, int squares, unsigned percent) {
  std::string text;
  for (int i = 0; i < squares; ++i) text += random() % 100 >= percent ? '.' : random() % 2 == 0 ? 'r' : 'b';
  return text;
}

template <class S = Bits>
void rules_agree(const Plain& plain, const std::string& position) {
  INFO(plain.width, "x", plain.height, " ", position);
  const Rules<true, KeyOf<S>> rules({plain.width, plain.height}, 1 << 12);
  const StateOf<S> s{checkers<S>(plain, position)};
  CHECK(rules.ending(s) == plain.ending({position}));
  if (rules.ending(s) != Ending::open) return;
  std::set<PlainPosition> found, expected;
  for (const PlainPosition& child : plain.children({position})) expected.insert(child);
  int count = 0;
  rules.each_child(s, [&](const StateOf<S>& q) {
    found.insert({cells(q.checkers, position.size())});
    ++count;
    return false;
  });
  CHECK(found == expected);
  CHECK(count == static_cast<int>(found.size()));
  CHECK(count == rules.count_children(s));
}

template <class S = Bits>
void bounds_hold(Recursion<Plain>& recursion, const std::string& position) {
  const Plain& plain = recursion.rules();
  INFO(plain.width, "x", plain.height, " ", position);
  const Rules<true, KeyOf<S>> rules({plain.width, plain.height}, 1 << 12);
  const StateOf<S> s{checkers<S>(plain, position)};
  if (rules.ending(s) != Ending::open) return;
  const Bounds bounds = rules.evaluate(s).bounds;
  const int score = recursion.score({position});
  CHECK((score >= 0 || bounds.lower <= score));
  CHECK((score <= 0 || score <= bounds.upper));
  CHECK((bounds.lower <= 0 || bounds.lower <= score));
  CHECK((plain.width < 3 || plain.height < 3 || score != 0));
}

// each_keyed_child yields, with keys and proof numbers, all moves except those after which the other player wins at
// once.
template <bool Thin, class K>
void keyed_children_agree(int width, int height, const std::string& position) {
  using G = Rules<Thin, K>;
  using State = typename G::State;
  INFO(width, "x", height, " ", position);
  const G rules({width, height}, 1 << 12);
  const State s{checkers<typename K::Set>({width, height}, position)};
  if (rules.ending(s) != Ending::open || rules.proof_numbers(s, 1) == proved) return;
  std::vector<ChildOf<G>> expected, found;
  rules.each_child(s, [&](const State& q) {
    const ProofNumbers e = rules.proof_numbers(q, 1);
    if (e != proved) expected.push_back({q, rules.key(q), e});
    return false;
  });
  CHECK_FALSE(rules.each_keyed_child(s, [&](const ChildOf<G>& child) { found.push_back(child); }));
  std::vector<ChildOf<G>*> fresh;
  for (ChildOf<G>& child : found) fresh.push_back(&child);
  rules.copy_for_thread().proof_numbers(fresh.data(), fresh.size(), 1);
  CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), [](const auto& a, const auto& b) {
    return a.position.checkers == b.position.checkers && a.key == b.key && a.proof_numbers == b.proof_numbers;
  }));
}

void whole_board(int width, int height) {
  Recursion recursion(Plain{width, height});
  const auto search = make_search(width, height, 1 << 20);
  std::string position(static_cast<std::size_t>(width * height), '.');
  for (;;) {
    rules_agree(recursion.rules(), position);
    bounds_hold(recursion, position);
    search_agrees(recursion, *search, {position});
    auto digit = position.begin();
    for (; digit != position.end() && *digit == 'b'; ++digit) *digit = '.';
    if (digit == position.end()) return;
    *digit = *digit == '.' ? 'r' : 'b';
  }
}

// Also with tables of a few hundred entries, so that they lose some.
void random_boards(std::mt19937& random, int width, int height, unsigned percent, int count) {
  Recursion recursion(Plain{width, height});
  const auto search = make_search(width, height, 1 << 22);
  for (int i = 0; i < count; ++i) {
    const std::string position = random_cells(random, width * height, percent);
    bounds_hold(recursion, position);
    search_agrees(recursion, *search, {position});
    search_agrees(recursion, *make_search(width, height, 1 << 12), {position});
  }
}

TEST_CASE("rules, bounds and search agree with the plain rules on all boards of a size") {
  for (const auto& [width, height] : {std::pair{3, 3}, {1, 7}, {2, 3}}) whole_board(width, height);
}

TEST_CASE("the rules agree with the plain ones on boards of all shapes") {
  std::mt19937 random(2021);
  for (const auto& [width, height] : {std::pair{6, 6}, {8, 8}, {5, 12}, {64, 1}, {1, 64}, {2, 26}, {26, 2}, {9, 7}}) {
    for (unsigned n = 0; n < 60; n += 3) rules_agree({width, height}, random_cells(random, width * height, 10 + n));
  }
  for (const auto& [width, height] :
       {std::pair{10, 10}, {11, 11}, {9, 8}, {5, 14}, {128, 1}, {1, 128}, {2, 64}, {64, 2}, {6, 6}}) {
    for (unsigned n = 0; n < 60; n += 10) {
      rules_agree<Words<2>>({width, height}, random_cells(random, width * height, 10 + n));
    }
  }
}

TEST_CASE("moves generated with keys are the same as those without") {
  std::mt19937 random(2024);
  for (int i = 0; i < 400; ++i) {
    const unsigned percent = 20 + random() % 60;
    keyed_children_agree<false, SmallKey>(6, 6, random_cells(random, 36, percent));
    keyed_children_agree<false, Key>(7, 7, random_cells(random, 49, percent));
    keyed_children_agree<false, SmallKey>(4, 5, random_cells(random, 20, percent));
    keyed_children_agree<true, Key>(2, 9, random_cells(random, 18, percent));
    keyed_children_agree<true, Key>(64, 1, random_cells(random, 64, percent));
    if (i % 8 != 0) continue;
    keyed_children_agree<false, LargestKey>(10, 10, random_cells(random, 100, percent));
    keyed_children_agree<true, LargestKey>(2, 40, random_cells(random, 80, percent));
  }
}

TEST_CASE("the search agrees with recursion") {
  std::mt19937 random(2022);
  random_boards(random, 3, 4, 50, 8);
  random_boards(random, 4, 3, 60, 3);
  random_boards(random, 4, 4, 22, 2);
  random_boards(random, 2, 5, 60, 40);
  random_boards(random, 10, 1, 70, 40);
}

// A large board with a few checkers, all of them in one corner.
std::string crowded(std::mt19937& random, int width, int height, int side, unsigned percent) {
  std::string cells(static_cast<std::size_t>(width * height), '.');
  const std::string corner = random_cells(random, side * side, percent);
  for (int i = 0; i < side * side; ++i) {
    const int file = width - 1 - i % side, rank = height - 1 - i / side;
    cells[static_cast<std::size_t>(rank * width + file)] = corner[static_cast<std::size_t>(i)];
  }
  return cells;
}

TEST_CASE("the search agrees with recursion on boards of two words") {
  std::mt19937 random(2025);
  for (const auto& [width, height] : {std::pair{10, 10}, {9, 8}, {5, 14}}) {
    Recursion recursion(Plain{width, height});
    for (int i = 0; i < 16; ++i) {
      const std::string position = crowded(random, width, height, 3, 45);
      search_agrees(recursion, *make_search(width, height, i % 2 == 0 ? 1 << 12 : 1 << 22), {position});
      bounds_hold<Words<2>>(recursion, position);
    }
  }
}

// What a search with one kind of key says about a position, and how many positions it examined.
template <class K>
std::vector<std::uint64_t> answers_of(int width, int height, const std::string& position) {
  SearchOf<false, K> search(BoardOf<typename K::Set>(width, height), std::uint64_t{1} << 26);
  Control first, second;
  const std::optional<int> result = search.result({position}, first);
  const std::optional<int> distance = search.distance({position}, second);
  REQUIRE(result);
  REQUIRE(distance);
  return {static_cast<std::uint64_t>(*result + 1), first.nodes(), static_cast<std::uint64_t>(*distance),
          second.nodes()};
}

TEST_CASE("a search is the same for any number of words per set") {
  std::mt19937 random(2026);
  for (const auto& sides : {std::pair{4, 4}, {5, 5}, {6, 6}, {8, 8}}) {
    const int width = sides.first;
    const int height = sides.second;
    for (int i = 0; i < 10; ++i) {
      const std::string position = crowded(random, width, height, 4, 50);
      INFO(width, "x", height, " ", position);
      CHECK(answers_of<LargestKey>(width, height, position) == answers_of<Key>(width, height, position));
    }
  }
}

TEST_CASE("boards that are too large for every kind of set are rejected") {
  CHECK_THROWS_AS(Board(13, 5), std::invalid_argument);
  CHECK_THROWS_AS(make_search(43, 3, 1 << 20), std::invalid_argument);
  CHECK_THROWS_AS(make_search(129, 1, 1 << 20), std::invalid_argument);
  CHECK_THROWS_AS(make_search(0, 3, 1 << 20), std::invalid_argument);
}

TEST_CASE("counts and tables agree with recursion") {
  std::mt19937 random(2023);
  for (const auto& [width, height] : {std::pair{4, 4}, {6, 6}, {2, 7}, {9, 8}}) {
    const Recursion recursion(Plain{width, height});
    for (int i = 0; i < 4; ++i) perft_agrees(recursion, &perft, {random_cells(random, width * height, 40)}, 3);
  }
  for (const auto& [width, height, checkers, count] :
       {std::tuple{3, 4, 8, 20}, {8, 5, 4, 30}, {10, 1, 6, 40}, {8, 8, 4, 30}}) {
    Recursion recursion(Plain{width, height});
    const auto table = make_table(width, height, Control::unlimited);
    for (int i = 0; i < count; ++i) {
      PlainPosition p{std::string(static_cast<std::size_t>(width * height), '.')};
      for (int left = checkers; left > 0;) {
        char& cell = p.cells[random() % p.cells.size()];
        if (cell == '.') cell = "rb"[random() % 2], --left;
      }
      table_agrees(recursion, *table, p);
    }
  }
}

Checkers start(int width, int height) {
  Checkers c;
  for (int rank = 0; rank < height; ++rank) {
    for (int file = 0; file < width; ++file) {
      const bool centre =
          (file == width / 2 || file == width / 2 - 1) && (rank == height / 2 || rank == height / 2 - 1);
      if (!centre) ((file + rank) % 2 == 0 ? c.mine : c.theirs) |= bit(rank * width + file);
    }
  }
  return c;
}

TEST_CASE("Red loses the 4×4 game") {
  CHECK(limits_only_postpone(*make_search(4, 4, 1 << 24), {cells(start(4, 4), 16)}, 2000, -1) > 1);
}

TEST_CASE("a line that is too long ends the search without an answer") {
  const Rules<false> rules({6, 6}, 1 << 12);
  const State s{start(6, 6), Rules<false>::max_plies};
  CHECK_THROWS_AS(rules.each_child(s, [](const State&) { return false; }), Endless);
}

}  // namespace
