// Nakatta's board: points, chains and legal placements, a word of bits at a time.
//
// Bit 8r + f is the point on rank r and file f, whatever the size of the board, so that a step is
// always the same shift. Rules are numbered as in docs/rules/nakatta.md.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "sets/bits.hpp"

namespace proofplay::nakatta {

inline constexpr int most_ranks = 8;
inline constexpr Bits first_file = 0x0101010101010101U;
inline constexpr Bits last_file = 0x8080808080808080U;

// Moves every point of a set one step. What would leave the eight files or ranks is dropped.
constexpr Bits east(Bits b) noexcept { return (b & ~last_file) << 1; }
constexpr Bits west(Bits b) noexcept { return (b & ~first_file) >> 1; }
constexpr Bits north(Bits b) noexcept { return b << 8; }
constexpr Bits south(Bits b) noexcept { return b >> 8; }

// A set and its neighbours: orthogonal ones, as chains are joined by the rules, and all eight.
// Objects, so that what takes one of them is compiled for it.
inline constexpr auto around4 = [](Bits b) noexcept { return b | east(b) | west(b) | north(b) | south(b); };
inline constexpr auto around8 = [](Bits b) noexcept {
  const Bits row = b | east(b) | west(b);
  return row | north(row) | south(row);
};

// Exchanges ranks and files.
constexpr Bits transposed(Bits b) noexcept {
  Bits t = (b ^ b >> 7) & 0x00aa00aa00aa00aaU;
  b ^= t ^ t << 7;
  t = (b ^ b >> 14) & 0x0000cccc0000ccccU;
  b ^= t ^ t << 14;
  t = (b ^ b >> 28) & 0x00000000f0f0f0f0U;
  return b ^ t ^ t << 28;
}

// The same of one point's number.
constexpr int transposed_point(int point) noexcept { return (point & 7) << 3 | point >> 3; }

// The stones as the player to move sees them. Their own edges are the first and the last rank, the
// other player's the first and the last file. A position of White is transposed to look like that:
// ranks and files, colours and players change places together, and the game stays the same.
struct Position {
  Bits mine = 0;
  Bits theirs = 0;

  Bits stones() const noexcept { return mine | theirs; }
  // The same stones for the other player.
  Position turned() const noexcept { return {transposed(theirs), transposed(mine)}; }
  // After a placement, or a pass (no point), it is the other player's turn.
  Position after(Bits point) const noexcept { return Position{mine | point, theirs}.turned(); }
  bool operator==(const Position&) const noexcept = default;
};

// The two edges that a player has to join.
struct Edges {
  Bits first = 0;
  Bits last = 0;
};

// The stones that are joined to a set, by steps to their neighbours.
template <class Around>
constexpr Bits joined(Bits stones, Bits from, Around around) noexcept {
  for (from &= stones;;) {
    const Bits more = around(from) & stones;
    if (more == from) return from;
    from = more;
  }
}

class Board {
 public:
  // Throws std::invalid_argument unless the board is square, of 1 to 8 ranks.
  Board(int width, int height) : ranks_(height) {
    if (width != height || height < 1 || height > most_ranks) {
      throw std::invalid_argument("Nakatta's kernel takes square boards of 1 to 8 ranks");
    }
    const Bits file = first_file & first_bits(8 * height);
    const Bits rank = first_bits(width);
    points_ = file * rank;
    across_ = {file, file << (width - 1)};
    upward_ = {rank, rank << 8 * (height - 1)};
  }

  int ranks() const noexcept { return ranks_; }
  Bits points() const noexcept { return points_; }
  Bits empty(const Position& p) const noexcept { return points_ & ~p.stones(); }

  // The edges of the player to move, and of the other one.
  const Edges& my_edges() const noexcept { return upward_; }
  const Edges& their_edges() const noexcept { return across_; }

