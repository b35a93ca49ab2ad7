// Nakatta's kernel against plain code over the rules: every 2×2 examined, one point at a time.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "games/kernels.hpp"
#include "games/nakatta/search.hpp"
#include "games/nakatta_whole_board.hpp"
#include "games/recursion.hpp"

using namespace proofplay;
using namespace proofplay::nakatta;

namespace {

// The rules, from their text.
struct Plain {
  int width;
  int height = width;

  char at(const std::string& cells, int file, int rank) const {
    return cells[static_cast<std::size_t>(rank * width + file)];
  }

  // NK2, NK3 and the crosscut, for the 2×2 with its lowest point here.
  bool faulty_at(const std::string& cells, int file, int rank) const {
    const char a = at(cells, file, rank), b = at(cells, file + 1, rank);
    const char c = at(cells, file, rank + 1), d = at(cells, file + 1, rank + 1);
    return cornered(a, d, b, c) || cornered(b, c, a, d) || naked(a, b, c, d) || naked(c, d, a, b) ||
           naked(a, c, b, d) || naked(b, d, a, c);
  }
  static bool cornered(char one, char other, char beside, char opposite) {
    if (one != other || one == '.') return false;
    const char enemy = one == 'b' ? 'w' : 'b';
    const bool first = beside == enemy, second = opposite == enemy;
    return (first && second) || (first && opposite == '.') || (second && beside == '.');
  }
  static bool naked(char a, char b, char c, char d) { return a != '.' && b != '.' && a != b && c == '.' && d == '.'; }

  bool faulty(const std::string& cells) const {
    for (int rank = 0; rank + 1 < width; ++rank) {
      for (int file = 0; file + 1 < width; ++file) {
        if (faulty_at(cells, file, rank)) return true;
      }
    }
    return false;
  }

  std::vector<std::string> placements(const std::string& cells, char colour) const {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != '.') continue;
      std::string next = cells;
      next[i] = colour;
      if (!faulty(next)) found.push_back(next);
    }
    return found;
  }

  // NK5, by depth-first search.
  bool connects(const std::string& cells, char colour) const {
    std::vector<bool> seen(cells.size());
    std::vector<std::pair<int, int>> waiting;
    const auto visit = [&](int file, int rank) {
      if (file < 0 || rank < 0 || file >= width || rank >= width || at(cells, file, rank) != colour) return;
      if (seen[static_cast<std::size_t>(rank * width + file)]) return;
      seen[static_cast<std::size_t>(rank * width + file)] = true;
      waiting.emplace_back(file, rank);
    };
    for (int i = 0; i < width; ++i) colour == 'b' ? visit(i, 0) : visit(0, i);
    while (!waiting.empty()) {
      const auto [file, rank] = waiting.back();
      waiting.pop_back();
      if ((colour == 'b' ? rank : file) == width - 1) return true;
      visit(file + 1, rank), visit(file - 1, rank), visit(file, rank + 1), visit(file, rank - 1);
    }
    return false;
  }

  Ending ending(const PlainPosition& p) const {
    if (connects(p.cells, "bw"[p.turn])) return Ending::win;
    return connects(p.cells, "bw"[1 - p.turn]) ? Ending::loss : Ending::open;
  }

  std::vector<PlainPosition> children(const PlainPosition& p) const {
    std::vector<PlainPosition> found;
    if (ending(p) != Ending::open) return found;
    for (const std::string& next : placements(p.cells, "bw"[p.turn])) found.push_back({next, 1 - p.turn});
    if (found.empty() && !placements(p.cells, "bw"[1 - p.turn]).empty()) found.push_back({p.cells, 1 - p.turn});
    return found;
  }
};

// A position of random play with some empty points left, which may have a winner.
std::string random_position(std::mt19937& random, int n, int empty) {
  const Plain rules{n};
  std::string cells(static_cast<std::size_t>(n * n), '.');
  for (int turn = 0; std::count(cells.begin(), cells.end(), '.') > empty; turn = 1 - turn) {
    const std::vector<std::string> next = rules.placements(cells, "bw"[turn]);
    if (!next.empty()) cells = next[random() % next.size()];
  }
  return cells;
}

