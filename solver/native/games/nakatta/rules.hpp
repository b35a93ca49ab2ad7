// Nakatta's board: points, chains and legal placements, in one word of bits or several.
//
// Bit stride·r + f is the point on rank r and file f, whatever the size of the board, so a step is always the same
// shift. Rules are numbered as in docs/rules/nakatta.md.
#pragma once

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sets/bits.hpp"
#include "sets/words.hpp"

namespace proofplay::nakatta {

// The ranks and files of the largest square board that a kind of set can hold: 8 in one word.
template <class S>
inline constexpr int stride = [] {
  int ranks = 1;
  while ((ranks + 1) * (ranks + 1) <= capacity<S>) ++ranks;
  return ranks;
}();

// The kinds of set, by the largest board of each: 11, 13 and 19 ranks.
using Bits11 = Words<2>;
using Bits13 = Words<3>;
using Bits19 = Words<6>;

template <class S>
inline constexpr S first_file = [] {
  S file{};
  for (int i = 0; i < capacity<S>; i += stride<S>) file |= bit<S>(i);
  return file;
}();
template <class S>
inline constexpr S last_file = first_file<S> << (stride<S> - 1);

// Moves every point of a set one step. Points that would leave the files are dropped; beyond the ranks of the largest
// board there is nothing, or the beginning of a rank that no board has.
template <class S>
constexpr S east(S b) noexcept {
  return (b & ~last_file<S>) << 1;
}
template <class S>
constexpr S west(S b) noexcept {
  return (b & ~first_file<S>) >> 1;
}
template <class S>
constexpr S north(S b) noexcept {
  return b << stride<S>;
}
template <class S>
constexpr S south(S b) noexcept {
  return b >> stride<S>;
}

// A set and its neighbours: the orthogonal ones, which join chains by the rules, and all eight. Objects rather than
// functions, so that templates are compiled for each of them.
inline constexpr auto around4 = []<class S>(S b) noexcept -> S { return b | east(b) | west(b) | north(b) | south(b); };
inline constexpr auto around8 = []<class S>(S b) noexcept -> S {
  const S row = b | east(b) | west(b);
  return row | north(row) | south(row);
};

// Exchanges ranks and files: of one point's number, and of a set.
template <class S>
constexpr int transposed_point(int point) noexcept {
  constexpr auto side = static_cast<unsigned>(stride<S>);
  const auto p = static_cast<unsigned>(point);
  return static_cast<int>(p % side * side + p / side);
}

constexpr Bits transposed(Bits b) noexcept {
  Bits t = (b ^ b >> 7) & 0x00aa00aa00aa00aaU;
  b ^= t ^ t << 7;
  t = (b ^ b >> 14) & 0x0000cccc0000ccccU;
  b ^= t ^ t << 14;
  t = (b ^ b >> 28) & 0x00000000f0f0f0f0U;
  return b ^ t ^ t << 28;
}

// For the points of a board.
template <int count>
constexpr Words<count> transposed(Words<count> b) noexcept {
  Words<count> image{};
  while (b != 0) image |= bit<Words<count>>(transposed_point<Words<count>>(take_lowest(b)));
  return image;
}

// The stones as the player to move sees them. Their own edges are the first and the last rank, the other player's the
// first and the last file. A position of White is transposed to look like that: ranks and files, colours and players
// are exchanged together, and the game stays the same.
template <class S>
struct PositionOf {
  S mine{};
  S theirs{};

  S stones() const noexcept { return mine | theirs; }
  // The same stones for the other player.
  PositionOf turned() const noexcept { return {transposed(theirs), transposed(mine)}; }
  // After a placement, or a pass (no point), it is the other player's turn.
  PositionOf after(S point) const noexcept { return PositionOf{mine | point, theirs}.turned(); }
  bool operator==(const PositionOf&) const noexcept = default;
};

using Position = PositionOf<Bits>;

// The two edges that a player has to join.
template <class S>
struct Edges {
  S first{};
  S last{};
};

// The stones that are joined to a set, by steps to their neighbours.
template <class S, class Around>
constexpr S joined(S stones, S from, Around around) noexcept {
  for (from &= stones;;) {
    const S more = around(from) & stones;
    if (more == from) return from;
    from = more;
  }
}

template <class S>
class BoardOf {
 public:
  using Position = PositionOf<S>;

