// Sight along all lines of a board at once, by filling with shifts (the parallel prefix of Kogge and Stone, as in chess
// programs), and what follows from it: which pieces may be removed, and how many moves a colour has alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "games/sight_reduction/rules.hpp"

namespace proofplay::sight_reduction {

// The eight directions of a board as shifts.
class Lines {
 public:
  struct Direction {
    int step = 0;  // how far a shift moves by one square
    int doublings = 0;  // how often 1 is doubled to reach a line's end
    Bits entered = 0;  // the squares that a step can lead to
  };

  Lines(int width, int height) : board_(first_bits(width * height)) {
    constexpr std::array<int, directions> files{1, -1, 0, 0, 1, -1, -1, 1};
    constexpr std::array<int, directions> ranks{0, 0, 1, -1, 1, -1, 1, -1};
    for (std::size_t d = 0; d < directions; ++d) {
      Direction& direction = directions_[d];
      direction.step = std::abs(ranks[d] * width + files[d]);
      const int length = d < 2 ? width : d < orthogonal ? height : std::min(width, height);
      direction.doublings = std::bit_width(static_cast<unsigned>(length - 1));
      for (int square = 0; length > 1 && square < width * height; ++square) {
        const int from_file = square % width - files[d];
        const int from_rank = square / width - ranks[d];
        if (from_file >= 0 && from_file < width && from_rank >= 0 && from_rank < height) {
          direction.entered |= bit(square);
        }
      }
    }
  }

  Bits board() const noexcept { return board_; }

  // The nearest piece opposite to an even direction; there must be one.
  int lower_neighbour(int square, int d, Bits pieces) const noexcept {
    const int step = (*this)[d].step;
    do square -= step;
    while ((pieces & bit(square)) == 0);
    return square;
  }

  const Direction& operator[](int d) const noexcept { return directions_[static_cast<std::size_t>(d)]; }

 private:
  Bits board_;
  std::array<Direction, directions> directions_{};
};

// What is seen across given open squares in the first n directions. Even directions lead to higher squares, so they
// shift to the left, and odd ones to the right.
class Sight {
 public:
  Sight(const Lines& lines, int n, Bits open) noexcept : lines_(lines) {
    for (int d = 0; d < n; ++d) {
      Bits run = open & lines[d].entered;
      int by = lines[d].step;
      for (int i = 0; i < lines[d].doublings; ++i, by *= 2) {
        runs_[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)] = run;
        run &= shift(d, run, by);
      }
    }
  }

  // A set and the open squares that are seen from it.
  Bits over(int d, Bits eyes) const noexcept {
    int by = lines_[d].step;
    for (int i = 0; i < lines_[d].doublings; ++i, by *= 2) {
      eyes |= runs_[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)] & shift(d, eyes, by);
    }
    return eyes;
  }

  // The squares of a set, none of them open, that are seen from some square of `eyes`.
  Bits seen(int d, Bits eyes, Bits set) const noexcept {
    if (lines_[d].entered == 0) return 0;
    return shift(d, over(d, eyes), lines_[d].step) & lines_[d].entered & set;
  }

 private:
  static Bits shift(int d, Bits set, int by) noexcept { return d % 2 == 0 ? set << by : set >> by; }

  const Lines& lines_;
  std::array<std::array<Bits, 6>, directions> runs_;  // squares to which 2^i open ones lead
};

// The moves of one side: the pieces that may be removed alone, and, for pairs (SR7), at index i those that may be
// removed together with the nearest piece opposite to direction 2 * i.
struct Moves {
  Bits singles = 0;
  std::array<Bits, directions / 2> upper_partners{};

  int count() const noexcept {
    int n = size(singles);
    for (const Bits partners : upper_partners) n += size(partners);
    return n;
  }
};

