// Manhattan as a game for the general searches (search/game.hpp), and the search that uses them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "control.hpp"
#include "games/manhattan/keys.hpp"
#include "games/manhattan/shape.hpp"
#include "search/game.hpp"
#include "search/interface.hpp"
#include "search/negamax.hpp"
#include "search/perft.hpp"
#include "search/proof_number.hpp"

namespace proofplay::manhattan {

// A position of a search, and how many plies it is from the root.
template <class S>
struct StateOf {
  CheckersOf<S> checkers;
  int plies = 0;
};

using State = StateOf<Bits>;

// Thrown when a line of play is so long that positions are assumed to repeat.
struct Endless {};

// The rules, and what they prove without searching.
//
// For some boards it is not known whether positions can repeat (MH6). The searches do not need to know: they prove a
// result from the ends of the game upwards, each from results proved before, so what they prove holds whatever else can
// be played. Endless play could only keep a search from finishing. The limit on the length of a line is for that case:
// it ends the search without an answer, never with a wrong one.
//
// The rules cache shapes, so each thread needs a copy of its own.
//
// Thin boards have at most two files or ranks. On others play never leads to a draw, though the first position itself
// may be one (MH5): docs/rules/manhattan.md.
template <bool Thin, class K = manhattan::Key>
class Rules {
 public:
  using Key = K;
  using Set = typename K::Set;
  using Board = BoardOf<Set>;
  using Checkers = CheckersOf<Set>;
  using State = StateOf<Set>;
  using Shape = ShapeOf<Set>;
  using Position = State;

  static constexpr int max_plies = 600 * (capacity<Set> / 64);
  static constexpr bool acyclic = true;  // because the length of a line is limited
  static constexpr bool draws = Thin;
  static constexpr int max_moves = 2 * capacity<Set>;  // half of all squares with a singleton that has four steps

  // `max_bytes` is for the cache of shapes.
  Rules(const Board& board, std::uint64_t max_bytes) : shapes_(board, max_bytes) {}

  const Board& board() const noexcept { return shapes_.board(); }

  // The same for another thread.
  Rules copy_for_thread() const { return *this; }

  Key key(const State& s) const noexcept { return Key::of(s.checkers); }

  Ending ending(const State& s) const noexcept {
    const auto [mine, theirs] = s.checkers;
    if (shapes_.of(theirs).one_group) return Ending::loss;
    if (shapes_.of(mine).one_group) return Ending::win;
    const Board& board = shapes_.board();
    return can_move(board, mine, theirs) || can_move(board, theirs, mine) ? Ending::open : Ending::draw;
  }

  // Whether a single step joins all checkers of the player to move into one group.
  bool wins_at_once(const Checkers& c) const noexcept { return can_join(shapes_.of(c.mine), c.theirs); }

  // How far a colour's checkers are from one group: the larger, the further.
  int guess(Set own) const noexcept { return shapes_.of(own).distance.guess; }

  // For a position that is not over. The other player's step comes after a move that may empty a square.
  Evaluation evaluate(const State& s) const noexcept {
    const auto [mine, theirs] = s.checkers;
    const Shape& my_shape = shapes_.of(mine);
    const bool wins_at_once = can_join(my_shape, theirs);
    const GroupDistance my_distance = my_shape.distance;
    const Shape& their_shape = shapes_.of(theirs);
    const GroupDistance their_distance = their_shape.distance;
    Evaluation e{{loss_in(2 * their_distance.min_moves), win_in(2 * my_distance.min_moves - 1)},
                 their_distance.guess - my_distance.guess};
    if (wins_at_once) {
      e.bounds.lower = win_in(1);
    } else {
      e.bounds.upper = std::min(e.bounds.upper, win_in(3));
      if (their_shape.joining == 0) e.bounds.lower = std::max(e.bounds.lower, loss_in(4));
    }
    return e;
  }

