// The moves of a deal's removal lattice (rows.hpp), as conditions on the row pieces.
//
// Whether a piece may be removed depends, in each direction, on what lies between it and the nearest outer piece. For a
// fixed set of outer pieces that is known, and two kinds of conditions are left:
//
//     outer piece sees a friend   in some direction no row piece before the nearest outer piece
//     outer piece sees an enemy   some row piece before the nearest outer piece, or before the edge
//     row piece sees a friend     the same
//     row piece sees an enemy     in some direction no row piece before the nearest outer piece
//
// Friends are looked for in the variant's directions (SR1, SR6), enemies in all eight (SR5). Two pieces that are
// removed together (SR7) see each other: there is no row piece between them, and no outer one.
#pragma once

#include <array>
#include <vector>

#include "games/sight_reduction/lattice/rows.hpp"
#include "games/sight_reduction/rules.hpp"

namespace proofplay::sight_reduction::lattice {

struct Deal {
  Geometry geometry;
  Variant variant;
  Pieces pieces;
};

// The pieces of one colour, numbered in the order of their squares.
class Numbering {
 public:
  explicit Numbering(Bits squares) : squares_(squares) {
    for (Bits rest = squares; rest != 0;) square_[count_++] = take_lowest(rest);
  }

  int count() const noexcept { return count_; }
  int square(int piece) const noexcept { return square_[piece]; }
  Bits squares() const noexcept { return squares_; }

  Bits squares(Set pieces) const noexcept {
    Bits found = 0;
    for (Bits rest = pieces; rest != 0;) found |= bit(square_[take_lowest(rest)]);
    return found;
  }

  // Squares of other pieces are ignored.
  Set pieces(Bits squares) const noexcept {
    Set found = 0;
    for (int i = 0; i < count_; ++i) found |= static_cast<Set>(squares >> square_[i] & 1) << i;
    return found;
  }

 private:
  Bits squares_;
  int count_ = 0;
  std::array<int, 32> square_{};
};

class Moves {
 public:
  // At most 32 pieces. `row`: the row colour.
  Moves(const Deal& deal, Colour row)
      : deal_(deal), row_colour_(row), outer_(deal.pieces.of(other(row))), row_(deal.pieces.of(row)) {
    for (int square = 0; square < deal.geometry.squares(); ++square) {
      for (int d = 0; d < directions; ++d) {
        const Bits ray = deal.geometry.ray(square, d);
        to_edge_[square][d] = row_.pieces(ray);
        for (Bits rest = ray; rest != 0;) {
          const int further = take_lowest(rest);
          between_[square][further] = row_.pieces(deal.geometry.between(square, d, further));
        }
      }
    }
  }

  const Deal& deal() const noexcept { return deal_; }
  Colour row_colour() const noexcept { return row_colour_; }
  const Numbering& outer() const noexcept { return outer_; }
  const Numbering& row() const noexcept { return row_; }

  // The position's pieces on the board.
  Pieces pieces(Set outer, Set row) const noexcept {
    const Bits o = outer_.squares(outer);
    const Bits r = row_.squares(row);
    return row_colour_ == Colour::black ? Pieces{o, r} : Pieces{r, o};
  }

  // Appends the outer colour's moves from a set of outer pieces, without their children.
  void outer_options(Set outer, std::vector<Option>& out) const {
    const Bits standing = outer_.squares(outer);
    for (Set rest = outer; rest != 0; rest &= rest - 1) add_outer(lowest(rest), standing, out);
    if (!deal_.variant.pairs) return;
    for (Set rest = outer; rest != 0; rest &= rest - 1) {
      const int square = outer_.square(lowest(rest));
      for (int d = 0; d < friend_directions(); d += 2) {
        const int partner = nearest(square, d, standing);
        if (partner >= 0) add_outer_pair(square, partner, standing, out);
      }
    }
  }

  // Appends the outer colour's moves that lead to a set of outer pieces, backwards, from sets with one or two more
  // pieces.
  void outer_options_back(Set outer, std::vector<Option>& out) const {
    const Bits standing = outer_.squares(outer);
    for (Bits rest = outer_.squares() & ~standing; rest != 0;) {
      const int square = take_lowest(rest);
      add_outer(lowest(outer_.pieces(bit(square))), standing | bit(square), out);
      for (int d = 0; deal_.variant.pairs && d < friend_directions(); d += 2) {
        for (Bits more = seen_past_row(square, d, standing) & outer_.squares(); more != 0;) {
          const int partner = take_lowest(more);
          add_outer_pair(square, partner, standing | bit(square) | bit(partner), out);
        }
      }
    }
  }