  // Throws std::invalid_argument unless the board is square and the sets can hold it.
  BoardOf(int width, int height) : ranks_(height) {
    if (width != height || height < 1 || height > stride<S>) {
      throw std::invalid_argument("found a Nakatta board of " + std::to_string(width) + " by " +
                                  std::to_string(height) + " points, expected a square of 1 to " +
                                  std::to_string(stride<S>) + " ranks");
    }
    const S file = first_file<S> & first_bits<S>(stride<S> * (height - 1) + 1);
    const S rank = first_bits<S>(width);
    for (int up = 0; up < height; ++up) points_ |= rank << stride<S> * up;
    across_ = {file, file << (width - 1)};
    upward_ = {rank, rank << stride<S> * (height - 1)};
  }

  int ranks() const noexcept { return ranks_; }
  S points() const noexcept { return points_; }
  S empty(const Position& p) const noexcept { return points_ & ~p.stones(); }

  // The edges of the player to move, and of the other one.
  const Edges<S>& my_edges() const noexcept { return upward_; }
  const Edges<S>& their_edges() const noexcept { return across_; }

  // The points where stones of `own` may be added (NK1), if nothing forbidden is on the board yet. Then only one thing
  // is forbidden: that in some 2×2 around the point, whose opposite point is empty, one of the two points in between is
  // the enemy's and the other is not one's own.
  S legal(S own, S enemy) const noexcept {
    const S open = points_ & ~(own | enemy);
    const S own_east = west(own), own_west = east(own), own_north = south(own), own_south = north(own);
    const S foe_east = west(enemy), foe_west = east(enemy), foe_north = south(enemy), foe_south = north(enemy);
    const S open_east = west(open), open_west = east(open);
    const S bad = (south(open_east) & forbids(foe_east, own_east, foe_north, own_north)) |
                  (south(open_west) & forbids(foe_west, own_west, foe_north, own_north)) |
                  (north(open_east) & forbids(foe_east, own_east, foe_south, own_south)) |
                  (north(open_west) & forbids(foe_west, own_west, foe_south, own_south));
    return open & ~bad;
  }

  S my_legal(const Position& p) const noexcept { return legal(p.mine, p.theirs); }
  S their_legal(const Position& p) const noexcept { return legal(p.theirs, p.mine); }

  // The empty points except those beside two diagonal stones of the enemy whose other side is empty too: an own stone
  // can be placed there only after the enemy has joined the two.
  S open(S own, S enemy) const noexcept {
    const S empty_points = points_ & ~(own | enemy);
    const S foe_east = west(enemy), foe_west = east(enemy), foe_north = south(enemy), foe_south = north(enemy);
    const S open_east = west(empty_points), open_west = east(empty_points);
    return empty_points & ~((south(open_east) & foe_east & foe_north) | (south(open_west) & foe_west & foe_north) |
                            (north(open_east) & foe_east & foe_south) | (north(open_west) & foe_west & foe_south));
  }

  // Whether there is a hard corner, a naked attachment or a crosscut anywhere (NK1a).
  bool faulty(const Position& p) const noexcept {
    for (int rank = 0; rank + 1 < ranks_; ++rank) {
      for (int file = 0; file + 1 < ranks_; ++file) {
        if (faulty_at(p, stride<S> * rank + file)) return true;
      }
    }
    return false;
  }

  // The same for one 2×2, given by its lowest point.
  static bool faulty_at(const Position& p, int corner) noexcept {
    return faulty_window(window(p.mine, corner), window(p.theirs, corner));
  }