  // Estimated proof numbers for a win, or at least a draw: they grow with a colour's distance from one group.
  ProofNumbers proof_numbers(const State& s, Score at_least) const noexcept {
    switch (ending(s)) {
      case Ending::win: return proved;
      case Ending::draw: return at_least > 0 ? disproved : proved;
      case Ending::loss: return disproved;
      case Ending::open: break;
    }
    const auto [mine, theirs] = s.checkers;
    const Shape& my_shape = shapes_.of(mine);
    if (can_join(my_shape, theirs)) return proved;
    const int my_guess = my_shape.distance.guess;
    return {grown(my_guess), grown(shapes_.of(theirs).distance.guess)};
  }

  // The same for many positions that each_keyed_child made from one position: the checkers of the colour to move are
  // the same in all, so they are examined only once.
  template <class Child>
  void proof_numbers(Child* const* children, std::size_t count, Score at_least) const noexcept {
    if (Thin || count == 0) {
      for (std::size_t i = 0; i < count; ++i)
        children[i]->proof_numbers = proof_numbers(children[i]->position, at_least);
      return;
    }
    const std::uint32_t proof = grown(shapes_.of(children[0]->position.checkers.mine).distance.guess);
    for (std::size_t i = 0; i < count; ++i) {
      const Shape& shape = shapes_.of(children[i]->position.checkers.theirs);
      children[i]->proof_numbers = shape.one_group ? disproved : ProofNumbers{proof, grown(shape.distance.guess)};
    }
  }

  int count_children(const State& s) const noexcept {
    const auto [mine, theirs] = s.checkers;
    const Set empty = shapes_.board().squares() & ~(mine | theirs);
    int count = size(shapes_.of(mine).leavers);
    for (Set left = singletons(shapes_.board(), mine); left != 0; left = without_lowest(left)) {
      count += size(steps(shapes_.board(), lowest_bit(left), mine, empty));
    }
    return std::max(1, count);
  }

  // A player without a move passes.
  template <class F>
  bool each_child(const State& s, F&& f) const {
    if (s.plies >= max_plies) throw Endless{};
    const Set mine = s.checkers.mine;
    const Set theirs = s.checkers.theirs;
    const auto child = [&](Set after) { return f(State{{theirs, after}, s.plies + 1}); };
    bool passes = true;
    const bool ended = each_move(
        s.checkers, ~Set{},
        [&](int from, int to) {
          passes = false;
          return child((mine & ~bit<Set>(from)) | bit<Set>(to));
        },
        [&](int square) {
          passes = false;
          return child(mine & ~bit<Set>(square));
        });
    return ended || (passes && child(mine));
  }

  // The same with keys, but without moves after which the other player wins at once.
  template <class F>
  bool each_keyed_child(const State& s, F&& f) const {
    if (s.plies >= max_plies) throw Endless{};
    const Set mine = s.checkers.mine;
    const Set theirs = s.checkers.theirs;
    const Key passed = Key::of({theirs, mine});
    const Set joining = shapes_.of(theirs).joining;
    const Set threats = joining & ~mine;
    bool passes = true;
    const auto child = [&](Set after, const Key& key) {
      passes = false;
      if ((joining & ~after) != 0) return false;
      shapes_.prefetch(after);
      f({State{{theirs, after}, s.plies + 1}, key, {}});
      return false;
    };
    if (has_several(threats)) return false;
    each_move(
        s.checkers, threats == 0 ? ~Set{} : threats,
        [&](int from, int to) { return child((mine & ~bit<Set>(from)) | bit<Set>(to), passed.stepped(from, to)); },
        [&](int square) { return child(mine & ~bit<Set>(square), passed.without(square)); });
    if (passes) child(mine, passed);
    return false;
  }