// The same without a winner: a full board from which stones are removed, first one that breaks the winner's chain.
std::string open_position(std::mt19937& random, int n, int empty) {
  const Plain rules{n};
  const auto is_open = [&](const std::string& cells) {
    return !rules.connects(cells, 'b') && !rules.connects(cells, 'w');
  };
  for (;;) {
    std::string cells = random_position(random, n, 0);
    std::vector<std::size_t> order(cells.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    for (const bool breaks : {true, false}) {
      for (const std::size_t i : order) {
        if (std::count(cells.begin(), cells.end(), '.') >= empty) break;
        std::string fewer = cells;
        fewer[i] = '.';
        if (!rules.faulty(fewer) && is_open(fewer) && is_open(cells) != breaks) cells = fewer;
      }
    }
    if (is_open(cells)) return cells;
  }
}

template <class S>
void moves_are_those_of_the_rules(const std::string& cells, int n) {
  INFO(cells);
  const Plain plain{n};
  const BoardOf<S> board(n, n);
  for (const int turn : {0, 1}) {
    const PositionOf<S> p = board.read(cells, turn);
    const std::vector<std::string> expected = plain.placements(cells, "bw"[turn]);
    std::vector<std::string> found;
    for (S moves = board.my_legal(p); moves != 0;) {
      const PositionOf<S> next{p.mine | bit<S>(take_lowest(moves)), p.theirs};
      found.push_back(text(turn == 0 ? next : next.turned(), n));
    }
    std::vector<std::string> sorted = expected;
    std::sort(sorted.begin(), sorted.end());
    std::sort(found.begin(), found.end());
    CHECK(found == sorted);
    CHECK(board.their_legal(p) == transposed(board.my_legal(p.turned())));
    const Ending ending = Rules<StonesKey<S>>(board).ending(p);
    CHECK((ending == Ending::win) == plain.connects(cells, "bw"[turn]));
    CHECK((ending == Ending::loss) == plain.connects(cells, "bw"[1 - turn]));
  }
}

// Every filling of a small board: which ones are rejected, and the moves of the others.
void all_fillings(int n) {
  const Plain plain{n};
  const Board board(n, n);
  int fillings = 1;
  for (int i = 0; i < n * n; ++i) fillings *= 3;
  for (int code = 0; code < fillings; ++code) {
    std::string cells;
    for (int rest = code, i = 0; i < n * n; ++i, rest /= 3) cells += ".bw"[rest % 3];
    INFO(cells);
    if (plain.faulty(cells)) {
      CHECK_THROWS_AS(board.read(cells, 0), std::invalid_argument);
    } else {
      moves_are_those_of_the_rules<Bits>(cells, n);
    }
  }
}

void kernels_agree_with_recursion(const std::string& cells, int n, std::uint64_t max_bytes, int perft_depth) {
  Recursion recursion(Plain{n});
  const auto search = make_search(n, n, max_bytes);
  for (const int turn : {0, 1}) {
    search_agrees(recursion, *search, {cells, turn});
    perft_agrees(recursion, &perft, {cells, turn}, perft_depth);
  }
}

// each_keyed_child says whether a move wins at once; otherwise it yields, with keys, all moves except those that lose
// at once. What is computed for all of them, or some, at once equals what is computed for each by itself.
template <class K>
void moves_at_once_are_those_one_by_one(const BoardOf<typename K::Set>& board, const PositionOf<typename K::Set>& p) {
  using Position = PositionOf<typename K::Set>;
  using Child = ChildOf<ResultGame<K>>;
  INFO(text(p, board.ranks()));
  const ResultGame<K> game(board);
  bool wins = false;
  std::vector<Child> expected, children;
  game.each_child(p, [&](const Position& q) {
    const ProofNumbers e = game.proof_numbers(q, 1);
    wins = e == disproved;
    if (e != proved) expected.push_back({q, game.key(q), e});
    return wins;
  });
  CHECK(game.each_keyed_child(p, [&](const Child& child) { children.push_back(child); }) == wins);
  if (wins) return;
  REQUIRE(children.size() == expected.size());
  for (const std::size_t every : {std::size_t{1}, std::size_t{3}, std::max<std::size_t>(1, children.size())}) {
    std::vector<Child*> some;
    for (std::size_t i = 0; i < children.size(); i += every) some.push_back(&children[i]);
    game.proof_numbers(some.data(), some.size(), 1);
    for (std::size_t i = 0; i < children.size(); i += every) {
      CHECK(children[i].position == expected[i].position);
      CHECK(children[i].key == expected[i].key);
      CHECK(children[i].proof_numbers == expected[i].proof_numbers);
      children[i].proof_numbers = {};
    }
  }
}

// Makes `tries` attempts to add a stone of either colour, together with its image under a symmetry of the board.
template <class S>
PositionOf<S> scattered(std::mt19937& random, const BoardOf<S>& board, int tries, int symmetry) {
  PositionOf<S> p;
  for (int i = 0; i < tries; ++i) {
    const auto file = static_cast<int>(random() % static_cast<unsigned>(board.ranks()));
    const auto rank = static_cast<int>(random() % static_cast<unsigned>(board.ranks()));
    const S point = bit<S>(stride<S> * rank + file), points = point | board.image(point, symmetry);
    PositionOf<S> more = p;
    (random() % 2 == 0 ? more.mine : more.theirs) |= points;
    if ((points & p.stones()) == 0 && !board.faulty(more)) p = more;
  }
  return p;
}

// By ranks; figures in docs/rules/nakatta.md.
constexpr Counts counts_of[] = {
    {},
    {.legal = 3, .full = 2, .reached = 2, .placing = 1},
    {.legal = 63, .full = 14, .reached = 19, .placing = 13},
    {.legal = 8165, .full = 322, .reached = 1918, .placing = 1414, .passing = 46},
    {.legal = 6334357, .full = 23858, .reached = 1140349, .placing = 919165, .passing = 12360}};

// The bounds found without searching, against the table of all positions.
void bounds_hold(int n) {
  WholeBoard whole(n, n);
  Control control;
  CHECK(whole.run(control));
  CHECK(whole.counts() == counts_of[n]);
  const Board board(n, n);
  const ResultGame<SmallKey> results(board);
  const DistanceGame<SmallKey> distances(board);
  whole.each_legal_board([&](const Position& stones, std::uint32_t) {
    for (const int turn : {0, 1}) {
      INFO(text(stones, n), " turn ", turn);
      const Position p = turn == 0 ? stones : stones.turned();
      const Ending ending = results.Rules<SmallKey>::ending(p);
      const int plies = whole.plies(stones, turn);
      const bool wins = ending == Ending::open ? plies % 2 != 0 : ending == Ending::win;
      const Bounds result = results.evaluate(p).bounds;
      CHECK((wins ? result.upper > 0 : result.lower < 0));
      if (board.empty(p) != 0) moves_at_once_are_those_one_by_one<SmallKey>(board, p);
      if (ending != Ending::open) continue;
      const Score score = wins ? win_in(plies) : loss_in(plies);
      const Bounds b = distances.evaluate(p).bounds;
      CHECK(b.lower <= score);
      CHECK(score <= b.upper);
    }
    return true;
  });
}

void table_agrees_with_recursion(int n) {
  WholeBoard whole(n, n);
  Control control;
  whole.run(control);
  Recursion recursion(Plain{n});
  whole.each_legal_board([&](const Position& stones, std::uint32_t) {
    const std::string cells = text(stones, n);
    INFO(cells);
    for (const int turn : {0, 1}) CHECK(whole.plies(stones, turn) == plies_of(recursion.score({cells, turn})));
    return true;
  });
}

template <class K>
void images_share_a_key(std::mt19937& random, int n) {
  const Rules<K> rules{BoardOf<typename K::Set>(n, n)};
  const std::string cells = random_position(random, n, n * n / 2);
  INFO(cells);
  std::string mirrored = cells, turned(cells.size(), '.');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto size = static_cast<std::size_t>(n);
    mirrored[i / size * size + size - 1 - i % size] = cells[i];
    turned[i % size * size + i / size] = cells[i] == 'b' ? 'w' : cells[i] == 'w' ? 'b' : '.';
  }
  const std::string upside_down(cells.rbegin(), cells.rend());
  const auto key = [&](const std::string& of, int turn) { return rules.key(rules.board().read(of, turn)); };
  CHECK(key(cells, 0) == key(mirrored, 0));
  CHECK(key(cells, 0) == key(upside_down, 0));
  CHECK(key(cells, 0) == key(turned, 1));
}