inline Moves moves(const Lines& lines, const Variant& v, const Pieces& p, Colour c) noexcept {
  const Bits own = p.of(c);
  const Sight sight(lines, v.harder ? directions : v.friend_directions(), lines.board() & ~p.all());
  Bits allowed = own;
  if (v.harder) {
    allowed = 0;
    for (int d = 0; d < directions; ++d) allowed |= sight.seen(d, p.of(other(c)), own);
  }
  Moves found;
  for (int d = 0; d < v.friend_directions(); ++d) found.singles |= sight.seen(d, own, allowed);
  if (v.pairs) {
    for (int d = 0; d < v.friend_directions(); d += 2) {
      found.upper_partners[static_cast<std::size_t>(d / 2)] = sight.seen(d, allowed, allowed);
    }
  }
  return found;
}

// Calls f(Bits) with the squares of each removal, single pieces first, until f returns true; returns whether it did.
template <class F>
bool each_move(const Lines& lines, const Pieces& p, const Moves& moves, F&& f) {
  for (Bits rest = moves.singles; rest != 0;) {
    if (f(bit(take_lowest(rest)))) return true;
  }
  for (std::size_t i = 0; i < moves.upper_partners.size(); ++i) {
    for (Bits rest = moves.upper_partners[i]; rest != 0;) {
      const int upper = take_lowest(rest);
      if (f(bit(upper) | bit(lines.lower_neighbour(upper, static_cast<int>(2 * i), p.all())))) return true;
    }
  }
  return false;
}

// Calls f(Bits) for each group of pieces that are joined by lines, directly or through one another, where `blockers`
// block lines. Pieces of the set itself do not block: the next one behind a piece is in its group.
template <class F>
void each_group(const Lines& lines, int line_directions, Bits own, Bits blockers, F&& f) {
  const Sight sight(lines, line_directions, lines.board() & ~blockers);
  while (own != 0) {
    Bits group = own & -own;
    for (Bits before = 0; group != before;) {
      before = group;
      for (int d = 0; d < line_directions; d += 2) {
        group = (sight.over(d, group) | sight.over(d + 1, group)) & own;
      }
    }
    own &= ~group;
    f(group);
  }
}

// Bounds on the number of moves of a colour in a two-player game without `harder`.
struct MoveBounds {
  int solo = 0;  // the number of moves that it can make whatever the enemy does
  int upper = 0;  // an upper bound if the enemy plays only its own solo moves
};

struct Prospects {
  MoveBounds white;
  MoveBounds black;

  // A guess of the value: first what each colour has alone, then what each may hope for.
  int lead() const noexcept { return 5 * (white.solo - black.solo) + white.upper - black.upper; }
};

// Alone, a colour can remove all but one piece of each of its groups, leaf by leaf, and no more, as its own removals
// never join two groups. So, while the other colour does not move,
//   solo:   with all enemies in place. The enemy's removals only open lines, and whichever piece of a group is to stay,
//           the others can be removed first.
//   upper:  with one piece of each of the enemy's groups in place, which the enemy need not remove while it makes its
//           solo moves.
// Pairs give a colour no more moves: a pair, too, is taken from one group, which has at least one piece more than it
// has moves.
inline Prospects prospects(const Lines& lines, const Variant& v, const Pieces& p) noexcept {
  const int n = v.friend_directions();
  const Sight through(lines, n, lines.board());
  // From each group, a piece that lies between two of the other colour's pieces on as many lines as possible.
  const auto kept = [&](Bits own, Bits others, int& solo) {
    std::array<Bits, directions / 2> between{};
    for (int d = 0; d < n; d += 2) {
      between[static_cast<std::size_t>(d / 2)] = through.over(d, others) & through.over(d + 1, others);
    }
    Bits keepers = 0;
    solo = size(own);
    each_group(lines, n, own, others, [&](Bits group) {
      --solo;
      for (const Bits b : between) {
        if ((group & b) != 0) group &= b;
      }
      keepers |= group & -group;
    });
    return keepers;
  };
  const auto moves_past = [&](Bits own, Bits blockers) {
    int moves = size(own);
    each_group(lines, n, own, blockers, [&moves](Bits) { --moves; });
    return moves;
  };
  Prospects found;
  const Bits white_keepers = kept(p.white, p.black, found.white.solo);
  const Bits black_keepers = kept(p.black, p.white, found.black.solo);
  found.white.upper = moves_past(p.white, black_keepers);
  found.black.upper = moves_past(p.black, white_keepers);
  return found;
}

}  // namespace proofplay::sight_reduction