  // Reads the symbols of a board, a1 first, rank by rank: `.`, `b` and `w`. `turn` is 0 for Black. Throws
  // std::invalid_argument for anything else, and for a position that breaks NK1a.
  Position read(std::string_view cells, int turn) const {
    if (cells.size() != static_cast<std::size_t>(ranks_ * ranks_)) {
      throw std::invalid_argument("the number of cells does not fit the board");
    }
    Position p;
    for (int i = 0; i < ranks_ * ranks_; ++i) {
      const S point = bit<S>(i / ranks_ * stride<S> + i % ranks_);
      switch (cells[static_cast<std::size_t>(i)]) {
        case '.': break;
        case 'b': p.mine |= point; break;
        case 'w': p.theirs |= point; break;
        default: throw std::invalid_argument("a point must be empty, b or w");
      }
    }
    if (turn != 0 && turn != 1) throw std::invalid_argument("the turn must be 0 or 1");
    if (faulty(p)) throw std::invalid_argument("the position has a hard corner, a naked attachment or a crosscut");
    return turn == 0 ? p : p.turned();
  }

  // The image of a set under one of the four symmetries of the board that preserve both players' edges.
  S image(S b, int symmetry) const noexcept {
    if constexpr (std::same_as<S, Bits>) {
      if (symmetry & 1) b = mirrored(b);
      return symmetry & 2 ? upside_down(b) : b;
    } else {
      S found{};
      while (b != 0) found |= bit<S>(image_of_point(take_lowest(b), symmetry));
      return found;
    }
  }
  // The same for one point's number.
  int image_of_point(int point, int symmetry) const noexcept {
    if constexpr (std::same_as<S, Bits>) {
      const int files = symmetry & 1 ? 7 : 0, ranks = symmetry & 2 ? 7 << 3 : 0;
      return (point ^ (files | ranks)) - (8 - ranks_) * ((files & 1) + (ranks & 8));
    } else {
      const int file = point % stride<S>, rank = point / stride<S>;
      return (symmetry & 2 ? ranks_ - 1 - rank : rank) * stride<S> + (symmetry & 1 ? ranks_ - 1 - file : file);
    }
  }

 private:
  static constexpr S forbids(S foe_a, S own_a, S foe_b, S own_b) noexcept {
    return (foe_a & ~own_b) | (foe_b & ~own_a);
  }

  // The four points of a 2×2, row by row: bits 0 and 3 are opposite each other, and so are 1 and 2.
  static constexpr unsigned window(S b, int corner) noexcept {
    const auto pair = [&b](int at) { return static_cast<unsigned>(static_cast<Bits>(b >> at) & 3); };
    return pair(corner) | pair(corner + stride<S>) << 2;
  }
  static constexpr bool faulty_window(unsigned a, unsigned b) noexcept {
    constexpr auto diagonal = [](unsigned w) { return w == 0b0110 || w == 0b1001; };
    const int stones = size(a | b);
    const bool naked = stones == 2 && size(a) == 1 && !diagonal(a | b);
    const bool cornered = (diagonal(a) && b != 0) || (diagonal(b) && a != 0);
    return naked || cornered;
  }

  Bits mirrored(Bits b) const noexcept {
    b = (b >> 1 & 0x5555555555555555U) | (b & 0x5555555555555555U) << 1;
    b = (b >> 2 & 0x3333333333333333U) | (b & 0x3333333333333333U) << 2;
    b = (b >> 4 & 0x0f0f0f0f0f0f0f0fU) | (b & 0x0f0f0f0f0f0f0f0fU) << 4;
    return b >> (8 - ranks_);
  }
  Bits upside_down(Bits b) const noexcept {
    b = (b >> 8 & 0x00ff00ff00ff00ffU) | (b & 0x00ff00ff00ff00ffU) << 8;
    b = (b >> 16 & 0x0000ffff0000ffffU) | (b & 0x0000ffff0000ffffU) << 16;
    b = b >> 32 | b << 32;
    return b >> 8 * (8 - ranks_);
  }

  int ranks_;
  S points_{};
  Edges<S> upward_;
  Edges<S> across_;
};

using Board = BoardOf<Bits>;

}  // namespace proofplay::nakatta