TEST_CASE("the search always examines the same number of positions") {
  const auto search = make_search(5, 5, std::uint64_t{1} << 24);
  const std::string empty(25, '.');
  Control control;
  CHECK(search->result({empty}, control) == 1);
  CHECK(control.nodes() == 1686);
  CHECK(limits_only_postpone(*make_search(4, 4, 1 << 20), {std::string(16, '.')}, 20, 1) > 1);
}

// The shortest line to one.
TEST_CASE("a skipped turn is a move") {
  const Rules<SmallKey> rules{Board(3, 3)};
  CHECK(rules.board().my_legal(rules.board().read("bwwb....b", 1)) == 0);
  CHECK(rules.count_children(rules.board().read("bwwb....b", 1)) == 1);
}

TEST_CASE("all fillings of small boards agree with the rules") {
  for (int n = 1; n <= 3; ++n) all_fillings(n);
}

TEST_CASE("moves agree with the rules, and images share a key, on larger boards") {
  std::mt19937 random(2024);
  for (int n = 4; n <= 8; ++n) {
    for (int i = 0; i < 30; ++i) moves_are_those_of_the_rules<Bits>(random_position(random, n, 3 * i % (n * n)), n);
    for (int i = 0; i < 20; ++i) images_share_a_key<LargeKey>(random, n);
  }
}

