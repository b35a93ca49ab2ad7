// The searches, tables and playouts of a game as callers see them who know neither the game nor its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/checkpoint.hpp"
#include "search/game.hpp"
#include "search/playouts/estimate.hpp"
#include "search/random_play.hpp"

namespace proofplay {

// A position: one symbol per square, a1 first and rank by rank; whose turn it is, 0 being the game's first player; and
// flags, whose meaning is up to the game. Whatever reads it throws std::invalid_argument.
struct PositionText {
  std::string_view cells;
  int turn = 0;
  int flags = 0;
};

// A search for one size of board; what one question has proved is used by the next. All answers are none if a limit
// ended the search.
class Search : public Savable {
 public:
  // 1, 0 or -1 for the player to move.
  virtual std::optional<int> result(const PositionText& p, Control& control) = 0;
};

class DistanceSearch : public Search {
 public:
  // Plies to the end: the winner hurries, the loser delays. Throws std::invalid_argument for a draw.
  virtual std::optional<int> distance(const PositionText& p, Control& control) = 0;
};

class ScoreSearch : public Search {
 public:
  // The first player's margin at the end.
  virtual std::optional<int> score(const PositionText& p, Control& control) = 0;
};

// A table that grows by everything reachable from the positions that are looked up, for one size of board.
class ReachedTable {
 public:
  virtual ~ReachedTable() = default;

  // As in Retrograde (search/retrograde.hpp).
  virtual std::optional<Score> score(const PositionText& p, Control& control) = 0;
  virtual std::uint64_t positions() const noexcept = 0;
  virtual std::uint64_t bytes() const noexcept = 0;
  virtual std::map<Score, std::uint64_t> scores() const = 0;

  // As in search/random_play.hpp. Throws std::invalid_argument for beginnings that have not been looked up.
  virtual std::optional<std::map<std::size_t, std::uint64_t>> branching(Control& control) const = 0;
  virtual std::optional<std::vector<Ends>> random_play(const std::vector<std::pair<PositionText, Mass>>& beginnings,
                                                       int plies, int max_plies, Control& control) const = 0;
};

// Tree search with playouts, for one size of board; a tree for each position.
class PlayoutSearch {
 public:
  virtual ~PlayoutSearch() = default;

  // As in TreeSearch (search/playouts/tree_search.hpp); `after` and `known` have the same length.
  virtual PositionEstimate run(const PositionText& root, const std::vector<PositionText>& after,
                               const std::vector<Bounds>& known, std::uint64_t seed, const Aim& aim,
                               Control& control) const = 0;
};

}  // namespace proofplay