  // The points where stones of `own` may be added (NK1). In some 2×2 around the point, of which the
  // opposite point is empty, one of the two beside it is the enemy's and the other is not one's own: that
  // alone is forbidden, given that nothing forbidden stands yet.
  Bits legal(Bits own, Bits enemy) const noexcept {
    const Bits open = points_ & ~(own | enemy);
    const Bits own_east = west(own), own_west = east(own), own_north = south(own), own_south = north(own);
    const Bits foe_east = west(enemy), foe_west = east(enemy), foe_north = south(enemy), foe_south = north(enemy);
    const Bits open_east = west(open), open_west = east(open);
    const Bits bad = (south(open_east) & forbids(foe_east, own_east, foe_north, own_north)) |
                     (south(open_west) & forbids(foe_west, own_west, foe_north, own_north)) |
                     (north(open_east) & forbids(foe_east, own_east, foe_south, own_south)) |
                     (north(open_west) & forbids(foe_west, own_west, foe_south, own_south));
    return open & ~bad;
  }

  Bits my_legal(const Position& p) const noexcept { return legal(p.mine, p.theirs); }
  Bits their_legal(const Position& p) const noexcept { return legal(p.theirs, p.mine); }

  // The empty points but those beside two diagonal stones of the enemy whose other side is empty too:
  // own stones can come there only after the enemy has joined the two.
  Bits open(Bits own, Bits enemy) const noexcept {
    const Bits empty_points = points_ & ~(own | enemy);
    const Bits foe_east = west(enemy), foe_west = east(enemy), foe_north = south(enemy), foe_south = north(enemy);
    const Bits open_east = west(empty_points), open_west = east(empty_points);
    return empty_points & ~((south(open_east) & foe_east & foe_north) | (south(open_west) & foe_west & foe_north) |
                            (north(open_east) & foe_east & foe_south) | (north(open_west) & foe_west & foe_south));
  }

  // Whether a hard corner, a naked attachment or a crosscut stands anywhere (NK1a).
  bool faulty(const Position& p) const noexcept {
    for (int rank = 0; rank + 1 < ranks_; ++rank) {
      for (int file = 0; file + 1 < ranks_; ++file) {
        if (faulty_at(p, 8 * rank + file)) return true;
      }
    }
    return false;
  }

  // The same of one 2×2, given by its lowest point.
  static bool faulty_at(const Position& p, int corner) noexcept {
    return faulty_window(window(p.mine, corner), window(p.theirs, corner));
  }

  // Reads the symbols of a board, a1 first, rank by rank: `.`, `b` and `w`. `turn` is 0 for Black. Throws
  // std::invalid_argument for anything else, and for a position that breaks NK1a.
  Position read(std::string_view cells, int turn) const {
    if (cells.size() != static_cast<std::size_t>(ranks_ * ranks_)) {
      throw std::invalid_argument("these are not the points of this board");
    }
    Position p;
    for (int i = 0; i < ranks_ * ranks_; ++i) {
      const Bits point = bit(i / ranks_ * 8 + i % ranks_);
      switch (cells[static_cast<std::size_t>(i)]) {
        case '.': break;
        case 'b': p.mine |= point; break;
        case 'w': p.theirs |= point; break;
        default: throw std::invalid_argument("a point is empty, b or w");
      }
    }
    if (turn != 0 && turn != 1) throw std::invalid_argument("the turn is 0 or 1");
    if (faulty(p)) throw std::invalid_argument("a hard corner, a naked attachment or a crosscut stands here");
    return turn == 0 ? p : p.turned();
  }

  // The position under a symmetry of the board, one of four, that keeps everybody's edges.
  Bits image(Bits b, int symmetry) const noexcept {
    if (symmetry & 1) b = mirrored(b);
    return symmetry & 2 ? upside_down(b) : b;
  }
  // The same of one point's number.
  int image_of_point(int point, int symmetry) const noexcept {
    const int files = symmetry & 1 ? 7 : 0, ranks = symmetry & 2 ? 7 << 3 : 0;
    return (point ^ (files | ranks)) - (8 - ranks_) * ((files & 1) + (ranks & 8));
  }

 private:
  static constexpr Bits forbids(Bits foe_a, Bits own_a, Bits foe_b, Bits own_b) noexcept {
    return (foe_a & ~own_b) | (foe_b & ~own_a);
  }

  // The four points of a 2×2, row by row: bits 0 and 3 are opposite each other, 1 and 2 too.
  static constexpr unsigned window(Bits b, int corner) noexcept {
    return static_cast<unsigned>((b >> corner & 3) | (b >> (corner + 8) & 3) << 2);
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
  Bits points_ = 0;
  Edges upward_;
  Edges across_;
};

}  // namespace proofplay::nakatta
