// How close a player is to a chain between their edges, in a position and after each move.
#pragma once

#include <array>

#include "games/nakatta/rules.hpp"

namespace proofplay::nakatta {

// Where a player without a complete chain can extend the stones joined to one edge, and those joined to the other:
// points next to these stones, or on the edge.
template <class S>
struct Fronts {
  S first{};
  S last{};
  bool joined = false;  // a complete chain exists

  // Where a single stone completes one.
  S both() const noexcept { return first & last; }
};

// `around`: which neighbours join a chain.
template <class S, class Around>
Fronts<S> fronts(S own, const Edges<S>& edges, Around around) noexcept {
  const S from_first = joined(own, edges.first, around);
  if ((from_first & edges.last) != 0) return {.joined = true};
  return {edges.first | around(from_first), edges.last | around(joined(own, edges.last, around))};
}

template <class S>
inline constexpr int far = capacity<S>;  // more stones than a chain takes

// How many stones a chain takes if the other player does not move; far<S> if none is possible. `open`: where the player
// may still place stones. Calls on_step(points) with the points that take exactly one stone to reach, then two and so
// on, up to the end.
template <class S, class Around, class F>
int stones_needed(S own, S open, const Fronts<S>& fronts, Around around, F&& on_step) noexcept {
  S reached = fronts.first & open;
  on_step(reached);
  for (int stones = 1;; ++stones) {
    if ((reached & fronts.last) != 0) return stones;
    const S more = open & ~reached & around(joined(own | reached, around(reached), around));
    if (more == 0) return far<S>;
    on_step(more);
    reached |= more;
  }
}

template <class S, class Around>
int stones_needed(S own, S open, const Fronts<S>& fronts, Around around) noexcept {
  return stones_needed(own, open, fronts, around, [](S) {});
}

// Points with at least two points of a set around them.
template <class S>
constexpr S beside_two(S b) noexcept {
  const S one = east(b) | west(b), two = east(b) & west(b);
  const S row_one = one | b, row_two = two | (one & b);
  const S above = north(row_one), below = south(row_one);
  return two | north(row_two) | south(row_two) | (one & (above | below)) | (above & below);
}

// How many stones a chain in eight directions takes against an opponent who always blocks the better of two paths: the
// two-distance of van Rijswijck, "Computer Hex: are bees better than fruitflies?" (2000), between the edges. A point
// counts as reached from two reached points, or from a reached chain, and so does a chain; the edges are chains. It is
// no bound, but a good guess. The vector code (two_distances.hpp) computes the same.
template <class S>
int two_distance(S own, S open, const Edges<S>& edges) noexcept {
  S chains = joined(own, edges.first, around8);
  const S goal = edges.last | around8(joined(own, edges.last, around8));
  S reached = (edges.first | around8(chains)) & open;
  for (int distance = 1;; ++distance) {
    const S ends = reached & goal;
    if (has_several(ends)) return distance;
    const S twice = beside_two(reached | chains);
    chains |= joined(own, twice, around8);
    const S more = open & ~reached & (twice | around8(chains));
    if (more == 0) return ends != 0 ? distance + 1 : distance + 4;
    reached |= more;
  }
}

// How far a player is from a chain. `finishing`: where a stone placed now would complete one; `distance`: how many
// stones it takes.
template <class S>
struct ChainDistance {
  S finishing{};
  int distance = 0;
};

// `legal`: where the player could place a stone now, all of them open.
template <class S, class Around>
ChainDistance<S> chain_distance(S own, S legal, S open, const Edges<S>& edges, Around around) noexcept {
  const Fronts<S> ends = fronts(own, edges, around);
  if (ends.joined) return {};
  return {legal & ends.both(), stones_needed(own, open, ends, around)};
}

// The moves that keep the other player from finishing at once. A stone that is neither on a point nor next to it does
// not change whether that point is legal.
template <class S>
S answers(S legal, S finishing) noexcept {
  while (finishing != 0) legal &= around8(bit<S>(take_lowest(finishing)));
  return legal;
}

// What is known about a position without looking further, for chains in eight directions: whether it is won or lost, or
// else how many stones each player's chain takes.
struct ChainEvaluation {
  bool won = false;
  bool lost = false;
  int my_distance = 0;
  int their_distance = 0;
  bool operator==(const ChainEvaluation&) const noexcept = default;
};

template <class S>
ChainDistance<S> their_chain_distance(const BoardOf<S>& board, const PositionOf<S>& p) noexcept {
  return chain_distance(p.theirs, board.their_legal(p), board.open(p.theirs, p.mine), board.their_edges(), around8);
}

template <class S>
ChainEvaluation chain_evaluation(const BoardOf<S>& board, const PositionOf<S>& p) noexcept {
  const S legal = board.my_legal(p);
  const ChainDistance<S> mine = chain_distance(p.mine, legal, board.open(p.mine, p.theirs), board.my_edges(), around8);
  if (mine.distance == 0 || mine.finishing != 0) return {.won = true};
  const ChainDistance<S> theirs = their_chain_distance(board, p);
  if (theirs.distance == 0 || (theirs.finishing != 0 && answers(legal, theirs.finishing) == 0)) return {.lost = true};
  return {.my_distance = mine.distance, .their_distance = theirs.distance};
}

// The static evaluations after all moves of the other player, examining the position before only once: most moves
// change little (docs/rules/nakatta.md says which do, and why).
template <class S>
class ChainEvaluationsAfter {
 public:
  using Board = BoardOf<S>;
  using Position = PositionOf<S>;

