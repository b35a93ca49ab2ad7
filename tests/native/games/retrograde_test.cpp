// Manic Minelayers' table of everything reachable from a position, against plain recursion.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/kernels.hpp"
#include "games/minelayers/search.hpp"
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

TEST_CASE("Manic Minelayers: positions reachable from a position agree with recursion") {
  std::mt19937 chance(4);
  minelayers_agree<minelayers::SmallKey>(chance, 4, 4, 80, 20);
  minelayers_agree<minelayers::SmallKey>(chance, 5, 10, 25, 20);
  minelayers_agree<minelayers::LargeKey>(chance, 8, 8, 25, 20);
  minelayers_set_up(4, 3);
  minelayers_set_up(3, 4);
}

}  // namespace
