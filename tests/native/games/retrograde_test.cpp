// Tables of everything reachable from a position, on the real games, against plain recursion.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/manhattan/retrograde.hpp"
#include "games/minelayers/retrograde.hpp"
#include "games/nakatta/retrograde.hpp"
#include "games/nakatta_whole_board.hpp"
#include "search/retrograde.hpp"

using namespace proofplay;

namespace {

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

// by_board(position, control) looks a position up in the table for its size of board.
template <class G, class Ask>
void agrees(const G& game, const std::vector<typename G::Position>& positions, Ask&& by_board) {
  Retrograde<G> table(game, Control::unlimited);
  Plain<G> plain(game);
  Control control;
  for (const auto& p : positions) {
    const auto key = game.key(p);
    CHECK(game.key(game.position(key)) == key);
    CHECK(table.score(p, control) == plain.score(p));
    CHECK(by_board(p, control) == plain.score(p));
    CHECK(table.positions() == plain.positions());
  }
}

template <class K>
void manhattan_agrees(std::mt19937& chance, int width, int height, int checkers, int count) {
  std::vector<manhattan::Checkers> positions;
  for (int i = 0; i < count; ++i) {
    manhattan::Checkers& c = positions.emplace_back();
    while (size(c.mine | c.theirs) < checkers) {
      const Bits square = bit(static_cast<int>(chance() % static_cast<unsigned>(width * height)));
      if (((c.mine | c.theirs) & square) == 0) (chance() % 2 == 0 ? c.mine : c.theirs) |= square;
    }
  }
  manhattan::ReachedBoard board(width, height, Control::unlimited);
  agrees(manhattan::RetrogradeGame<K>({width, height}, 1 << 16), positions,
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
  agrees(minelayers::MinelayersGame<K>(grid), positions, [&](const minelayers::State& s, Control& control) {
    return board.score({s.free(), {s.mover.square, s.other.square}, 0, s.mover_began ? 0 : 1}, control);
  });
}

void minelayers_set_up(int width, int height) {
  minelayers::ReachedBoard reached(width, height, Control::unlimited);
  const auto search = minelayers::MinelayersSearch::on(width, height, 1 << 22);
  for (int began = 0; began < 2; ++began) {
    minelayers::Setting s{.free = first_bits(width * height), .began = began};
    std::string cells(static_cast<std::size_t>(width * height), '.');
    for (int placed = 0; placed < 2; ++placed) {
      Control control;
      const std::optional<Score> score = reached.score(s, control);
      REQUIRE(score);
      CHECK(plies_of(*score) == search->distance(cells, s.turn, began, control));
      CHECK((*score > 0 ? 1 : -1) == search->result(cells, s.turn, began, control));
      const int square = lowest(minelayers::homes(reached.grid(), s));
      cells[static_cast<std::size_t>(square)] = "AB"[s.turn];
      s = minelayers::place(s, square);
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
  agrees(rules, positions, [&](const nakatta::Position& p, Control& control) { return board.score(p, control); });
}

// The table of whole boards uses neither symmetries nor early ends.
TEST_CASE("Nakatta: positions reachable from a position agree with the table of whole boards") {
  for (int ranks = 1; ranks <= 3; ++ranks) {
    nakatta::WholeBoard whole(ranks, ranks);
    Control control;
    CHECK(whole.run(control));
    nakatta::ReachedBoard reached(ranks, ranks, Control::unlimited);
    whole.each_legal_board([&](const nakatta::Position& stones, std::uint32_t) {
      for (int turn = 0; turn < 2; ++turn) {
        const std::optional<Score> score = reached.score(turn == 0 ? stones : stones.turned(), control);
        REQUIRE(score);
        CHECK(plies_of(*score) == whole.plies(stones, turn));
      }
      return true;
    });
  }
}

TEST_CASE("Manhattan: positions reachable from a position agree with recursion") {
  std::mt19937 chance(3);
  manhattan_agrees<manhattan::SmallKey>(chance, 3, 4, 8, 20);
  manhattan_agrees<manhattan::SmallKey>(chance, 8, 5, 4, 30);
  manhattan_agrees<manhattan::SmallKey>(chance, 10, 1, 6, 40);
  manhattan_agrees<manhattan::Key>(chance, 8, 8, 4, 30);
}

TEST_CASE("Manic Minelayers: positions reachable from a position agree with recursion") {
  std::mt19937 chance(4);
  minelayers_agree<minelayers::SmallKey>(chance, 4, 4, 80, 20);
  minelayers_agree<minelayers::SmallKey>(chance, 5, 10, 25, 20);
  minelayers_agree<minelayers::LargeKey>(chance, 8, 8, 25, 20);
  minelayers_set_up(4, 3);
  minelayers_set_up(3, 4);
}

TEST_CASE("Nakatta: positions reachable from a position agree with recursion") {
  std::mt19937 chance(5);
  nakatta_agrees<nakatta::SmallKey>(chance, 3, 0, 1);
  nakatta_agrees<nakatta::SmallKey>(chance, 4, 6, 20);
  nakatta_agrees<nakatta::SmallKey>(chance, 6, 27, 10);
  nakatta_agrees<nakatta::LargeKey>(chance, 8, 54, 10);
}

}  // namespace