  // `before`: the stones as seen by the player whose turn it is after the move.
  ChainEvaluationsAfter(const Board& board, const Position& before) noexcept : board_(board), before_(before) {
    look_at_mine();
    look_at_theirs();
  }

  // After a legal placement of the other player, or a pass (no point).
  ChainEvaluation after(S point) const noexcept {
    const int nearer = (point & on_their_paths_) != 0;
    const ChainEvaluation same{.my_distance = my_distance_, .their_distance = their_distance_ - nearer};
    const bool is_quiet = (point & (mine_may_change_ | near_their_end_)) == 0;
    return is_quiet && !always_look_ ? same : looked_at(point, same);
  }

 private:
  // The shortest paths of a player: for each k, the points that take exactly k stones to reach.
  struct Paths {
    std::array<S, far<S>> steps;
    int count = 0;
    int distance = 0;

    Paths(S own, S open, const Fronts<S>& ends) noexcept {
      distance = stones_needed(own, open, ends, around8, [&](S points) { steps[count++] = points; });
      if (distance != far<S>) steps[count - 1] &= ends.last;
    }

    // The points of all shortest paths, or of one.
    S all(S own) const noexcept {
      return back(own, [](S points) { return points; });
    }
    S one(S own) const noexcept {
      return back(own, [](S points) { return lowest_bit(points); });
    }

   private:
    template <class F>
    S back(S own, F&& kept) const noexcept {
      if (distance == far<S>) return {};
      S last = kept(steps[count - 1]);
      S found = last;
      for (int k = count - 2; k >= 0; --k) {
        const S next = around8(last);
        last = kept(steps[k] & around8(last | joined(own, next, around8)));
        found |= last;
      }
      return found;
    }
  };

  void look_at_mine() noexcept {
    const auto [mine, theirs] = before_;
    my_fronts_ = fronts(mine, board_.my_edges(), around8);
    if (my_fronts_.joined) return always_look();
    const S open = board_.open(mine, theirs);
    const Paths paths(mine, open, my_fronts_);
    my_distance_ = paths.distance;
    mine_may_change_ =
        paths.distance == 1 ? around8(my_fronts_.both() & board_.empty(before_)) : ~open | blocking(paths.one(mine));
    if ((board_.my_legal(before_) & my_fronts_.both()) != 0) always_look();
  }

  void look_at_theirs() noexcept {
    const auto [mine, theirs] = before_;
    const Fronts<S> ends = fronts(theirs, board_.their_edges(), around8);
    if (ends.joined) return always_look();
    const Paths paths(theirs, board_.open(theirs, mine), ends);
    their_distance_ = paths.distance;
    on_their_paths_ = paths.all(theirs);
    if (their_distance_ == 1) always_look();
    if (their_distance_ == 2) near_their_end_ = on_their_paths_;
  }

  void always_look() noexcept { always_look_ = true; }

  // Points where a stone of theirs would occupy one of these points or close it: it closes a point by making a diagonal
  // pair with another stone of theirs while the other two points of the 2×2 are empty.
  S blocking(S points) const noexcept {
    const S empty = board_.empty(before_), theirs = before_.theirs;
    const S north_east = points & south(west(empty)), north_west = points & south(east(empty));
    const S south_east = points & north(west(empty)), south_west = points & north(east(empty));
    return points | east((north_east & south(theirs)) | (south_east & north(theirs))) |
           west((north_west & south(theirs)) | (south_west & north(theirs))) |
           north((north_east & west(theirs)) | (north_west & east(theirs))) |
           south((south_east & west(theirs)) | (south_west & east(theirs)));
  }

  ChainEvaluation looked_at(S point, ChainEvaluation s) const noexcept {
    const Position p{before_.mine, before_.theirs | point};
    const S legal = board_.my_legal(p);
    if (my_fronts_.joined || (legal & my_fronts_.both()) != 0) return {.won = true};
    if (s.their_distance == 0) return {.lost = true};
    if (s.their_distance == 1) {
      const S finishing = board_.their_legal(p) & fronts(p.theirs, board_.their_edges(), around8).both();
      if (finishing != 0 && answers(legal, finishing) == 0) return {.lost = true};
    }
    if ((point & mine_may_change_) != 0) {
      s.my_distance = stones_needed(p.mine, board_.open(p.mine, p.theirs), my_fronts_, around8);
    }
    return s;
  }

  const Board& board_;
  Position before_;
  Fronts<S> my_fronts_;
  int my_distance_ = 0;
  int their_distance_ = 0;
  S mine_may_change_{};  // a stone here can change my distance, or let me finish
  S on_their_paths_{};  // a stone here brings them closer
  S near_their_end_{};  // a stone here can let them finish
  bool always_look_ = false;
};

}  // namespace proofplay::nakatta
