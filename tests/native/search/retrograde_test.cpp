// Tables of everything reachable from a position, on random games whose positions repeat, against the plain definition
// of who wins and how soon.
#include "search/retrograde.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

using namespace proofplay;

namespace {

// A node. Many have the same hash, so only the keys distinguish them.
struct NodeKey {
  std::uint32_t node = 0;
  std::uint64_t hash() const noexcept { return mix(node % 251); }
  bool operator==(const NodeKey&) const noexcept = default;
};

// A game on a graph. Moves lead anywhere.
struct GraphGame {
  using Position = std::uint32_t;
  using Key = NodeKey;
  static constexpr int max_moves = 8;

  std::vector<std::vector<std::uint32_t>> moves;
  std::vector<Ending> endings;

  explicit GraphGame(std::size_t nodes) : moves(nodes), endings(nodes, Ending::open) {}

  static GraphGame random(std::mt19937& chance, std::uint32_t nodes) {
    GraphGame game(nodes);
    const unsigned ends = 2 + static_cast<unsigned>(chance() % 12), limit = 1 + static_cast<unsigned>(chance() % 4);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (chance() % ends == 0) game.endings[node] = static_cast<Ending>(chance() % 4);
      if (game.endings[node] != Ending::open) continue;
      for (unsigned m = chance() % (limit + 1); m-- > 0;) {
        game.moves[node].push_back(static_cast<std::uint32_t>(chance() % nodes));
      }
    }
    return game;
  }

  NodeKey key(std::uint32_t p) const { return {p}; }
  std::uint32_t position(NodeKey key) const { return key.node; }
  Ending ending(std::uint32_t p) const { return endings[p]; }

  template <class F>
  bool each_child(std::uint32_t p, F&& f) const {
    return std::any_of(moves[p].begin(), moves[p].end(), f);
  }
};

// By the definition: who wins in 0 plies, then in 1, then in 2, each by examining all nodes. The others are drawn.
std::vector<Score> scores_by_definition(const GraphGame& game) {
  std::vector<Score> found(game.moves.size());
  for (std::size_t node = 0; node < found.size(); ++node) {
    if (game.endings[node] == Ending::win) found[node] = win_in(0);
    const bool stuck = game.endings[node] == Ending::open && game.moves[node].empty();
    if (game.endings[node] == Ending::loss || stuck) found[node] = loss_in(0);
  }
  int last = 0;
  for (int plies = 1; plies <= last + 1; ++plies) {
    std::vector<Score> next = found;
    for (std::size_t node = 0; node < found.size(); ++node) {
      const auto& moves = game.moves[node];
      if (found[node] != 0 || moves.empty()) continue;
      const bool wins = std::any_of(moves.begin(), moves.end(), [&](auto m) { return found[m] < 0; });
      const bool loses = std::all_of(moves.begin(), moves.end(), [&](auto m) { return found[m] > 0; });
      if (wins) next[node] = win_in(plies);
      if (loses) next[node] = loss_in(plies);
      if (wins || loses) last = plies;
    }
    found.swap(next);
  }
  return found;
}

std::size_t reached(const GraphGame& game, const std::vector<std::uint32_t>& roots) {
  std::vector<bool> seen(game.moves.size());
  std::vector<std::uint32_t> queue;
  const auto meet = [&](std::uint32_t node) {
    if (!seen[node]) queue.push_back(node);
    seen[node] = true;
  };
  for (const std::uint32_t root : roots) meet(root);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::vector<std::uint32_t>& moves = game.moves[queue[i]];
    for (const std::uint32_t node : moves) meet(node);
  }
  return queue.size();
}

void scores_agree(const std::vector<Score>& scores, const std::map<Score, std::uint64_t>& found) {
  std::map<Score, std::uint64_t> expected;
  for (const Score score : scores) ++expected[score];
  CHECK(found == expected);
}

