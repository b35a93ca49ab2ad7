// The lines of sight of a Sight Reduction deal, as the solitaire's backward search needs them.
//
// Read backwards, the solitaire puts pieces back: it starts from the survivors, and a piece may return to its square of
// the deal if it then sees a friend. Two facts make this simple (SR1):
//   - a returning piece takes no friend out of its own colour's sight: a piece that no longer sees past it sees it
//     instead. So only enemies come between friends, and a line once closed stays closed;
//   - pieces of one colour that see each other in the full deal always will. They form components, and once one piece
//     of a component is on the board, the rest of it can return at any time.
// Entering a component can fail: it happens over a line between a piece of it and a friend outside, while no enemy
// stands on that line. With `harder` (SR5) one more thing can fail: a piece that sees no enemy in the full deal has to
// see one when it returns, over a line with no piece of its own colour on it. Both are goals that are met over lines,
// and every deal is a set of goals, a set of lines, and nothing else but the order of turns.
//
// The refined graph splits a component where it matters: a piece that closes a line of the plain graph is a component
// and a goal of its own, which can also be entered over lines from its neighbours. So it detects that a piece is out of
// reach until another one returns, if that one has to wait. It has more lines, but also proves more.
#pragma once

#include <array>
#include <vector>

#include "games/sight_reduction/rules.hpp"
#include "sets/bits.hpp"

namespace proofplay::sight_reduction {

// Two pieces on one line. The line is used at the moment when both are on the board for the first time, and no blocker
// may be there then. A line without blockers is always open.
struct SightLine {
  Bits ends = 0;
  Bits blockers = 0;
  Bits goals = 0;  // all of these except one must be met before …
  Bits targets = 0;  // … and that one must be among these: using the line meets it.
};

class LineGraph {
 public:
  LineGraph(const Geometry& g, const Variant& v, const Pieces& deal) : LineGraph(g, v, deal, 0) {}

  // The refined graph of the same deal.
  LineGraph refined(const Geometry& g, const Variant& v, const Pieces& deal) const {
    Bits blockers = 0;
    for (const SightLine& line : lines_) blockers |= line.blockers;
    return {g, v, deal, blockers};
  }

  int goals() const noexcept { return goals_; }
  const std::vector<SightLine>& lines() const noexcept { return lines_; }

  // The goals that are met when a piece is on the board.
  Bits met_by(int square) const noexcept { return met_by_[square]; }

  // The goals that can be met at any time: with pairs (SR7) two neighbours of a component can return together.
  Bits free_goals() const noexcept { return free_goals_; }

 private:
  // The pieces in `apart` are components of their own.
  LineGraph(const Geometry& g, const Variant& v, const Pieces& deal, Bits apart) {
    for (const Colour c : {Colour::white, Colour::black}) {
      find_components(g, v, deal, c, apart);
      join_components(g, v, deal, c);
    }
    met_by_ = component_;
    if (!v.harder) return;
    for (const Colour c : {Colour::white, Colour::black}) find_hidden(g, deal, c);
  }

  void find_components(const Geometry& g, const Variant& v, const Pieces& deal, Colour c, Bits apart) {
    for (Bits rest = deal.of(c); rest != 0;) {
      Bits component = rest & -rest;
      for (Bits open = component & ~apart; open != 0;) {
        const int square = take_lowest(open);
        for (int d = 0; d < v.friend_directions(); ++d) {
          const int seen = g.nearest(square, d, deal.all());
          if (seen < 0 || (deal.of(c) & ~component & ~apart & bit(seen)) == 0) continue;
          component |= bit(seen);
          open |= bit(seen);
        }
      }
      rest &= ~component;
      if (v.pairs && size(component) > 1) free_goals_ |= bit(goals_);
      while (component != 0) component_[take_lowest(component)] = bit(goals_);
      ++goals_;
    }
  }

  void join_components(const Geometry& g, const Variant& v, const Pieces& deal, Colour c) {
    for (Bits rest = deal.of(c); rest != 0;) {
      const int from = take_lowest(rest);
      for (int d = 0; d < v.friend_directions(); ++d) {
        for (Bits friends = g.ray(from, d) & rest; friends != 0;) {
          const int to = take_lowest(friends);
          const Bits goals = component_[from] | component_[to];
          if (size(goals) < 2) continue;
          lines_.push_back({.ends = bit(from) | bit(to),
                            .blockers = g.between(from, d, to) & deal.of(other(c)),
                            .goals = goals,
                            .targets = goals});
        }
      }
    }
  }

  // There are at most 64 goals, as many as a set can hold: if that is not enough, the last hidden pieces get none, and
  // the graph proves a little less about the deal.
  void find_hidden(const Geometry& g, const Pieces& deal, Colour c) {
    for (Bits rest = deal.of(c); rest != 0 && goals_ < 64;) {
      const int square = take_lowest(rest);
      if (sees(g, square, deal.all(), deal.of(other(c)), directions)) continue;
      const Bits seen = bit(goals_++);
      for (int d = 0; d < directions; ++d) {
        for (Bits enemies = g.ray(square, d) & deal.of(other(c)); enemies != 0;) {
          const int enemy = take_lowest(enemies);
          lines_.push_back({.ends = bit(square) | bit(enemy),
                            .blockers = g.between(square, d, enemy) & deal.of(c),
                            .goals = seen | component_[square] | component_[enemy],
                            .targets = seen});
        }
      }
      met_by_[square] |= seen;
    }
  }

  int goals_ = 0;
  Bits free_goals_ = 0;
  std::array<Bits, 64> component_{};  // of a piece, as a goal
  std::array<Bits, 64> met_by_{};
  std::vector<SightLine> lines_;
};

}  // namespace proofplay::sight_reduction
