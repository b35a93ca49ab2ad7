// Two-player Sight Reduction as a game for the general searches (search/game.hpp), in any variant.
#pragma once

#include "games/sight_reduction/lines.hpp"
#include "search/game.hpp"

namespace proofplay::sight_reduction {

struct State {
  Pieces pieces;
  Colour turn = Colour::white;
};

// The key of a position of one deal: the squares still occupied, in two halves to keep the key small, and the turn.
struct StateKey {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t turn = 0;

  static StateKey of(const State& s) noexcept {
    const Bits occupied = s.pieces.all();
    return {static_cast<std::uint32_t>(occupied), static_cast<std::uint32_t>(occupied >> 32),
            static_cast<std::uint32_t>(s.turn)};
  }

  std::uint64_t hash() const noexcept {
    return mix((std::uint64_t{high} << 32 | low) ^ (turn == 0 ? 0 : 0x9e3779b97f4a7c15U));
  }
  bool operator==(const StateKey&) const noexcept = default;
};

class TwoPlayerGame {
 public:
  using Position = State;
  using Key = StateKey;

  static constexpr bool acyclic = true;  // every move removes a piece
  static constexpr bool draws = false;   // a player who cannot move has lost
  static constexpr int max_moves = 64 + 4 * 64;

  TwoPlayerGame(const Lines& lines, const Variant& v) : lines_(lines), variant_(v) {}

  Key key(const State& s) const noexcept { return StateKey::of(s); }

  Ending ending(const State&) const noexcept { return Ending::open; }

  // With `harder` the prospects prove nothing, but they still order the moves well.
  Evaluation evaluate(const State& s) const noexcept {
    const Prospects e = prospects(lines_, variant_, s.pieces);
    const bool white = s.turn == Colour::white;
    const int lead = white ? e.lead() : -e.lead();
    if (variant_.harder) {
      Bounds bounds;
      if (count_children(s) == 0) bounds.upper = loss_in(0);
      return {bounds, lead};
    }
    return {white ? bounds(e.white, e.black) : bounds(e.black, e.white), lead};
  }

  int count_children(const State& s) const noexcept { return moves(lines_, variant_, s.pieces, s.turn).count(); }

  template <class F>
  bool each_child(const State& s, F&& f) const {
    return each_move(lines_, s.pieces, moves(lines_, variant_, s.pieces, s.turn),
                     [&](Bits removed) { return f(State{s.pieces.without(removed), other(s.turn)}); });
  }

 private:
  // A loser has made at least its solo moves. A player with more solo moves than the other's upper bound (or, moving
  // second, as many) wins, before the other has made more moves than that bound.
  static Bounds bounds(const MoveBounds& mine, const MoveBounds& theirs) noexcept {
    Bounds b{loss_in(2 * mine.solo), win_in(2 * theirs.solo + 1)};
    if (mine.solo > theirs.upper) b.lower = win_in(2 * theirs.upper + 1);
    if (theirs.solo >= mine.upper) b.upper = loss_in(2 * mine.upper);
    return b;
  }

  const Lines& lines_;
  Variant variant_;
};

}  // namespace proofplay::sight_reduction