// Asks about several roots in turn, so that tables grow.
void random_games_agree(std::mt19937& chance, int games, std::uint32_t max_nodes) {
  int drawn = 0;
  for (int i = 0; i < games; ++i) {
    const auto nodes = 1 + static_cast<std::uint32_t>(chance() % max_nodes);
    const GraphGame game = GraphGame::random(chance, nodes);
    const std::vector<Score> scores = scores_by_definition(game);
    Retrograde<GraphGame> table(game, Control::unlimited);
    std::vector<std::uint32_t> roots;
    Control control;
    for (int root = 0; root < 6; ++root) {
      roots.push_back(static_cast<std::uint32_t>(chance() % nodes));
      const std::optional<Score> score = table.score(roots.back(), control);
      CHECK(score == scores[roots.back()]);
      drawn += score == Score{0} && game.endings[roots.back()] == Ending::open;
      CHECK(table.positions() == reached(game, roots));
      CHECK(control.nodes() == table.positions());
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      CHECK(table.score(node, control) == scores[node]);
    }
    scores_agree(scores, table.scores());
  }
  CHECK(drawn > games / 4);
}

// By the definition: every game of up to max_plies plies, one after the other.
void play_all(const GraphGame& game, std::uint32_t node, int ply, int max_plies, const Mass& mass, bool mover_began,
              std::map<int, Ends>& found) {
  const std::vector<std::uint32_t>& moves = game.moves[node];
  if (game.endings[node] == Ending::open && !moves.empty() && ply < max_plies) {
    for (const std::uint32_t next : moves) {
      const auto count = static_cast<double>(moves.size());
      const double chance = mass.chance / count;
      play_all(game, next, ply + 1, max_plies,
               {chance, (mass.branching / mass.chance + count) * chance,
                (mass.decisions / mass.chance + (moves.size() > 1 ? 1 : 0)) * chance},
               !mover_began, found);
    }
    return;
  }
  Ends& ends = found[ply];
  ends.all.add(mass);
  const bool stopped = game.endings[node] == Ending::open && !moves.empty();
  const bool drawn = game.endings[node] == Ending::draw, mover_wins = game.endings[node] == Ending::win;
  (stopped ? ends.stopped : drawn ? ends.drawn : mover_wins == mover_began ? ends.won : ends.lost) += mass.chance;
}

doctest::Approx near(double value) { return doctest::Approx(value).epsilon(1e-9); }

TEST_CASE("random play agrees with playing all games") {
  std::mt19937 chance(4);
  for (int i = 0; i < 200; ++i) {
    const auto nodes = 1 + static_cast<std::uint32_t>(chance() % 12);
    const GraphGame game = GraphGame::random(chance, nodes);
    Retrograde<GraphGame> table(game, Control::unlimited);
    Control control;
    std::vector<Beginning> beginnings;
    std::map<int, Ends> expected;
    for (int root = 0; root < 2; ++root) {
      const auto node = static_cast<std::uint32_t>(chance() % nodes);
      table.score(node, control);
      const Mass mass{0.5, 1.5, 0.5};
      beginnings.push_back({static_cast<std::uint32_t>(table.number(node)), mass});
      play_all(game, node, 2, 8, mass, true, expected);
    }
    const auto found = random_play(table, beginnings, 2, 8, Control::unlimited, control);
    REQUIRE(found);
    CHECK(found->size() == expected.size());
    for (const Ends& ends : found.value_or(std::vector<Ends>{})) {
      const Ends& e = expected[ends.plies];
      CHECK(ends.won == near(e.won));
      CHECK(ends.drawn == near(e.drawn));
      CHECK(ends.lost == near(e.lost));
      CHECK(ends.stopped == near(e.stopped));
      CHECK(ends.all.chance == near(e.all.chance));
      CHECK(ends.all.branching == near(e.all.branching));
      CHECK(ends.all.decisions == near(e.all.decisions));
    }
    std::map<std::size_t, std::uint64_t> counts;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (table.number(node) < table.positions()) {
        ++counts[game.endings[node] == Ending::open ? game.moves[node].size() : 0];
      }
    }
    CHECK(branching(table, control) == counts);
    Control no_nodes(0), unlimited;
    CHECK_FALSE(branching(table, no_nodes));
    CHECK(no_nodes.reason() == Reason::nodes);
    CHECK_FALSE(random_play(table, beginnings, 0, 8, 1, unlimited));
    CHECK(unlimited.reason() == Reason::memory);
  }
}

