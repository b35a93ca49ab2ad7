// Tables of everything that can come from a position: on made-up games whose positions come back, against the plain
// definition of who wins and how soon; on the real games, against plain recursion.
#include "search/retrograde.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/manhattan/retrograde.hpp"
#include "games/minelayers/retrograde.hpp"
#include "games/nakatta/retrograde.hpp"
#include "games/nakatta/table.hpp"

using namespace proofplay;

namespace {

int failed = 0;

void expect(bool good, const std::string& what) {
  if (good) return;
  ++failed;
  std::printf("%s\n", what.c_str());
}

// A node. Many have the same hash, so that only the keys tell them apart.
struct NodeKey {
  std::uint32_t node = 0;
  std::uint64_t hash() const noexcept { return mix(node % 251); }
  bool operator==(const NodeKey&) const noexcept = default;
};

// A game on a graph. Moves lead anywhere.
struct MadeUp {
  using Position = std::uint32_t;
  using Key = NodeKey;
  static constexpr int max_moves = 8;

  std::vector<std::vector<std::uint32_t>> moves;
  std::vector<Ending> endings;

  explicit MadeUp(std::size_t nodes) : moves(nodes), endings(nodes, Ending::open) {}

  static MadeUp random(std::mt19937& chance, std::uint32_t nodes) {
    MadeUp game(nodes);
    const unsigned ends = 2 + static_cast<unsigned>(chance() % 12), most = 1 + static_cast<unsigned>(chance() % 4);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (chance() % ends == 0) game.endings[node] = static_cast<Ending>(chance() % 4);
      if (game.endings[node] != Ending::open) continue;
      for (unsigned m = chance() % (most + 1); m-- > 0;) {
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

// By the definition: who wins in 0 plies, then in 1, then in 2, each by looking at all nodes. The others are drawn.
std::vector<Score> defined(const MadeUp& game) {
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

std::size_t reached(const MadeUp& game, const std::vector<std::uint32_t>& roots) {
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
  expect(found == expected, "how many positions have which score");
}

// Asked from several roots in turn, so that tables grow.
void made_up_games(std::mt19937& chance, int games, std::uint32_t most_nodes) {
  int drawn = 0;
  for (int i = 0; i < games; ++i) {
    const auto nodes = 1 + static_cast<std::uint32_t>(chance() % most_nodes);
    const MadeUp game = MadeUp::random(chance, nodes);
    const std::vector<Score> scores = defined(game);
    Retrograde<MadeUp> table(game, Control::unlimited);
    std::vector<std::uint32_t> roots;
    Control control;
    for (int root = 0; root < 6; ++root) {
      roots.push_back(static_cast<std::uint32_t>(chance() % nodes));
      const std::optional<Score> score = table.score(roots.back(), control);
      expect(score == scores[roots.back()], "a score on a made-up game");
      drawn += score == Score{0} && game.endings[roots.back()] == Ending::open;
      expect(table.positions() == reached(game, roots), "positions that are reached");
      expect(control.nodes() == table.positions(), "positions that are counted");
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      expect(table.score(node, control) == scores[node], "a score on the whole of a made-up game");
    }
    scores_agree(scores, table.scores());
  }
  expect(drawn > games / 4, "play that comes back is drawn");
}

// By the definition: every game of up to so many plies, one after the other.
void play_all(const MadeUp& game, std::uint32_t node, int ply, int most, const Mass& mass, bool mover_began,
              std::map<int, Ends>& found) {
  const std::vector<std::uint32_t>& moves = game.moves[node];
  if (game.endings[node] == Ending::open && !moves.empty() && ply < most) {
    for (const std::uint32_t next : moves) {
      const auto count = static_cast<double>(moves.size());
      const double chance = mass.chance / count;
      play_all(game, next, ply + 1, most,
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

bool near(double one, double other) { return std::abs(one - other) < 1e-9; }

void random_play_on_made_up_games(std::mt19937& chance, int games) {
  for (int i = 0; i < games; ++i) {
    const auto nodes = 1 + static_cast<std::uint32_t>(chance() % 12);
    const MadeUp game = MadeUp::random(chance, nodes);
    ReachedTableOf<MadeUp> table(game, Control::unlimited);
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
    const auto found = table.random_play(beginnings, 2, 8, Control::unlimited, control);
    expect(found && found->size() == expected.size(), "lengths of random play");
    for (const Ends& ends : found.value_or(std::vector<Ends>{})) {
      const Ends& e = expected[ends.plies];
      expect(near(ends.won, e.won) && near(ends.drawn, e.drawn) && near(ends.lost, e.lost), "ends of random play");
      expect(near(ends.stopped, e.stopped) && near(ends.all.chance, e.all.chance), "random play that is stopped");
      expect(near(ends.all.branching, e.all.branching) && near(ends.all.decisions, e.all.decisions),
             "what random play has met");
    }
    std::map<std::size_t, std::uint64_t> counts;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (table.number(node) < table.positions()) {
        ++counts[game.endings[node] == Ending::open ? game.moves[node].size() : 0];
      }
    }
    expect(table.branching(control) == counts, "how many positions have how many moves");
    Control no_nodes(0), unlimited;
    expect(!table.branching(no_nodes) && no_nodes.reason() == Reason::nodes, "a limit on looking at moves");
    expect(!table.random_play(beginnings, 0, 8, 1, unlimited) && unlimited.reason() == Reason::memory,
           "a limit on the memory of random play");
  }
}

// Two players walk round: who likes neither way out goes on for ever.
void a_ring_is_a_draw() {
  MadeUp game(6);
  for (std::uint32_t node = 0; node < 4; ++node) game.moves[node] = {(node + 1) % 4};
  game.moves[1].push_back(4);  // which wins for who moves there
  game.endings[4] = Ending::win;
  Control control;
  Retrograde<MadeUp> drawn(game, Control::unlimited);
  for (std::uint32_t node = 0; node < 4; ++node) expect(drawn.score(node, control) == Score{0}, "a ring");
  game.endings[4] = Ending::loss;
  Retrograde<MadeUp> won(game, Control::unlimited);
  const std::vector<Score> scores{loss_in(2), win_in(1), loss_in(4), win_in(3)};
  for (std::uint32_t node = 0; node < 4; ++node) {
    expect(won.score(node, control) == scores[node], "a ring with a way out");
  }
}

// A chain of so many plies, the other way a move back to its beginning.
MadeUp chain(std::uint32_t plies, bool ring) {
  MadeUp game(plies + 1);
  for (std::uint32_t node = 0; node < plies; ++node) {
    game.moves[node] = {node + 1};
    if (ring) game.moves[node].push_back(0);
  }
  return game;
}

void long_games() {
  Control control;
  const MadeUp longest_chain = chain(longest - 1, false);
  Retrograde<MadeUp> table(longest_chain, Control::unlimited);
  expect(table.score(0, control) == win_in(longest - 1), "a long chain");
  const MadeUp too_long = chain(longest, false);
  Retrograde<MadeUp> beyond(too_long, Control::unlimited);
  try {
    beyond.score(0, control);
    expect(false, "a chain that is too long");
  } catch (const std::overflow_error&) {
    expect(beyond.positions() == 0, "nothing is kept of what failed");
  }
  expect(beyond.score(1, control) == win_in(longest - 1), "what can be told after a failure");
  const MadeUp drawn = chain(20000, true);
  Retrograde<MadeUp> ring(drawn, Control::unlimited);
  Control no_time(Control::unlimited, 0);
  expect(!ring.score(0, no_time) && no_time.reason() == Reason::time, "a limit on time");
  expect(ring.positions() == 0, "nothing kept after a limit on time");
  expect(ring.score(0, control) == Score{0}, "a long ring");
}

// A limit means no answer, and takes nothing from later ones.
void limits(std::mt19937& chance) {
  for (const bool ring : {false, true}) {
    const MadeUp game = chain(3000, ring);
    const Score expected = defined(game)[0];
    Retrograde<MadeUp> whole(game, Control::unlimited);
    for (int i = 0; i < 20; ++i) {
      const auto nodes = chance() % 3001;
      Control control(nodes);
      expect(!whole.score(0, control) && control.reason() == Reason::nodes, "a limit on nodes");
      expect(control.nodes() == nodes && whole.positions() == 0, "nodes up to the limit, and nothing kept");
    }
    Control enough(3001);
    expect(whole.score(0, enough) == expected, "a limit that is just enough");
    bool answered = false;
    for (std::uint64_t bytes = 1 << 8; !answered; bytes += bytes / 8) {
      Control control;
      Retrograde<MadeUp> table(game, bytes);
      const std::optional<Score> score = table.score(0, control);
      answered = score.has_value();
      expect(table.bytes() <= bytes, "no more memory than allowed");
      expect(answered ? score == expected : control.reason() == Reason::memory, "a limit on memory");
    }
  }
}

template <class G>
class Plain {
 public:
  explicit Plain(const G& game) : game_(game) {}

  Score score(const typename G::Position& p) {
    const auto key = game_.key(p);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    Score best = loss_in(0);
    if (game_.ending(p) == Ending::win) best = win_in(0);
    if (game_.ending(p) == Ending::draw) best = 0;
    if (game_.ending(p) == Ending::open) {
      game_.each_child(p, [&](const auto& q) {
        const Score s = score(q);
        best = std::max(best, static_cast<Score>(s > 0 ? 1 - s : s < 0 ? -1 - s : 0));
        return false;
      });
    }
    return known_[key] = best;
  }

  std::size_t positions() const { return known_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const typename G::Key& key) const { return static_cast<std::size_t>(key.hash()); }
  };
  const G& game_;
  std::unordered_map<typename G::Key, Score, Hash> known_;
};

// by_board(position, control) asks the table that the board's size has been given.
template <class G, class Ask>
void agrees(const G& game, const std::vector<typename G::Position>& positions, const char* name, Ask&& by_board) {
  Retrograde<G> table(game, Control::unlimited);
  Plain<G> plain(game);
  Control control;
  for (const auto& p : positions) {
    const auto key = game.key(p);
    expect(game.key(game.position(key)) == key, std::string("a key read back: ") + name);
    expect(table.score(p, control) == plain.score(p), name);
    expect(by_board(p, control) == plain.score(p), std::string("the board of ") + name);
    expect(table.positions() == plain.positions(), std::string("positions of ") + name);
  }
}

template <class K>
void manhattan_agrees(std::mt19937& chance, int width, int height, int checkers, int count) {
  manhattan::Shapes shapes(manhattan::Board(width, height), 1 << 16);
  std::vector<manhattan::Checkers> positions;
  for (int i = 0; i < count; ++i) {
    manhattan::Checkers& c = positions.emplace_back();
    while (size(c.mine | c.theirs) < checkers) {
      const Bits square = bit(static_cast<int>(chance() % static_cast<unsigned>(width * height)));
      if (((c.mine | c.theirs) & square) == 0) (chance() % 2 == 0 ? c.mine : c.theirs) |= square;
    }
  }
  manhattan::ReachedBoard board(width, height, Control::unlimited);
  agrees(manhattan::RetrogradeGame<K>(shapes), positions, "Manhattan",
         [&](const manhattan::Checkers& c, Control& control) { return board.score(c, control); });
}

template <class K>
void minelayers_agree(std::mt19937& chance, int width, int height, unsigned percent, int count) {
  const minelayers::Grid grid(width, height);
  const auto squares = static_cast<unsigned>(width * height);
  std::vector<minelayers::State> positions;
  while (static_cast<int>(positions.size()) < count) {
    Bits free = 0;
    for (unsigned square = 0; square < squares; ++square) {
      if (chance() % 100 < percent) free |= bit(static_cast<int>(square));
    }
    const auto mover = static_cast<int>(chance() % squares), other = static_cast<int>(chance() % squares);
    if (mover == other) continue;
    free &= ~(bit(mover) | bit(other));
    positions.push_back(minelayers::State::of(grid, free, mover, other, chance() % 2 == 0));
  }
  minelayers::ReachedBoard board(width, height, Control::unlimited);
  agrees(minelayers::MinelayersGame<K>(grid), positions, "Minelayers",
         [&](const minelayers::State& s, Control& control) {
           return board.score({s.free(), {s.mover.square, s.other.square}, 0, s.mover_began ? 0 : 1}, control);
         });
}

void minelayers_set_up(int width, int height) {
  minelayers::ReachedBoard reached(width, height, Control::unlimited);
  const auto search = minelayers::MinelayersSearch::on(width, height, 1 << 22);
  for (int began = 0; began < 2; ++began) {
    minelayers::Setting s{.free = first_bits(width * height), .began = began};
    for (int placed = 0; placed < 2; ++placed) {
      Control control;
      const std::optional<Score> score = reached.score(s, control);
      expect(score && plies_of(*score) == search->distance(s, control), "Minelayers, the length from a set-up");
      expect(score && (*score > 0 ? 1 : -1) == search->result(s, control), "Minelayers, a set-up");
      s = minelayers::place(s, lowest(minelayers::homes(reached.grid(), s)));
    }
  }
}

template <class K>
void nakatta_agrees(std::mt19937& chance, int ranks, int stones, int count) {
  const nakatta::Rules<K> rules((nakatta::Board(ranks, ranks)));
  std::vector<nakatta::Position> positions;
  while (static_cast<int>(positions.size()) < count) {
    nakatta::Position p;
    for (int i = 0; i < stones; ++i) {
      Bits moves = rules.board().my_legal(p);
      for (unsigned skip = moves == 0 ? 0 : chance() % static_cast<unsigned>(size(moves)); skip-- > 0;) {
        moves &= moves - 1;
      }
      p = p.after(moves & -moves);
    }
    if (rules.ending(p) == Ending::open) positions.push_back(p);
  }
  nakatta::ReachedBoard board(ranks, ranks, Control::unlimited);
  agrees(rules, positions, "Nakatta",
         [&](const nakatta::Position& p, Control& control) { return board.score(p, control); });
}

// The table of whole boards counts nothing twice and knows no symmetries.
void nakatta_whole_boards() {
  for (int ranks = 1; ranks <= 3; ++ranks) {
    nakatta::WholeBoard whole(ranks, ranks);
    Control control;
    expect(whole.run(control), "a whole board");
    nakatta::ReachedBoard reached(ranks, ranks, Control::unlimited);
    whole.each_legal_board([&](const nakatta::Position& stones, std::uint32_t) {
      for (int turn = 0; turn < 2; ++turn) {
        const std::optional<Score> score = reached.score(turn == 0 ? stones : stones.turned(), control);
        expect(score && plies_of(*score) == whole.plies(stones, turn), "Nakatta, a whole board");
      }
      return true;
    });
  }
}

}  // namespace

int main() {
  std::mt19937 chance(3);
  made_up_games(chance, 3000, 12);
  made_up_games(chance, 200, 300);
  random_play_on_made_up_games(chance, 200);
  a_ring_is_a_draw();
  long_games();
  limits(chance);
  manhattan_agrees<manhattan::SmallKey>(chance, 3, 4, 8, 20);
  manhattan_agrees<manhattan::SmallKey>(chance, 8, 5, 4, 30);
  manhattan_agrees<manhattan::SmallKey>(chance, 10, 1, 6, 40);
  manhattan_agrees<manhattan::Key>(chance, 8, 8, 4, 30);
  minelayers_agree<minelayers::SmallKey>(chance, 4, 4, 80, 20);
  minelayers_agree<minelayers::SmallKey>(chance, 5, 10, 25, 20);
  minelayers_agree<minelayers::LargeKey>(chance, 8, 8, 25, 20);
  minelayers_set_up(4, 3);
  minelayers_set_up(3, 4);
  nakatta_agrees<nakatta::SmallKey>(chance, 3, 0, 1);
  nakatta_agrees<nakatta::SmallKey>(chance, 4, 6, 20);
  nakatta_agrees<nakatta::SmallKey>(chance, 6, 27, 10);
  nakatta_agrees<nakatta::LargeKey>(chance, 8, 54, 10);
  nakatta_whole_boards();
  return failed == 0 ? 0 : 1;
}
