// Manhattan's rules on sets of squares (docs/rules/manhattan.md).
#pragma once

#include <algorithm>
#include <stdexcept>

#include "sets/bits.hpp"

namespace proofplay::manhattan {

// A board of at most 64 squares, a1 being bit 0, then rank by rank.
class Board {
 public:
  Board(int width, int height)
      : width_(width), rank_step_(height == 1 ? 1 : width), squares_(first_bits(checked(width, height))) {
    for (int rank = 0; rank < height; ++rank) first_file_ |= bit(rank * width);
    last_file_ = first_file_ << (width - 1);
  }

  Bits squares() const noexcept { return squares_; }

  // The squares orthogonally adjacent to one of a set; those of the set only if a neighbour is in it.
  Bits beside(Bits set) const noexcept {
    const Bits ranks = set << rank_step_ | set >> rank_step_;
    return (ranks | (set & ~last_file_) << 1 | (set & ~first_file_) >> 1) & squares_;
  }

  // The squares of `within` that are connected in it with those of `seed`, a part of it.
  Bits connected(Bits seed, Bits within) const noexcept {
    for (;;) {
      const Bits more = seed | (beside(seed) & within);
      if (more == seed) return seed;
      seed = more;
    }
  }

  // The fewest steps that bring all of a set to one square, as the crow walks: as many cross a line between
  // two files, or two ranks, as there are squares of the set on its poorer side.
  int ways_to_one_square(Bits set) const noexcept {
    int ways = 0;
    const auto cross = [&](Bits side) { ways += std::min(size(set & side), size(set & ~side)); };
    for (Bits side = first_file_; side != squares_; side |= (side & ~last_file_) << 1) cross(side);
    for (Bits side = first_bits(width_); side != squares_; side |= side << width_) cross(side);
    return ways;
  }

 private:
  static int checked(int width, int height) {
    if (width < 1 || height < 1 || width > 64 / height) throw std::invalid_argument("a board has 1 to 64 squares");
    return width * height;
  }

  int width_;
  int rank_step_;  // to the next rank; where there is none a step to the next file, which 64 files have room for
  Bits squares_;
  Bits first_file_ = 0;
  Bits last_file_ = 0;
};

// A position as its player to move sees it: the colours play by the same rules (MH1 only says where they start).
struct Checkers {
  Bits mine = 0;
  Bits theirs = 0;

  bool operator==(const Checkers&) const noexcept = default;
};

// MH2.
inline Bits singletons(const Board& board, Bits own) noexcept { return own & ~board.beside(own); }

// MH5: at least two checkers, all in one group.
inline bool is_one_group(const Board& board, Bits own) noexcept {
  if (own == 0 || singletons(board, own) != 0) return false;
  return board.connected(own & -own, own) == own;
}

// MH3: where a singleton may step to. Searched from its friends, all at once, to the first layer of empty
// squares that touches it: the squares of that layer are those that are nearer by one.
inline Bits steps(const Board& board, Bits singleton, Bits own, Bits empty) noexcept {
  const Bits around = board.beside(singleton) & empty;
  if (around == 0) return 0;
  Bits open = empty;
  Bits layer = own & ~singleton;
  do {
    layer = board.beside(layer) & open;
    open &= ~layer;
  } while (layer != 0 && (layer & around) == 0);
  return layer & around;
}

// MH4: whether a checker of a group may leave. Each piece of what is left holds a neighbour of
// it, so it is enough that these stay connected.
inline bool may_leave(const Board& board, Bits checker, Bits own) noexcept {
  const Bits neighbours = board.beside(checker) & own;
  const Bits rest = own & ~checker;
  Bits reached = neighbours & -neighbours;
  while ((neighbours & ~reached) != 0) {
    const Bits more = reached | (board.beside(reached) & rest);
    if (more == reached) return false;
    reached = more;
  }
  return true;
}

// Whether a colour has a move. A group always can spare a checker.
inline bool can_move(const Board& board, Bits own, Bits other) noexcept {
  if ((own & board.beside(own)) != 0) return true;
  const Bits empty = board.squares() & ~(own | other);
  for (Bits left = own; left != 0; left &= left - 1) {
    if (steps(board, left & -left, own, empty) != 0) return true;
  }
  return false;
}

}  // namespace proofplay::manhattan
