// The Sight Reduction solitaire, as needed for counting (SR3, SR3a, SR4, SR7).
#pragma once

#include "games/sight_reduction/lines.hpp"

namespace proofplay::sight_reduction {

struct Attempt {
  int width;
  int height;
  Variant variant;
  Pieces pieces;
  Colour turn = Colour::white;
  Bits keep = 0;  // the squares of the two survivors (SR4), or none
};

inline bool solved(const Variant& v, const Pieces& p, Bits keep) noexcept {
  if (v.pairs) return p.all() == 0;
  return size(p.white) == 1 && size(p.black) == 1 && (keep & ~p.all()) == 0;
}

// Bounds on the number of turns in which a colour can get down to one piece, or with pairs to none; impossible if lower
// > upper.
struct Turns {
  int lower;
  int upper;
};

// Groups are joined over lines whatever is in between, so no removal ever joins two of them. Without pairs, there must
// be one group, with the survivor in it, and as many turns as pieces to be removed. With pairs each group has to end
// with a pair, and so takes at most one turn less than it has pieces.
inline Turns turns_to_end(const Lines& lines, const Variant& v, Bits own, Bits keep) noexcept {
  constexpr Turns never{1, 0};
  int groups = 0;
  bool alone = false;
  each_group(lines, v.friend_directions(), own, 0, [&](Bits group) {
    ++groups;
    alone = alone || size(group) == 1;
  });
  if (v.pairs) return alone ? never : Turns{(size(own) + 1) / 2, size(own) - groups};
  if (groups != 1 || (keep & ~own) != 0) return never;
  return {size(own) - 1, size(own) - 1};
}

// False only if the attempt cannot succeed: some piece is cut off for good, a survivor is gone, or the numbers do not
// fit strict alternation. With `harder` a board is never emptied, as the last pieces see no enemy (SR5, SR7).
inline bool may_succeed(const Lines& lines, const Attempt& a, const Pieces& p, Colour turn) noexcept {
  const Bits own = p.of(turn);
  const Bits others = p.of(other(turn));
  if (a.variant.pairs && a.variant.harder) return (own | others) == 0;
  const Turns first = turns_to_end(lines, a.variant, own, a.keep & a.pieces.of(turn));
  const Turns second = turns_to_end(lines, a.variant, others, a.keep & a.pieces.of(other(turn)));
  return first.lower <= first.upper && second.lower <= second.upper && first.upper >= second.lower &&
         first.lower <= second.upper + 1;
}

}  // namespace proofplay::sight_reduction
