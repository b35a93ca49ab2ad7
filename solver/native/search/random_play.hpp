// What a whole table says beyond its scores: how many moves its positions have, and what happens in random play, where
// every legal move is equally likely.
//
// Nothing is sampled: the probability of every position is computed ply by ply. Positions that share an entry of the
// table play alike, so it does no harm that they are not distinguished.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/game.hpp"

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

// A table whose positions are numbered from 0.
template <class T>
concept NumberedTable = requires(const T& table, std::uint32_t number, void (*f)(std::uint32_t)) {
  { table.positions() } -> std::same_as<std::uint64_t>;
  { table.ending(number) } -> std::same_as<Ending>;
  table.each_successor(number, f);
};

// How many positions have how many moves; finished positions have none. None if a limit stopped it.
template <NumberedTable T>
std::optional<std::map<std::size_t, std::uint64_t>> branching(const T& table, Control& control) {
  Meter meter(control);
  std::map<std::size_t, std::uint64_t> found;
  for (std::uint64_t n = 0; n < table.positions(); ++n) {
    if (!meter.tick()) return std::nullopt;
    std::size_t moves = 0;
    table.each_successor(static_cast<std::uint32_t>(n), [&](std::uint32_t) { ++moves; });
    ++found[moves];
  }
  return found;
}

template <NumberedTable T>
class RandomPlay {
 public:
  // `max_bytes` is what it may take in addition to the table.
  RandomPlay(const T& table, std::uint64_t max_bytes, Control& control)
      : table_(table), max_bytes_(max_bytes), control_(control), meter_(control) {}

  // How the games from `beginnings` end, by their length. The beginnings are `plies` plies after the start, and all
  // have the same player to move. Games are stopped after max_plies. None if a limit ended the work.
  std::optional<std::vector<Ends>> ends(const std::vector<Beginning>& beginnings, int plies, int max_plies) {
    if (!list_moves()) return std::nullopt;
    here_.masses.resize(table_.positions());
    next_.masses.resize(table_.positions());
    for (const Beginning& b : beginnings) here_.add(b.number, b.before);
    std::vector<Ends> found;
    for (bool mover_began = true; !here_.numbers.empty(); ++plies, mover_began = !mover_began) {
      if (!control_.running()) return std::nullopt;
      Ends ends;
      ends.plies = plies;
      move_on(ends, mover_began, plies == max_plies);
      if (ends.all.chance > 0) found.push_back(ends);
      std::swap(here_, next_);
    }
    return found;
  }

 private:
  // The positions where play can be after some plies.
  struct Places {
    std::vector<Mass> masses;            // of every position
    std::vector<std::uint32_t> numbers;  // of those where play can be

    void add(std::uint32_t number, const Mass& mass) {
      if (masses[number].chance == 0) numbers.push_back(number);
      masses[number].add(mass);
    }
  };

  // Lists all moves once, since play reaches most positions at several plies. False if a limit stopped it.
  bool list_moves() {
    begins_.reserve(table_.positions() + 1);
    for (std::uint64_t n = 0; n < table_.positions(); ++n) {
      begins_.push_back(moves_.size());
      table_.each_successor(static_cast<std::uint32_t>(n), [&](std::uint32_t to) { moves_.push_back(to); });
      if (bytes() > max_bytes_) control_.give_up(Reason::memory);
      if (control_.reason() != Reason::none || !meter_.tick()) return false;
    }
    begins_.push_back(moves_.size());
    return true;
  }

  // Memory needed once all moves are listed.
  std::uint64_t bytes() const {
    return moves_.capacity() * sizeof(std::uint32_t) +
           table_.positions() * (sizeof(std::uint64_t) + 2 * (sizeof(Mass) + sizeof(std::uint32_t)));
  }

  void move_on(Ends& ends, bool mover_began, bool is_last) {
    for (const std::uint32_t number : here_.numbers) {
      const Mass mass = std::exchange(here_.masses[number], Mass{});
      const std::span moves(moves_.data() + begins_[number], begins_[number + 1] - begins_[number]);
      if (moves.empty() || is_last) {
        end(ends, number, mass, mover_began, moves.empty());
        continue;
      }
      const Mass part = mass.by_one_of(moves.size());
      for (const std::uint32_t to : moves) next_.add(to, part);
    }
    here_.numbers.clear();
  }

  void end(Ends& ends, std::uint32_t number, const Mass& mass, bool mover_began, bool is_stuck) const {
    ends.all.add(mass);
    double& won = mover_began ? ends.won : ends.lost;
    double& lost = mover_began ? ends.lost : ends.won;
    switch (table_.ending(number)) {
      case Ending::win: won += mass.chance; break;
      case Ending::draw: ends.drawn += mass.chance; break;
      case Ending::loss: lost += mass.chance; break;
      case Ending::open: (is_stuck ? lost : ends.stopped) += mass.chance;  // a player who cannot move has lost
    }
  }

  const T& table_;
  std::uint64_t max_bytes_;
  Control& control_;
  Meter meter_;
  std::vector<std::uint64_t> begins_;  // the moves of position n are moves_ from begins_[n] to begins_[n + 1]
  std::vector<std::uint32_t> moves_;
  Places here_, next_;
};

}  // namespace proofplay
