// Who wins a position of Manic Minelayers, in how many plies, and how many move sequences there are, starting from the
// empty board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "control.hpp"
#include "games/minelayers/game.hpp"
#include "search/interface.hpp"
#include "search/negamax.hpp"
#include "search/perft.hpp"

namespace proofplay::minelayers {

inline constexpr int nowhere = -1;  // the square of a minelayer that is not on the board yet

// A position as in the rules. Players are 0 (A) and 1 (B).
template <class S>
struct FullPositionOf {
  S free{};
  std::array<int, 2> squares{nowhere, nowhere};
  int turn = 0;
  int began = 0;

  // The symbols are A, B, x (a mine) or . (free); the flags are the player who began.
  static FullPositionOf of(const GridOf<S>& grid, const PositionText& p) {
    const auto& [cells, turn, began] = p;
    if (cells.size() != static_cast<std::size_t>(grid.squares())) {
      throw std::invalid_argument("one symbol per square is needed");
    }
    if ((turn | began) >> 1 != 0) throw std::invalid_argument("a player is 0 or 1");
    FullPositionOf s{.turn = turn, .began = began};
    for (int square = 0; square < grid.squares(); ++square) {
      const char symbol = cells[static_cast<std::size_t>(square)];
      if (symbol == '.') s.free |= bit<S>(square);
      if (symbol == 'A' || symbol == 'B') s.squares[symbol == 'A' ? 0 : 1] = square;
    }
    const bool a = s.squares[0] != nowhere, b = s.squares[1] != nowhere;
    if (!b && a != (turn == 1)) throw std::invalid_argument("the players place A, then B (MM3)");
    if (b && !a) throw std::invalid_argument("B is on the board without A (MM3)");
    return s;
  }

  bool is_set_up() const noexcept { return squares[1] != nowhere; }

  StateOf<S> state(const GridOf<S>& grid) const noexcept {
    const auto mover = static_cast<std::size_t>(turn);
    return StateOf<S>::of(grid, free, squares[mover], squares[1 - mover], turn == began);
  }
};

using FullPosition = FullPositionOf<Bits>;

// The free squares where the player to place may begin (MM3).
template <class S>
S homes(const GridOf<S>& grid, const FullPositionOf<S>& s) noexcept {
  const S first_rank = first_bits<S>(grid.width());
  return s.free & (s.turn == 0 ? first_rank : first_rank << (grid.squares() - grid.width()));
}

template <class S>
FullPositionOf<S> place(const FullPositionOf<S>& s, int square) noexcept {
  FullPositionOf<S> after = s;
  after.free &= ~bit<S>(square);
  after.squares[static_cast<std::size_t>(s.turn)] = square;
  after.turn = s.turn == 0 ? 1 : s.began;
  return after;
}

// The score of a position; during the set-up that of the best placement. ask(State) returns the score of a position
// with both minelayers; none if a limit ended the search.
template <class Scoring, class S, class Ask>
std::optional<Score> score_of(const GridOf<S>& grid, const FullPositionOf<S>& s, const Ask& ask) {
  if (s.is_set_up()) return ask(s.state(grid));
  S squares = homes(grid, s);
  if (squares == 0) return Scoring::of(s.turn == s.began ? loss_in(0) : win_in(0));  // a board of one square
  if (s.turn == 0) squares &= first_bits<S>((grid.width() + 1) / 2);  // the others are reflections
  Score found = Scoring::of(loss_in(0));
  while (squares != 0 && found < Scoring::of(win_in(0))) {
    const FullPositionOf<S> after = place(s, take_lowest(squares));
    const std::optional<Score> score = score_of<Scoring>(grid, after, ask);
    if (!score) return std::nullopt;
    const Score for_the_other = Scoring::moving_to(*score);
    found = std::max(found, after.turn == s.turn ? static_cast<Score>(-for_the_other) : for_the_other);
  }
  return found;
}

template <class Key>
class SearchOf final : public DistanceSearch {
 public:
  using Grid = GridOf<typename Key::Set>;
  using State = StateOf<typename Key::Set>;
  using FullPosition = FullPositionOf<typename Key::Set>;

  SearchOf(const Grid& grid, const MemoryBudget& memory_budget)
      : grid_(grid), game_(grid_), results_(game_, memory_budget), distances_(game_, memory_budget) {}

  std::optional<int> result(const PositionText& p, Control& control) override {
    const auto ask = [&](const State& state) -> std::optional<Score> {
      const std::optional<bool> wins = results_.at_least(state, 1, control);
      if (!wins) return std::nullopt;
      return static_cast<Score>(*wins ? 1 : -1);
    };
    return score_of<ByResult>(grid_, FullPosition::of(grid_, p), ask);
  }

  std::optional<int> distance(const PositionText& p, Control& control) override {
    const auto ask = [&](const State& state) { return distances_.score(state, control); };
    const std::optional<Score> score = score_of<ByDistance>(grid_, FullPosition::of(grid_, p), ask);
    if (!score) return std::nullopt;
    return plies_of(*score);
  }

  void save(Sink& sink) const override { save_all(sink, results_, distances_); }
  LoadCounts load(Source& source) override { return load_all(source, results_, distances_); }

 private:
  Grid grid_;
  MinelayersGame<Key> game_;
  Negamax<MinelayersGame<Key>, ByResult> results_;
  Negamax<MinelayersGame<Key>, ByDistance> distances_;
};

// For a table (search/retrograde.hpp), which begins where the set-up ends: scores during the set-up follow from the
// placements. Positions count as one if they differ only in squares that neither minelayer can reach, or in the
// players' names.
template <class Key>
class TableGame : public MinelayersGame<Key> {
 public:
  using typename MinelayersGame<Key>::Grid;
  using typename MinelayersGame<Key>::State;
  using MinelayersGame<Key>::MinelayersGame;
  using MinelayersGame<Key>::grid;
  using FullPosition = FullPositionOf<typename Key::Set>;

  State read(const PositionText& p) const {
    const FullPosition s = FullPosition::of(grid(), p);
    if (!s.is_set_up()) throw std::invalid_argument("a set-up is not in the table");
    return s.state(grid());
  }

  template <class Ask>
  std::optional<Score> score(const PositionText& p, const Ask& ask) const {
    return score_of<ByDistance>(grid(), FullPosition::of(grid(), p), ask);
  }
};

// Perft (search/perft.hpp) with the set-up: a placement is a ply.
template <class Key, class S>
std::optional<BigCount> count_placed(Perft<MinelayersGame<Key>>& perft, const GridOf<S>& grid,
                                     const FullPositionOf<S>& s, int depth) {
  if (depth == 0) return BigCount(1);
  if (s.is_set_up()) return perft.count(s.state(grid), depth);
  BigCount sum;
  for (S squares = homes(grid, s); squares != 0;) {
    const std::optional<BigCount> count = count_placed(perft, grid, place(s, take_lowest(squares)), depth - 1);
    if (!count) return std::nullopt;
    sum += *count;
  }
  return sum;
}

}  // namespace proofplay::minelayers