TEST_CASE("moves agree with the rules, and images share a key, on boards of several words") {
  std::mt19937 random(2030);
  const auto try_out = [&]<class S>(S /*kind*/, int n, int boards) {
    for (int i = 0; i < boards; ++i) {
      moves_are_those_of_the_rules<S>(random_position(random, n, i * n * n / boards), n);
      images_share_a_key<StonesKey<S>>(random, n);
    }
  };
  for (int n = 1; n <= 11; ++n) try_out(Bits11{}, n, 10);
  for (const int n : {12, 13}) try_out(Bits13{}, n, 5);
  for (const int n : {3, 14, 19}) try_out(Bits19{}, n, 5);
  CHECK_THROWS_AS(BoardOf<Bits11>(12, 12), std::invalid_argument);
  CHECK_THROWS_AS(make_search(20, 20, 1 << 20), std::invalid_argument);
}

TEST_CASE("all moves at once agree with the moves one by one") {
  std::mt19937 random(2026);
  const auto try_out = [&]<class K>(K /*key*/, int n, int boards) {
    const BoardOf<typename K::Set> board(n, n);
    for (int i = 0; i < boards; ++i) {
      const auto p = scattered(random, board, i % (n * n), i % 3 == 0 ? i / 3 % 4 : 0);
      if (board.empty(p) != 0) moves_at_once_are_those_one_by_one<K>(board, p);
    }
  };
  for (int n = 2; n <= 8; ++n) try_out(LargeKey{}, n, 80 * n);
  for (int n = 2; n <= SmallKey::max_ranks; ++n) try_out(SmallKey{}, n, 80 * n);
  for (int n = 2; n <= 11; ++n) try_out(StonesKey<Bits11>{}, n, 20 * n);
  try_out(StonesKey<Bits19>{}, 19, 100);
}

TEST_CASE("every instruction set finds the same two-distances") {
  std::mt19937 random(2027);
  for (int n = 1; n <= 8; ++n) {
    const Board board(n, n);
    const Edges mine = board.my_edges(), theirs = board.their_edges();
    const Frame frame{board.points(), mine.first, mine.last, theirs.first, theirs.last};
    for (int i = 0; i < 100; ++i) {
      TwoDistances batch{};
      const int count = i % (TwoDistances::capacity + 1);
      for (int j = 0; j < count; ++j) {
        const Position p = scattered(random, board, (i + j) % (n * n), 0);
        batch.mine[j] = p.mine;
        batch.theirs[j] = p.theirs;
      }
      for (const TwoDistanceKernel* kernel : two_distance_kernels()) {
        INFO(kernel->name);
        TwoDistances found = batch;
        kernel->find(frame, found, count);
        for (int j = 0; j < count; ++j) {
          const Position p{batch.mine[j], batch.theirs[j]};
          INFO(text(p, n));
          CHECK(found.my_distance[j] == two_distance(p.mine, board.open(p.mine, p.theirs), mine));
          CHECK(found.their_distance[j] == two_distance(p.theirs, board.open(p.theirs, p.mine), theirs));
        }
      }
    }
  }
}

TEST_CASE("points have the images of their bits") {
  const auto try_out = []<class S>(S /*kind*/, int n) {
    const BoardOf<S> board(n, n);
    for (S points = board.points(); points != 0;) {
      const int point = take_lowest(points);
      CHECK(bit<S>(transposed_point<S>(point)) == transposed(bit<S>(point)));
      for (int s = 0; s < 4; ++s) CHECK(bit<S>(board.image_of_point(point, s)) == board.image(bit<S>(point), s));
    }
  };
  for (int n = 1; n <= 8; ++n) try_out(Bits{}, n);
  for (const int n : {9, 11}) try_out(Bits11{}, n);
  try_out(Bits19{}, 19);
}

