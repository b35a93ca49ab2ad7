// What a whole table says beyond its scores: how many moves its positions have, and what happens in random play, where
// every legal move is equally likely.
//
// Nothing is sampled: the probability of every position is computed ply by ply. Positions that share an entry of the
// table play alike, so it does no harm that they are not distinguished.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "control.hpp"
#include "search/numbered_table.hpp"

namespace proofplay {

// The probability of reaching a position, and two sums over the lines that lead there, weighted by their probabilities:
// how many moves there were to choose from on all plies together, and on how many plies there were several.
struct Mass {
  double chance = 0;
  double branching = 0;
  double decisions = 0;

  void add(const Mass& other) noexcept {
    chance += other.chance;
    branching += other.branching;
    decisions += other.decisions;
  }

  // What each of `moves` equally likely moves passes on to its child.
  Mass by_one_of(std::size_t moves) const noexcept {
    const auto count = static_cast<double>(moves);
    const double part = chance / count;
    return {part, branching / count + part * count, decisions / count + (moves > 1 ? part : 0)};
  }
};

// The games that end after a given number of plies: their probabilities, for the player who was to move at the
// beginning, and the sums of Mass over all of them. `stopped` are those that were cut short.
struct Ends {
  int plies = 0;
  double won = 0;
  double drawn = 0;
  double lost = 0;
  double stopped = 0;
  Mass all;
};

// A position where play begins, and the sums collected before it.
struct Beginning {
  std::uint32_t number = 0;
  Mass before;
};

// How many positions have how many moves; finished positions have none. None if a limit stopped it.
std::optional<std::map<std::size_t, std::uint64_t>> branching(const NumberedTable& table, Control& control);

// How the games from `beginnings` end, by their length. The beginnings are `plies` plies after the start, and all have
// the same player to move. Games are stopped after max_plies. None if a limit ended the work; `max_bytes` is what it
// may take in addition to the table.
std::optional<std::vector<Ends>> random_play(const NumberedTable& table, const std::vector<Beginning>& beginnings,
                                             int plies, int max_plies, std::uint64_t max_bytes, Control& control);

}  // namespace proofplay
