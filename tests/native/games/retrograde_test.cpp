// Tables of everything reachable from a position, on the real games, against plain recursion.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/kernels.hpp"
#include "games/manhattan/retrograde.hpp"
#include "games/minelayers/search.hpp"
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

struct Asked {
  std::string cells;
  int turn = 0;
  int flags = 0;
  PositionText text() const { return {cells, turn, flags}; }
};

// `by_board` is the table that callers get for this size of board.
template <class G>
void agrees(const G& game, ReachedTable& by_board, const std::vector<Asked>& positions) {
  Retrograde<G> table(game, Control::unlimited);
  Plain<G> plain(game);
  Control control;
  for (const Asked& asked : positions) {
    INFO(asked.cells);
    const auto p = game.read(asked.text());
    const auto key = game.key(p);
    CHECK(game.key(game.position(key)) == key);
    CHECK(table.score(p, control) == plain.score(p));
    CHECK(by_board.score(asked.text(), control) == plain.score(p));
    CHECK(table.positions() == plain.positions());
  }
}

template <class K>
void manhattan_agrees(std::mt19937& chance, int width, int height, int checkers, int count) {
  std::vector<Asked> positions(static_cast<std::size_t>(count));
  for (auto& [cells, turn, flags] : positions) {
    cells.assign(static_cast<std::size_t>(width * height), '.');
    for (int left = checkers; left > 0;) {
      char& cell = cells[chance() % cells.size()];
      if (cell == '.') cell = "rb"[chance() % 2], --left;
    }
  }
  agrees(manhattan::RetrogradeGame<K>({width, height}, 1 << 16),
         *manhattan::make_table(width, height, Control::unlimited), positions);
}

template <class K>
void minelayers_agree(std::mt19937& chance, int width, int height, unsigned percent, int count) {
  std::vector<Asked> positions(static_cast<std::size_t>(count));
  for (auto& [cells, turn, flags] : positions) {
    for (int square = 0; square < width * height; ++square) cells += chance() % 100 < percent ? '.' : 'x';
    const std::size_t a = chance() % cells.size(), b = (a + 1 + chance() % (cells.size() - 1)) % cells.size();
    cells[a] = 'A', cells[b] = 'B';
    flags = static_cast<int>(chance() % 2);
  }
  agrees(minelayers::TableGame<K>(minelayers::Grid(width, height)),
         *minelayers::make_table(width, height, Control::unlimited), positions);
}

void minelayers_set_up(int width, int height) {
  const auto table = minelayers::make_table(width, height, Control::unlimited);
  const auto search = minelayers::make_search(width, height, 1 << 22);
  for (int began = 0; began < 2; ++began) {
    Asked p{std::string(static_cast<std::size_t>(width * height), '.'), 0, began};
    for (; p.turn < 2; ++p.turn) {
      Control control;
      const std::optional<Score> score = table->score(p.text(), control);
      REQUIRE(score);
      CHECK(plies_of(*score) == search->distance(p.text(), control));
      CHECK((*score > 0 ? 1 : -1) == search->result(p.text(), control));
      p.cells[p.turn == 0 ? 0 : p.cells.size() - 1] = "AB"[p.turn];
    }
  }
}

template <class K>
void nakatta_agrees(std::mt19937& chance, int ranks, int stones, int count) {
  const nakatta::Rules<K> rules((nakatta::Board(ranks, ranks)));
  std::vector<Asked> positions;
  while (static_cast<int>(positions.size()) < count) {
    nakatta::Position p;
    for (int i = 0; i < stones; ++i) {
      Bits moves = rules.board().my_legal(p);
      for (unsigned skip = moves == 0 ? 0 : chance() % static_cast<unsigned>(size(moves)); skip-- > 0;) {
        moves &= moves - 1;
      }
      p = p.after(moves & -moves);
    }
    if (rules.ending(p) == Ending::open) positions.push_back({nakatta::text(p, ranks)});
  }
  agrees(rules, *nakatta::make_table(ranks, ranks, Control::unlimited), positions);
}

// The table of whole boards uses neither symmetries nor early ends.
TEST_CASE("Nakatta: positions reachable from a position agree with the table of whole boards") {
  for (int ranks = 1; ranks <= 3; ++ranks) {
    nakatta::WholeBoard whole(ranks, ranks);
    Control control;
    CHECK(whole.run(control));
    const auto table = nakatta::make_table(ranks, ranks, Control::unlimited);
    whole.each_legal_board([&](const nakatta::Position& stones, std::uint32_t) {
      for (int turn = 0; turn < 2; ++turn) {
        const std::string cells = nakatta::text(stones, ranks);
        const std::optional<Score> score = table->score({cells, turn}, control);
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