  // Appends the row colour's moves in the row of a set of outer pieces, or the moves backwards into it.
  void row_options(Set outer, bool back, std::vector<Option>& out) const {
    const Bits standing = outer_.squares(outer);
    for (int piece = 0; piece < row_.count(); ++piece) {
      Option option = row_option(Set{1} << piece, back);
      if (meets_row(row_.square(piece), friend_directions(), standing, option.legal) &&
          row_enemy(row_.square(piece), standing, option.legal)) {
        out.push_back(option);
      }
      for (int d = 0; deal_.variant.pairs && d < friend_directions(); d += 2) {
        add_row_pairs(row_.square(piece), d, standing, back, out);
      }
    }
  }

 private:
  int friend_directions() const noexcept { return deal_.variant.friend_directions(); }

  int nearest(int square, int d, Bits standing) const noexcept { return deal_.geometry.nearest(square, d, standing); }

  // The squares in a direction before the nearest outer piece.
  Bits seen_past_row(int square, int d, Bits standing) const noexcept {
    const int first = nearest(square, d, standing);
    return first < 0 ? deal_.geometry.ray(square, d) : deal_.geometry.between(square, d, first);
  }

  // The functions that add a sight to a condition return false if it can never hold.

  // In one of n directions no row piece comes before the nearest outer one.
  bool open_to_outer(int square, int n, Bits standing, Condition& c) const noexcept {
    Sight sight;
    sight.open = true;
    sight.count = 0;
    for (int d = 0; d < n; ++d) {
      const int first = nearest(square, d, standing);
      if (first < 0) continue;
      const Set way = between_[square][first];
      if (way == 0) return true;
      sight.sets[sight.count++] = way;
    }
    if (sight.count == 0) return false;
    c.sights[c.count++] = sight;
    return true;
  }

  // In one of n directions some row piece comes before the nearest outer one.
  bool meets_row(int square, int n, Bits standing, Condition& c) const noexcept {
    Set seen = 0;
    for (int d = 0; d < n; ++d) {
      const int first = nearest(square, d, standing);
      seen |= first < 0 ? to_edge_[square][d] : between_[square][first];
    }
    if (seen == 0) return false;
    Sight& sight = c.sights[c.count++];
    sight.open = false;
    sight.count = 1;
    sight.sets[0] = seen;
    return true;
  }

  void open_between(int square, int partner, Condition& c) const noexcept {
    if (between_[square][partner] == 0) return;
    Sight& sight = c.sights[c.count++];
    sight.open = true;
    sight.count = 1;
    sight.sets[0] = between_[square][partner];
  }

  // SR5 for a piece of either colour.
  bool outer_enemy(int square, Bits standing, Condition& c) const noexcept {
    return !deal_.variant.harder || meets_row(square, directions, standing, c);
  }
  bool row_enemy(int square, Bits standing, Condition& c) const noexcept {
    return !deal_.variant.harder || open_to_outer(square, directions, standing, c);
  }

  static Option row_option(Set pieces, bool back) noexcept {
    Option option{};
    option.row = pieces;
    option.back = back;
    option.legal.present = pieces;
    return option;
  }

  void add_outer(int piece, Bits standing, std::vector<Option>& out) const {
    const int square = outer_.square(piece);
    Option option{};
    option.outer = Set{1} << piece;
    if (open_to_outer(square, friend_directions(), standing, option.legal) &&
        outer_enemy(square, standing, option.legal)) {
      out.push_back(option);
    }
  }

  void add_outer_pair(int square, int partner, Bits standing, std::vector<Option>& out) const {
    Option option{};
    option.outer = outer_.pieces(bit(square) | bit(partner));
    open_between(square, partner, option.legal);
    if (outer_enemy(square, standing, option.legal) && outer_enemy(partner, standing, option.legal)) {
      out.push_back(option);
    }
  }

  void add_row_pairs(int square, int d, Bits standing, bool back, std::vector<Option>& out) const {
    for (Bits rest = seen_past_row(square, d, standing) & row_.squares(); rest != 0;) {
      const int partner = take_lowest(rest);
      Option option = row_option(row_.pieces(bit(square) | bit(partner)), back);
      open_between(square, partner, option.legal);
      if (row_enemy(square, standing, option.legal) && row_enemy(partner, standing, option.legal)) {
        out.push_back(option);
      }
    }
  }

  Deal deal_;
  Colour row_colour_;
  Numbering outer_;
  Numbering row_;
  std::array<std::array<Set, directions>, 64> to_edge_{};
  std::array<std::array<Set, 64>, 64> between_{};
};

}  // namespace proofplay::sight_reduction::lattice
