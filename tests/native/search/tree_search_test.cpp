// Tree search with playouts: its proofs against the exact searches, and that it is reproducible.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "games/manhattan/playouts.hpp"
#include "games/marvin/playouts.hpp"
#include "games/minelayers/playouts.hpp"
#include "games/nakatta/playouts.hpp"
#include "games/sight_reduction/two_player/playouts.hpp"
#include "search/playouts/tree_search.hpp"

using namespace proofplay;

namespace {

constexpr std::uint64_t max_bytes = 1 << 24;

std::string random_cells(std::mt19937& random, std::size_t count, std::string_view weights) {
  std::string cells(count, '.');
  for (char& cell : cells) cell = weights[random() % weights.size()];
  return cells;
}

template <class G>
std::vector<typename G::Position> children(const G& game, const typename G::Position& p) {
  std::vector<typename G::Position> found;
  game.each_move(p, [&](int code, float) { game.play(found.emplace_back(p), code); });
  return found;
}

template <class G>
PositionEstimate estimate(const G& game, const typename G::Position& p, std::uint64_t playouts, int threads = 1,
                          std::uint64_t seed = 1, const Method& method = {}) {
  const auto after = children(game, p);
  Control control(playouts, std::numeric_limits<double>::infinity(), max_bytes, threads);
  TreeSearch<G> search(game, max_bytes, method);
  return search.run(p, after, std::vector<Bounds>(after.size()), seed, {}, control);
}

// Proved bounds of a position and its moves must contain exact(position), the score for the player to move. Returns how
// many of these scores are proved.
template <class G, class Exact>
int check_bounds(const G& game, const typename G::Position& p, std::uint64_t playouts, int threads, Exact&& exact) {
  const PositionEstimate e = estimate(game, p, playouts, threads);
  int proofs = settled(e.bounds);
  CHECK(e.win >= 0);
  CHECK(e.win <= 1);
  const auto holds = [](const Bounds& b, int score) { return b.lower <= score && score <= b.upper; };
  CHECK(holds(e.bounds, exact(p)));
  const auto after = children(game, p);
  REQUIRE(e.moves.size() == after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(holds(e.moves[i].bounds, -exact(after[i])));
    proofs += settled(e.moves[i].bounds);
  }
  // A proved score is one that the move reaches.
  if (settled(e.bounds) && e.bounds.lower > 0) CHECK(-exact(after[e.best]) > 0);
  return proofs;
}

// The position after `plies` plies of random play; none if the game has ended by then.
template <class G>
std::optional<typename G::Position> played(const G& game, typename G::Position p, unsigned plies,
                                           std::mt19937& random) {
  for (unsigned ply = 0; ply < plies; ++ply) {
    if (game.end(p)) return std::nullopt;
    const auto after = children(game, p);
    p = after[random() % after.size()];
  }
  if (game.end(p)) return std::nullopt;
  return p;
}

// A dozen positions of random play, searched by one thread and by three.
template <class G, class Exact>
void check_game(const G& game, const typename G::Position& start, unsigned plies, unsigned seed, Exact&& exact,
                std::uint64_t playouts = 400) {
  std::mt19937 random(seed);
  int checked = 0, proofs = 0;
  for (int n = 0; n < 200 && checked < 12; ++n) {
    const auto p = played(game, start, plies + static_cast<unsigned>(random() % 3), random);
    if (!p) continue;
    ++checked;
    proofs += check_bounds(game, *p, playouts, 1, exact);
    proofs += check_bounds(game, *p, playouts, 3, exact);
  }
  CHECK(checked == 12);
  CHECK(proofs > 0);
}

TEST_CASE("proofs about Nakatta hold") {
  const nakatta::Playouts game(5, 5);
  const auto search = nakatta::make_search(5, 5, max_bytes);
  check_game(game, game.read({std::string(25, '.')}), 4, 1, [&](const nakatta::Field& f) {
    Control control;
    const std::string cells = game.cells(f);
    return *search->result({cells, f.turn == nakatta::black_stone ? 0 : 1}, control);
  });
}

TEST_CASE("Nakatta's moves in playouts follow the rules") {
  std::mt19937 random(5);
  const nakatta::Playouts game(6, 6);
  const nakatta::Board board(6, 6);
  for (int n = 0; n < 300; ++n) {
    const auto f = played(game, game.read({std::string(36, '.')}), static_cast<unsigned>(random() % 24), random);
    if (!f) continue;
    const nakatta::Position p = board.read(game.cells(*f), f->turn == nakatta::black_stone ? 0 : 1);
    std::vector<int> moves;
    game.each_move(*f, [&](int code, float) { moves.push_back(code); });
    std::vector<int> legal;
    const Bits points = board.my_legal(p);
    for (int code = 0; code < 36; ++code) {
      const int point = code / 6 * 8 + code % 6;
      const int seen = f->turn == nakatta::black_stone ? point : nakatta::transposed_point<Bits>(point);
      if ((points >> seen & 1) != 0) legal.push_back(code);
    }
    if (legal.empty()) legal.push_back(nakatta::Playouts::pass);
    std::sort(moves.begin(), moves.end());
    CHECK(moves == legal);
  }
}

TEST_CASE("a playout of Nakatta ends with the winner of the full board") {
  std::mt19937 random(6);
  SplitMix chance(7);
  const nakatta::Playouts game(7, 7);
  int won = 0;
  for (int n = 0; n < 200; ++n) {
    nakatta::Field f = game.read({std::string(49, '.')});
    PlayedMoves moves;
    const Forecast forecast = game.playout(f, chance, moves, n % 2 == 0 ? Method{} : plain_uct);
    for (const int code : moves) game.play(f, code);
    REQUIRE(f.winner != nakatta::no_stone);
    CHECK(forecast.win == (f.winner == nakatta::black_stone ? 1 : 0));
    won += f.winner == nakatta::black_stone;
    // Play goes on by the rules until a player has a chain of neighbours.
    const nakatta::Board board(7, 7);
    nakatta::Position p = board.read(game.cells(f), f.turn == nakatta::black_stone ? 0 : 1);
    bool black_moves = f.turn == nakatta::black_stone;
    const nakatta::Rules<nakatta::LargeKey> rules(board);
    while (rules.ending(p) == Ending::open) {
      const Bits legal = board.my_legal(p);
      Bits left = legal;
      if (legal != 0) {
        for (std::size_t skip = random() % static_cast<std::size_t>(size(legal)); skip > 0; --skip) left &= left - 1;
      }
      p = p.after(left & -left);
      black_moves = !black_moves;
    }
    const bool black_won = (rules.ending(p) == Ending::win) == black_moves;
    CHECK(black_won == (f.winner == nakatta::black_stone));
  }
  CHECK(won > 60);
  CHECK(won < 140);
}

TEST_CASE("proofs about Marvin hold") {
  const marvin::Playouts game(3, 3);
  const marvin::SmallGame points(3, 3);
  Negamax<marvin::SmallGame, ByScore> search(points, max_bytes);
  check_game(game, game.read({std::string(9, '.')}), 8, 2, [&](const marvin::PositionWithMargin& s) {
    Control control;
    return s.lead + *search.score({s.stacks}, control);
  });
}

TEST_CASE("proofs about Manhattan hold") {
  const manhattan::Playouts game(4, 4);
  const manhattan::Rules<true> rules(manhattan::Board(4, 4), 1 << 12);
  ProofNumber<manhattan::Rules<true>> search(rules, max_bytes);
  check_game(game, game.read({"rbrbb..rr..brbrb", 0}), 6, 3, [&](const manhattan::Playouts::Position& p) {
    Control control;
    return *search.result({p.checkers}, control);
  });
}

TEST_CASE("proofs about Manic Minelayers hold") {
  const minelayers::Playouts game(5, 5);
  const minelayers::Grid grid(5, 5);
  const minelayers::MinelayersGame<minelayers::LargeKey> exact(grid);
  Negamax<minelayers::MinelayersGame<minelayers::LargeKey>, ByResult> search(exact, max_bytes);
  check_game(game, game.read({"A......................B.", 0, 0}), 3, 4, [&](const minelayers::Playouts::Position& p) {
    Control control;
    return *search.at_least(p.state, 1, control) ? 1 : -1;
  });
}

// With sets of two words estimates are the same as with sets of one.
template <class Small, class Large, class Read>
void estimates_agree(int width, int height, const Read& read) {
  const Small small(width, height);
  const Large large(width, height);
  const PositionEstimate one = estimate(small, read(small), 2000), two = estimate(large, read(large), 2000);
  CHECK(one.best == two.best);
  CHECK(one.win == two.win);
  CHECK(one.score == two.score);
  CHECK(one.bounds == two.bounds);
}

TEST_CASE("estimates are the same for any number of words per set") {
  std::mt19937 random(9);
  for (int n = 0; n < 4; ++n) {
    const std::string checkers = random_cells(random, 36, "rb.."), stacks = random_cells(random, 25, "W......");
    const std::string free = "A" + random_cells(random, 48, "....x") + "B";
    estimates_agree<manhattan::Playouts, manhattan::LargePlayouts>(
        6, 6, [&](const auto& g) { return g.read({checkers, 0}); });
    estimates_agree<marvin::Playouts, marvin::LargePlayouts>(5, 5, [&](const auto& g) { return g.read({stacks, 1}); });
    estimates_agree<minelayers::Playouts, minelayers::LargePlayouts>(
        5, 10, [&](const auto& g) { return g.read({free, 0, 1}); });
  }
}

TEST_CASE("proofs on boards of two words hold") {
  std::mt19937 random(10);
  std::string kings(81, 'W'), checkers(100, '.'), mines = std::string(54, 'x') + random_cells(random, 27, "...x");
  for (const std::size_t point : {4U, 14U, 40U, 41U, 60U, 72U, 80U}) kings[point] = '.';
  for (const std::size_t square : {57U, 67U, 79U}) checkers[square] = 'r';
  for (const std::size_t square : {58U, 69U, 77U}) checkers[square] = 'b';
  mines[47] = 'A', mines[73] = 'B';
  const marvin::LargePlayouts marvins(9, 9);
  check_game(marvins, marvins.read({kings, 0}), 1, 11, [&](const marvin::LargePlayouts::Position& p) {
    Control control;
    const marvin::MarvinGame<marvin::PairKey<Words<2>>> game(9, 9);
    Negamax<marvin::MarvinGame<marvin::PairKey<Words<2>>>, ByScore> search(game, max_bytes);
    return p.lead + *search.score({p.stacks}, control);
  });
  using Rules = manhattan::Rules<true, manhattan::LargestKey>;
  const manhattan::LargePlayouts manhattans(10, 10);
  const Rules rules(manhattan::BoardOf<Words<2>>(10, 10), 1 << 12);
  ProofNumber<Rules> results(rules, max_bytes);
  check_game(manhattans, manhattans.read({checkers, 0}), 1, 12, [&](const manhattan::LargePlayouts::Position& p) {
    Control control;
    return *results.result({p.checkers}, control);
  });
  using Game = minelayers::MinelayersGame<minelayers::FreeKey<Words<2>>>;
  const minelayers::LargePlayouts minelaying(9, 9);
  const minelayers::GridOf<Words<2>> grid(9, 9);
  const Game game(grid);
  Negamax<Game, ByResult> search(game, max_bytes);
  check_game(minelaying, minelaying.read({mines, 0, 0}), 1, 13, [&](const minelayers::LargePlayouts::Position& p) {
    Control control;
    return *search.at_least(p.state, 1, control) ? 1 : -1;
  });
}

TEST_CASE("proofs about Sight Reduction hold") {
  namespace sr = sight_reduction;
  std::mt19937 random(8);
  for (unsigned flags = 0; flags < 8; ++flags) {
    const sr::Variant variant{.harder = (flags & 1) != 0, .easier = (flags & 2) != 0, .pairs = (flags & 4) != 0};
    const sr::Playouts game(4, 5, variant);
    const auto start = game.read({random_cells(random, 20, "wb"), 0});
    sr::TwoPlayerSearch search(4, 5, start.state.pieces, variant, max_bytes);
    check_game(
        game, start, 4, flags,
        [&](const sr::Playouts::Position& p) {
          Control control;
          return *search.mover_wins(p.state.pieces, p.state.turn, control) ? 1 : -1;
        },
        1500);
  }
}

// The numbers of an estimate.
std::vector<double> numbers(const PositionEstimate& e) {
  std::vector<double> found{static_cast<double>(e.best), static_cast<double>(e.playouts), e.win, e.score};
  for (const MoveEstimate& m : e.moves) {
    found.insert(found.end(), {static_cast<double>(m.playouts), m.win, m.score, static_cast<double>(m.bounds.lower)});
  }
  return found;
}

TEST_CASE("the same seed gives the same estimates, and a different seed different ones") {
  const nakatta::Playouts game(9, 9);
  const auto start = game.read({std::string(81, '.')});
  const auto once = numbers(estimate(game, start, 500));
  CHECK(once == numbers(estimate(game, start, 500)));
  CHECK(once != numbers(estimate(game, start, 500, 1, 2)));
}

TEST_CASE("playouts are counted exactly with any number of threads") {
  const marvin::Playouts game(7, 7);
  const auto start = game.read({std::string(49, '.')});
  for (const int threads : {1, 3}) CHECK(estimate(game, start, 700, threads).playouts == 700);
  for (const Method& method : {plain_uct, flat_monte_carlo})
    CHECK(estimate(game, start, 300, 1, 1, method).playouts == 300);
}

TEST_CASE("moves with known scores are not searched") {
  const nakatta::Playouts game(7, 7);
  const auto start = game.read({std::string(49, '.')});
  const auto after = children(game, start);
  std::vector<Bounds> known(after.size(), {-1, -1});
  known[24] = {-1, 1};
  Control control(200);
  TreeSearch<nakatta::Playouts> search(game, max_bytes);
  const PositionEstimate e = search.run(start, after, known, 1, {}, control);
  CHECK(e.best == 24);
  CHECK(e.moves[24].playouts == 200);
  known[24] = {1, 1};
  Control second(200);
  const PositionEstimate won = search.run(start, after, known, 1, {}, second);
  CHECK(won.playouts == 0);
  CHECK(won.bounds == Bounds{1, 1});
  CHECK(won.win == 1);
}

TEST_CASE("an even search gives each move its share") {
  const nakatta::Playouts game(5, 5);
  const auto start = game.read({"......b...w......b...w...", 0});
  const auto after = children(game, start);
  Control control(1000);
  TreeSearch<nakatta::Playouts> search(game, max_bytes, {.proofs = false});
  const PositionEstimate e = search.run(start, after, std::vector<Bounds>(after.size()), 1, {.even = true}, control);
  for (const MoveEstimate& m : e.moves) CHECK(m.playouts >= 1000 / 2 / after.size());
}

TEST_CASE("a position that no move leads to is rejected") {
  const nakatta::Playouts game(3, 3);
  const auto start = game.read({std::string(9, '.')});
  Control control(10);
  TreeSearch<nakatta::Playouts> search(game, max_bytes);
  const std::vector<nakatta::Field> after{start};
  const std::vector<Bounds> known(1);
  CHECK_THROWS_AS(search.run(start, after, known, 1, {}, control), std::invalid_argument);
}

}  // namespace