  // Calls step(from, to) and remove(square) for each move until one of them returns true; returns whether it did. Steps
  // are limited to some squares; removals are included only if all squares are requested.
  template <class Step, class Remove>
  bool each_move(const Checkers& c, Set within, Step&& step, Remove&& remove) const {
    const Board& board = shapes_.board();
    const Set empty = board.squares() & ~(c.mine | c.theirs);
    Set alone = singletons(board, c.mine);
    if (within != ~Set{}) alone &= board.beside(within);
    const Set leavers = within == ~Set{} ? shapes_.of(c.mine).leavers : Set{};
    while (alone != 0) {
      const int from = take_lowest(alone);
      for (Set to = steps(board, bit<Set>(from), c.mine, empty) & within; to != 0;) {
        if (step(from, take_lowest(to))) return true;
      }
    }
    for (Set left = leavers; left != 0;) {
      if (remove(take_lowest(left))) return true;
    }
    return false;
  }

 private:
  static bool can_join(const Shape& mine, Set theirs) noexcept { return (mine.joining & ~theirs) != 0; }

  // Doubles with each unit; factors from 1.4 to 2.8 did much the same.
  static std::uint32_t grown(int guess) noexcept { return std::uint32_t{1} << std::clamp(guess, 0, 26); }

  mutable Shapes<Set> shapes_;
};

// There is no answer if a line became too long, either.
template <bool Thin, class K>
class SearchOf final : public DistanceSearch {
 public:
  using Board = BoardOf<typename K::Set>;
  using Checkers = CheckersOf<typename K::Set>;

  SearchOf(const Board& board, MemoryBudget memory_budget)
      : board_(board),
        rules_(board, memory_budget.take(memory_budget.left() / 16)),
        results_(rules_, memory_budget),
        distances_(rules_, memory_budget) {}

  std::optional<int> result(const PositionText& p, Control& control) override {
    return result(read(board_, p.cells, p.turn), control);
  }

  std::optional<int> distance(const PositionText& p, Control& control) override {
    const Checkers c = read(board_, p.cells, p.turn);
    if (rules_.ending({c}) != Ending::open) return 0;
    const std::optional<int> winner = result(c, control);
    if (!winner) return std::nullopt;
    if (*winner == 0) throw std::invalid_argument("a draw has no distance");
    const Bounds known = *winner > 0 ? Bounds{.lower = 1} : Bounds{.upper = -1};
    return unless_endless(control, [&]() -> std::optional<int> {
      const std::optional<Score> score = distances_.score_nearest_first({c}, known, control);
      if (!score) return std::nullopt;
      return plies_of(*score);
    });
  }

  void save(Sink& sink) const override { save_all(sink, results_, distances_); }
  LoadCounts load(Source& source) override { return load_all(source, results_, distances_); }

 private:
  std::optional<int> result(const Checkers& c, Control& control) {
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

  template <class F>
  static std::optional<int> unless_endless(Control& control, F&& search) {
    try {
      return search();
    } catch (const Endless&) {
      control.give_up(Reason::endless);
      return std::nullopt;
    }
  }

  Board board_;
  Rules<Thin, K> rules_;
  ProofNumber<Rules<Thin, K>> results_;
  Negamax<Rules<Thin, K>, ByDistance> distances_;
};

// Calls f.operator()<Thin, Key>() with the smallest key for a board; small keys are used only if it is not thin.
template <class F>
decltype(auto) with_rules_for(int width, int height, F&& f) {
  const bool is_thin = std::min(width, height)<3, is_large = width> Board::max_squares / std::max(1, height);
  if (is_large) return is_thin ? f.template operator()<true, LargestKey>() : f.template operator()<false, LargestKey>();
  if (is_thin) return f.template operator()<true, Key>();
  if (width * height > SmallKey::max_squares) return f.template operator()<false, Key>();
  return f.template operator()<false, SmallKey>();
}

// The number of legal sequences of exactly `depth` plies; none if a limit ended the count. Lines of any depth are
// counted: their length has no limit here.
template <class S>
std::optional<BigCount> perft(const BoardOf<S>& board, const CheckersOf<S>& c, int depth, Control& control) {
  using CountingRules = Rules<true, KeyOf<S>>;
  const CountingRules rules(board, control.max_bytes() / 16);
  return Perft<CountingRules>(rules, control.max_bytes() / 16 * 15, control).count({c, -std::max(0, depth)}, depth);
}

}  // namespace proofplay::manhattan