TEST_CASE("searches and counts agree with recursion") {
  std::mt19937 random(2025);
  // Also with tables of a few entries, so that they lose some.
  for (int i = 0; i < 60; ++i) {
    kernels_agree_with_recursion(random_position(random, 4, 7), 4, i % 2 == 0 ? 1 << 9 : 1 << 22, 4);
    kernels_agree_with_recursion(random_position(random, 5, 7), 5, i % 2 == 0 ? 1 << 9 : 1 << 22, 2);
    kernels_agree_with_recursion(random_position(random, 7, 5), 7, 1 << 16, 2);
  }
}

TEST_CASE("searches and counts with several words agree with recursion") {
  std::mt19937 random(2031);
  for (int i = 0; i < 10; ++i) {
    kernels_agree_with_recursion(open_position(random, 9, 8), 9, i % 2 == 0 ? 1 << 10 : 1 << 22, 3);
    kernels_agree_with_recursion(open_position(random, 13, 7), 13, 1 << 16, 2);
  }
  kernels_agree_with_recursion(open_position(random, 19, 6), 19, 1 << 16, 3);
}

// What a search with one kind of key says about a position, and how many positions it examined.
template <class K>
std::vector<std::uint64_t> answers_of(const std::string& cells, int n, int turn) {
  const BoardOf<typename K::Set> board(n, n);
  const ResultGame<K> result_game(board);
  const DistanceGame<K> distance_game(board);
  ProofNumber<ResultGame<K>> results(result_game, std::uint64_t{1} << 26);
  Negamax<DistanceGame<K>, ByDistance> distances(distance_game, std::uint64_t{1} << 26);
  Control first, second;
  const Score result = results.result(board.read(cells, turn), first).value();
  std::vector<std::uint64_t> found{static_cast<std::uint64_t>(result + 1), first.nodes()};
  if (n > 5) return found;
  const Score distance = distances.score(board.read(cells, turn), second).value();
  found.push_back(static_cast<std::uint64_t>(plies_of(distance)));
  found.push_back(second.nodes());
  return found;
}

TEST_CASE("a search is the same for any number of words per set") {
  std::mt19937 random(2032);
  for (int i = 0; i < 24; ++i) {
    const int n = 4 + i % 5;
    const std::string cells = open_position(random, n, 8 + 4 * (n - 3));
    INFO(cells);
    const auto expected = answers_of<LargeKey>(cells, n, i % 2);
    CHECK(answers_of<StonesKey<Bits11>>(cells, n, i % 2) == expected);
    CHECK(answers_of<StonesKey<Bits19>>(cells, n, i % 2) == expected);
  }
}

TEST_CASE("bounds without searching hold on all legal boards") {
  for (int n = 1; n <= 3; ++n) bounds_hold(n);
}

TEST_CASE("bounds without searching hold on all legal boards of 4×4" * doctest::skip()) { bounds_hold(4); }

TEST_CASE("tables agree with recursion") {
  table_agrees_with_recursion(2);
  table_agrees_with_recursion(3);
  std::mt19937 random(5);
  for (const auto& [n, empty, count] : {std::tuple{4, 9, 10}, {6, 8, 6}, {8, 9, 4}}) {
    Recursion recursion(Plain{n});
    const auto table = make_table(n, n, Control::unlimited);
    for (int i = 0; i < count; ++i) table_agrees(recursion, *table, {open_position(random, n, empty), i % 2});
  }
}

// The table of whole boards uses neither symmetries nor early ends.
TEST_CASE("reached positions agree with the table of whole boards") {
  for (int ranks = 1; ranks <= 3; ++ranks) {
    WholeBoard whole(ranks, ranks);
    Control control;
    CHECK(whole.run(control));
    const auto table = make_table(ranks, ranks, Control::unlimited);
    whole.each_legal_board([&](const Position& stones, std::uint32_t) {
      for (int turn = 0; turn < 2; ++turn) {
        const std::string cells = text(stones, ranks);
        const std::optional<Score> score = table->score({cells, turn}, control);
        REQUIRE(score);
        CHECK(plies_of(*score) == whole.plies(stones, turn));
      }
      return true;
    });
  }
}

}  // namespace
