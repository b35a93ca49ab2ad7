// Manhattan as a game for the general searches (search/game.hpp), and the search that answers for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "control.hpp"
#include "games/manhattan/task.hpp"
#include "search/game.hpp"
#include "search/negamax.hpp"
#include "search/perft.hpp"
#include "search/proof_number.hpp"

namespace proofplay::manhattan {

// A position of a search, and how many plies lie between its root and here.
struct State {
  Checkers checkers;
  int plies = 0;
};

// Both colours' checkers. As they are the mover's and the other's, the turn needs no mention, and
// exchanging the colours leaves the key.
struct Key {
  Bits mine = 0;
  Bits theirs = 0;

  static Key of(const Checkers& c) noexcept { return {c.mine, c.theirs}; }
  Checkers checkers() const noexcept { return {mine, theirs}; }
  std::uint64_t hash() const noexcept { return mix(mix(mine) + theirs); }
  bool operator==(const Key&) const noexcept = default;
};

// Thrown where a line of play has become so long that it must be taken to come back.
struct Endless {};

// The rules, and what they prove at sight.
//
// It is not known whether a position of every board can come back (MH6). The searches need not know: they
// prove a result from ends of the game upwards, each from results proved before, so what they prove
// holds whatever else can be played. All that play without an end could do is to keep a search from ending.
// That is what the limit on a line is for: it ends the search without an answer, never with one.
//
// Thin boards have two files or ranks at most. On others play leads to no draw, though a position may be
// one at once (MH5): docs/rules/manhattan.md.
template <bool Thin>
class Rules {
 public:
  using Position = State;
  using Key = manhattan::Key;

  static constexpr int most_plies = 600;
  static constexpr bool acyclic = true;  // by the limit on a line
  static constexpr bool draws = Thin;
  static constexpr int max_moves = 128;  // half of 64 squares with a singleton that has four steps

  // The shapes must outlive the rules, and serve one thread at a time.
  explicit Rules(Shapes& shapes) : shapes_(shapes) {}

  Key key(const State& s) const noexcept { return Key::of(s.checkers); }

  Ending ending(const State& s) const noexcept {
    const auto [mine, theirs] = s.checkers;
    if (shapes_.of(theirs).one_group) return Ending::loss;
    if (shapes_.of(mine).one_group) return Ending::win;
    const Board& board = shapes_.board();
    return can_move(board, mine, theirs) || can_move(board, theirs, mine) ? Ending::open : Ending::draw;
  }

  // Of a position that is open. The other player's step comes after a move that may empty a square.
  Estimate estimate(const State& s) const noexcept {
    const auto [mine, theirs] = s.checkers;
    const Shape& my_shape = shapes_.of(mine);
    const bool wins_at_once = (my_shape.joining & ~theirs) != 0;
    const Task my_task = my_shape.task;
    const Shape& their_shape = shapes_.of(theirs);
    const Task their_task = their_shape.task;
    Estimate e{{loss_in(2 * their_task.least_moves), win_in(2 * my_task.least_moves - 1)},
               their_task.guess - my_task.guess};
    if (wins_at_once) {
      e.bounds.least = win_in(1);
    } else {
      e.bounds.most = std::min(e.bounds.most, win_in(3));
      if (their_shape.joining == 0) e.bounds.least = std::max(e.bounds.least, loss_in(4));
    }
    return e;
  }

  // What it seems to take to win, or at least to draw: the further a colour is from one group, the more.
  Effort effort(const State& s, Score at_least) const noexcept {
    switch (ending(s)) {
      case Ending::win: return proved;
      case Ending::draw: return at_least > 0 ? disproved : proved;
      case Ending::loss: return disproved;
      case Ending::open: break;
    }
    const auto [mine, theirs] = s.checkers;
    const Shape& my_shape = shapes_.of(mine);
    if ((my_shape.joining & ~theirs) != 0) return proved;
    const int my_guess = my_shape.task.guess;
    return {grown(my_guess), grown(shapes_.of(theirs).task.guess)};
  }

  int count_children(const State& s) const noexcept {
    const auto [mine, theirs] = s.checkers;
    const Shape& shape = shapes_.of(mine);
    const Bits empty = shapes_.board().squares() & ~(mine | theirs);
    int count = size(shape.leavers);
    for (Bits left = shape.alone; left != 0; left &= left - 1) {
      count += size(steps(shapes_.board(), left & -left, mine, empty));
    }
    return std::max(1, count);
  }