TEST_CASE("scores of random games agree with the definition") {
  std::mt19937 chance(3);
  random_games_agree(chance, 3000, 12);
  random_games_agree(chance, 200, 300);
}

// Two players move round a ring with one way out: a player who would lose there goes on for ever.
TEST_CASE("a ring is a draw") {
  GraphGame game(6);
  for (std::uint32_t node = 0; node < 4; ++node) game.moves[node] = {(node + 1) % 4};
  game.moves[1].push_back(4);  // the way out
  game.endings[4] = Ending::win;
  Control control;
  Retrograde<GraphGame> drawn(game, Control::unlimited);
  for (std::uint32_t node = 0; node < 4; ++node) CHECK(drawn.score(node, control) == Score{0});
  game.endings[4] = Ending::loss;
  Retrograde<GraphGame> won(game, Control::unlimited);
  const std::vector<Score> scores{loss_in(2), win_in(1), loss_in(4), win_in(3)};
  for (std::uint32_t node = 0; node < 4; ++node) {
    CHECK(won.score(node, control) == scores[node]);
  }
}

// A chain of `plies` plies; as a ring, every node also has a move back to the beginning.
GraphGame chain(std::uint32_t plies, bool ring) {
  GraphGame game(plies + 1);
  for (std::uint32_t node = 0; node < plies; ++node) {
    game.moves[node] = {node + 1};
    if (ring) game.moves[node].push_back(0);
  }
  return game;
}

TEST_CASE("a game may have as many plies as a score can express") {
  Control control;
  const GraphGame longest_chain = chain(longest - 1, false);
  Retrograde<GraphGame> table(longest_chain, Control::unlimited);
  CHECK(table.score(0, control) == win_in(longest - 1));
  const GraphGame too_long = chain(longest, false);
  Retrograde<GraphGame> beyond(too_long, Control::unlimited);
  CHECK_THROWS_AS(beyond.score(0, control), std::overflow_error);
  CHECK(beyond.positions() == 0);  // nothing is kept of what failed
  CHECK(beyond.score(1, control) == win_in(longest - 1));
  const GraphGame drawn = chain(20000, true);
  Retrograde<GraphGame> ring(drawn, Control::unlimited);
  Control no_time(Control::unlimited, 0);
  CHECK_FALSE(ring.score(0, no_time));
  CHECK(no_time.reason() == Reason::time);
  CHECK(ring.positions() == 0);
  CHECK(ring.score(0, control) == Score{0});
}

TEST_CASE("a limit means no answer, and does not affect later ones") {
  std::mt19937 chance(5);
  for (const bool ring : {false, true}) {
    const GraphGame game = chain(3000, ring);
    const Score expected = scores_by_definition(game)[0];
    Retrograde<GraphGame> whole(game, Control::unlimited);
    for (int i = 0; i < 20; ++i) {
      const auto nodes = chance() % 3001;
      Control control(nodes);
      CHECK_FALSE(whole.score(0, control));
      CHECK(control.reason() == Reason::nodes);
      CHECK(control.nodes() == nodes);
      CHECK(whole.positions() == 0);
    }
    Control enough(3001);
    CHECK(whole.score(0, enough) == expected);
    bool answered = false;
    for (std::uint64_t bytes = 1 << 8; !answered; bytes += bytes / 8) {
      Control control;
      Retrograde<GraphGame> table(game, bytes);
      const std::optional<Score> score = table.score(0, control);
      answered = score.has_value();
      CHECK(table.bytes() <= bytes);
      CHECK((answered ? score == expected : control.reason() == Reason::memory));
    }
  }
}

}  // namespace
