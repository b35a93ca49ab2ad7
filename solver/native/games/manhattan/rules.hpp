// Manhattan's rules on sets of squares (docs/rules/manhattan.md).
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sets/bits.hpp"
#include "sets/words.hpp"

namespace proofplay::manhattan {

// A board with at most as many squares as the sets can hold; a1 is bit 0, then rank by rank.
template <class S>
class BoardOf {
 public:
  static constexpr int max_squares = capacity<S>;

  BoardOf(int width, int height)
      : width_(width), rank_step_(height == 1 ? 1 : width), squares_(first_bits<S>(checked(width, height))) {
    for (int rank = 0; rank < height; ++rank) first_file_ |= bit<S>(rank * width);
    last_file_ = first_file_ << (width - 1);
  }

  S squares() const noexcept { return squares_; }

  // The squares orthogonally adjacent to some square of a set, which may be in the set themselves.
  S beside(S set) const noexcept {
    const S ranks = set << rank_step_ | set >> rank_step_;
    return (ranks | (set & ~last_file_) << 1 | (set & ~first_file_) >> 1) & squares_;
  }

  // The squares of `within` connected within it to those of `seed`, which is a part of it.
  S connected(S seed, S within) const noexcept {
    for (;;) {
      const S more = seed | (beside(seed) & within);
      if (more == seed) return seed;
      seed = more;
    }
  }

  // A lower bound on the steps that bring all of a set to one square, ignoring obstacles: each line between two files,
  // or two ranks, is crossed at least as often as there are squares of the set on its smaller side.
  int steps_to_one_square(S set) const noexcept {
    int crossings = 0;
    const auto cross = [&](S side) { crossings += std::min(size(set & side), size(set & ~side)); };
    for (S side = first_file_; side != squares_; side |= (side & ~last_file_) << 1) cross(side);
    for (S side = first_bits<S>(width_); side != squares_; side |= side << width_) cross(side);
    return crossings;
  }

 private:
  static int checked(int width, int height) {
    if (width < 1 || height < 1 || width > max_squares / height) {
      throw std::invalid_argument("this board may have 1 to " + std::to_string(max_squares) + " squares");
    }
    return width * height;
  }

  int width_;
  int rank_step_;  // to the next rank; on a single rank, to the next file, for which there is always room
  S squares_;
  S first_file_{};
  S last_file_{};
};

using Board = BoardOf<Bits>;

// A position as the player to move sees it: the colours play by the same rules (MH1 only says where they start).
template <class S>
struct CheckersOf {
  S mine{};
  S theirs{};

  bool operator==(const CheckersOf&) const noexcept = default;
};

using Checkers = CheckersOf<Bits>;

// Reads a position, one symbol per square, a1 first: r, b, or anything else for an empty square. `turn` is 0 for red.
// Throws std::invalid_argument if the number of cells is not that of the board's squares.
template <class S>
CheckersOf<S> read(const BoardOf<S>& board, std::string_view cells, int turn) {
  if (cells.size() != static_cast<std::size_t>(size(board.squares()))) {
    throw std::invalid_argument("the number of cells does not fit the board");
  }
  S red{}, blue{};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == 'r') red |= bit<S>(static_cast<int>(i));
    if (cells[i] == 'b') blue |= bit<S>(static_cast<int>(i));
  }
  return turn == 0 ? CheckersOf<S>{red, blue} : CheckersOf<S>{blue, red};
}

// MH2.
template <class S>
S singletons(const BoardOf<S>& board, S own) noexcept {
  return own & ~board.beside(own);
}

// MH5: at least two checkers, all in one group.
template <class S>
bool is_one_group(const BoardOf<S>& board, S own) noexcept {
  if (own == 0 || singletons(board, own) != 0) return false;
  return board.connected(lowest_bit(own), own) == own;
}

// MH3: where a singleton may step to. Searched outwards from all its friends at once, up to the first layer of empty
// squares that touches it: the squares of that layer are one step closer to a friend.
template <class S>
S steps(const BoardOf<S>& board, S singleton, S own, S empty) noexcept {
  const S around = board.beside(singleton) & empty;
  if (around == 0) return 0;
  S open = empty;
  S layer = own & ~singleton;
  do {
    layer = board.beside(layer) & open;
    open &= ~layer;
  } while (layer != 0 && (layer & around) == 0);
  return layer & around;
}

// MH4: whether a checker of a group may leave. Each part of what is left contains a neighbour of the checker, so it is
// enough that these neighbours stay connected.
template <class S>
bool may_leave(const BoardOf<S>& board, S checker, S own) noexcept {
  const S neighbours = board.beside(checker) & own;
  const S rest = own & ~checker;
  S reached = lowest_bit(neighbours);
  while ((neighbours & ~reached) != 0) {
    const S more = reached | (board.beside(reached) & rest);
    if (more == reached) return false;
    reached = more;
  }
  return true;
}

// Whether a colour has a move. A group can always spare a checker.
template <class S>
bool can_move(const BoardOf<S>& board, S own, S other) noexcept {
  if ((own & board.beside(own)) != 0) return true;
  const S empty = board.squares() & ~(own | other);
  for (S left = own; left != 0; left = without_lowest(left)) {
    if (steps(board, lowest_bit(left), own, empty) != 0) return true;
  }
  return false;
}

}  // namespace proofplay::manhattan