  // A player without a move passes.
  template <class F>
  bool each_child(const State& s, F&& f) const {
    if (s.plies >= most_plies) throw Endless{};
    const Bits mine = s.checkers.mine, theirs = s.checkers.theirs;
    const Bits empty = shapes_.board().squares() & ~(mine | theirs);
    const Bits alone = shapes_.of(mine).alone, leavers = shapes_.of(mine).leavers;
    bool passes = true;
    const auto play = [&](Bits after) {
      passes = false;
      return f(State{{theirs, after}, s.plies + 1});
    };
    for (Bits left = alone; left != 0; left &= left - 1) {
      const Bits from = left & -left;
      for (Bits to = steps(shapes_.board(), from, mine, empty); to != 0; to &= to - 1) {
        if (play((mine & ~from) | (to & -to))) return true;
      }
    }
    for (Bits left = leavers; left != 0; left &= left - 1) {
      if (play(mine & ~(left & -left))) return true;
    }
    return passes && f(State{{theirs, mine}, s.plies + 1});
  }

 private:
  // Twice as much for each unit; factors from 1.4 to 2.8 did much the same.
  static std::uint32_t grown(int guess) noexcept { return std::uint32_t{1} << std::clamp(guess, 0, 26); }

  Shapes& shapes_;
};

// Answers for positions of one board, each given as the player to move sees it; what one question has
// proved serves the next. Nothing is answered where a limit ended the search, or a line became too long.
class Search {
 public:
  virtual ~Search() = default;

  // 1, 0 or -1 for the player to move.
  virtual std::optional<int> result(const Checkers& c, Control& control) = 0;
  // Plies to the end: the winner hurries, the loser delays. Not of a position that play brings to a draw:
  // std::invalid_argument.
  virtual std::optional<int> distance(const Checkers& c, Control& control) = 0;

  // max_bytes: what all tables together may take.
  static std::unique_ptr<Search> on(int width, int height, std::uint64_t max_bytes);
};

template <bool Thin>
class SearchOf final : public Search {
 public:
  SearchOf(const Board& board, std::uint64_t max_bytes)
      : shapes_(board, max_bytes / 16),
        rules_(shapes_),
        results_(rules_, max_bytes / 32 * 15),
        distances_(rules_, max_bytes / 32 * 15) {}

  std::optional<int> result(const Checkers& c, Control& control) override {
    switch (rules_.ending({c})) {
      case Ending::win: return 1;
      case Ending::draw: return 0;
      case Ending::loss: return -1;
      case Ending::open: break;
    }
    return unless_endless(control, [&]() -> std::optional<int> {
      const std::optional<Score> score = results_.result({c}, control);
      if (!score) return std::nullopt;
      return *score;
    });
  }

  std::optional<int> distance(const Checkers& c, Control& control) override {
    if (rules_.ending({c}) != Ending::open) return 0;
    const std::optional<int> winner = result(c, control);
    if (!winner) return std::nullopt;
    if (*winner == 0) throw std::invalid_argument("a draw has no distance");
    const Bounds known = *winner > 0 ? Bounds{.least = 1} : Bounds{.most = -1};
    return unless_endless(control, [&]() -> std::optional<int> {
      const std::optional<Score> score = distances_.score_nearest_first({c}, known, control);
      if (!score) return std::nullopt;
      return plies_of(*score);
    });
  }

 private:
  template <class F>
  static std::optional<int> unless_endless(Control& control, F&& search) {
    try {
      return search();
    } catch (const Endless&) {
      control.give_up(Reason::endless);
      return std::nullopt;
    }
  }

  Shapes shapes_;
  Rules<Thin> rules_;
  ProofNumber<Rules<Thin>> results_;
  Negamax<Rules<Thin>, ByDistance> distances_;
};

inline std::unique_ptr<Search> Search::on(int width, int height, std::uint64_t max_bytes) {
  const Board board(width, height);
  if (std::min(width, height) < 3) return std::make_unique<SearchOf<true>>(board, max_bytes);
  return std::make_unique<SearchOf<false>>(board, max_bytes);
}

// The number of legal sequences of exactly `depth` plies; none where a limit ended the count. It is as deep as
// it is asked to be: no line is too long for it.
inline std::optional<BigCount> perft(const Board& board, const Checkers& c, int depth, Control& control) {
  Shapes shapes(board, control.max_bytes() / 16);
  const Rules<true> rules(shapes);
  return Perft<Rules<true>>(rules, control.max_bytes() / 16 * 15, control).count({c, -std::max(0, depth)}, depth);
}

}  // namespace proofplay::manhattan
