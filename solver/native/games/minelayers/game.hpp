// Manic Minelayers as a game for the general searches (search/game.hpp), once both minelayers are on the board.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "games/minelayers/race.hpp"
#include "search/game.hpp"

namespace proofplay::minelayers {

// Bits 0–50 are the free squares, 51–56 the mover's square, 57–62 the other's, 63 whether the mover began: boards of
// up to 51 squares. The key does not depend on the players' names: exchanging them does not change it.
struct SmallKey {
  using Set = Bits;

  static constexpr int max_squares = 51;

  std::uint64_t word = 0;

  static SmallKey of(const State& s) noexcept {
    return {s.free() | static_cast<Bits>(s.mover.square) << 51 | static_cast<Bits>(s.other.square) << 57 |
            static_cast<Bits>(s.mover_began) << 63};
  }
  State state(const Grid& grid) const noexcept {
    return State::of(grid, word & first_bits(max_squares), static_cast<int>(word >> 51 & 63),
                     static_cast<int>(word >> 57 & 63), (word >> 63) != 0);
  }
  std::uint64_t hash() const noexcept { return mix(word); }
  bool operator==(const SmallKey&) const noexcept = default;
};

// The same with the free squares as a set of any kind, and the rest in a word.
template <class S>
struct FreeKey {
  using Set = S;

  S free{};
  std::uint64_t rest = 0;

  static FreeKey of(const StateOf<S>& s) noexcept {
    return {s.free(), static_cast<Bits>(s.mover.square) | static_cast<Bits>(s.other.square) << square_bits |
                          static_cast<Bits>(s.mover_began) << 2 * square_bits};
  }
  StateOf<S> state(const GridOf<S>& grid) const noexcept {
    return StateOf<S>::of(grid, free, static_cast<int>(rest & one_square),
                          static_cast<int>(rest >> square_bits & one_square), (rest >> 2 * square_bits) != 0);
  }
  std::uint64_t hash() const noexcept { return mix(folded(free) ^ mix(rest)); }
  bool operator==(const FreeKey&) const noexcept = default;

 private:
  static constexpr int square_bits = std::bit_width(static_cast<unsigned>(capacity<S> - 1));
  static constexpr std::uint64_t one_square = first_bits(square_bits);
};

using LargeKey = FreeKey<Bits>;

// Calls f.operator()<Key>() with the smallest key for a board of this many squares.
template <class F>
decltype(auto) with_key_for(int squares, F&& f) {
  if (squares <= SmallKey::max_squares) return f.template operator()<SmallKey>();
  if (squares <= Grid::max_squares) return f.template operator()<LargeKey>();
  return f.template operator()<FreeKey<Words<2>>>();
}

// By how many moves the player to move must be ahead to win, if both walk on without meeting. If both are stuck, the
// player who began loses (MM2). So a mover who did not begin wins with as many moves as the other; one who began needs
// two more, so as not to be stuck too when the other is.
constexpr int margin(bool mover_began) noexcept { return mover_began ? 2 : 0; }

template <class K>
class MinelayersGame {
 public:
  using Key = K;
  using Set = typename K::Set;
  using Grid = GridOf<Set>;
  using State = StateOf<Set>;
  using Position = State;

  static constexpr bool acyclic = true;  // every move uses up a free square
  static constexpr bool draws = false;
  static constexpr int max_moves = 16;  // really eight, but GCC 12 warns about sorting part of so short an array

  explicit MinelayersGame(const Grid& grid) : grid_(grid) {}

  const Grid& grid() const noexcept { return grid_; }

  Key key(const State& s) const noexcept { return Key::of(s); }
  State position(const Key& key) const noexcept { return key.state(grid_); }

  Ending ending(const State& s) const noexcept {
    if (s.mover.reach != 0) return Ending::open;
    return s.other.reach == 0 && !s.mover_began ? Ending::win : Ending::loss;
  }

  Evaluation evaluate(const State& s) const {
    const bool is_race = size(s.free()) <= max_free_squares;
    const ArrivalsOf<Set> arrivals(grid_, s, is_race ? max_free_squares : 3);
    Bounds bounds{loss_in(0), win_in(0)};
    if ((s.mover.reach & s.other.reach) == 0) {
      bounds = apart(s);
    } else if (is_race) {
      bounds = race(s, arrivals);
    }
    return {bounds, guess(arrivals)};
  }

  int count_children(const State& s) const noexcept { return size(moves(grid_, s.mover)); }

  template <class F>
  bool each_child(const State& s, F&& f) const {
    return each_move(grid_, s, f);
  }

 private:
  // By measurement: with at most this many free squares, races decide enough positions to be worth searching for, and
  // this many steps are enough.
  static constexpr int max_free_squares = ArrivalsOf<Set>::move_limit;
  static constexpr int steps = 20;
  static constexpr int steps_apart = 2000;

  // By how many moves the other player must be ahead to win.
  static constexpr int margin_of_other(bool mover_began) noexcept { return 1 - margin(mover_began); }

  // The lead in squares within three moves, plus twice the lead in squares within one.
  static int guess(const ArrivalsOf<Set>& arrivals) noexcept {
    const auto ahead = [&](int moves) {
      return size(arrivals.within(the_mover, moves)) - size(arrivals.within(the_other, moves));
    };
    return 2 * ahead(1) + ahead(3);
  }

  // For positions where neither minelayer can reach the other's squares. A few steps are enough for most.
  Bounds apart(const State& s) const {
    const Bounds b = apart(s, steps);
    return b.lower > 0 || b.upper < 0 ? b : apart(s, steps_apart);
  }

  Bounds apart(const State& s, int max_steps) const {
    const Range mine = range(s.mover, max_steps), theirs = range(s.other, max_steps);
    // The loser is stuck either on its own turn, or on the opponent's turn when both are stuck; the latter loses only
    // for the player who began. So a player loses no sooner than after twice as many plies as it has moves, or one ply
    // less.
    const int early = s.mover_began ? 1 : 0;
    Bounds b{loss_in(std::max(0, 2 * mine.lower - early)), win_in(2 * theirs.lower + early)};
    if (mine.lower - theirs.upper >= margin(s.mover_began)) b.lower = win_against(theirs.upper);
    if (theirs.lower - mine.upper >= margin_of_other(s.mover_began)) b.upper = loss_after(mine.upper);
    return b;
  }

  // Bounds on the number of moves that a minelayer can make.
  struct Range {
    int lower;
    int upper;
  };

  Range range(const WalkerOf<Set>& w, int max_steps) const {
    const Walk walk = WalkSearch<Set>(grid_, max_steps).longest(w);
    return {walk.length, walk.longest ? walk.length : max_moves_in_a_part(grid_, w.square, w.reach)};
  }

  Bounds race(const State& s, const ArrivalsOf<Set>& arrivals) const {
    Bounds b{loss_in(0), win_in(0)};
    const auto find = [&](std::size_t player, int lead) {
      return RaceSearch<Set>(grid_, s, arrivals, player, steps).find(lead);
    };
    if (const auto left = find(the_mover, margin(s.mover_began))) {
      b.lower = win_against(*left);
    } else if (const auto left_to_me = find(the_other, margin_of_other(s.mover_began))) {
      b.upper = loss_after(*left_to_me);
    }
    return b;
  }

  // A player who is stuck after this many moves has lost by then.
  static Score win_against(int moves_of_other) noexcept { return win_in(2 * moves_of_other + 1); }
  static Score loss_after(int moves_of_mover) noexcept { return loss_in(2 * moves_of_mover); }

  Grid grid_;
};

}  // namespace proofplay::minelayers
