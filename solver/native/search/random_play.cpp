#include "search/random_play.hpp"

#include <span>
#include <utility>

namespace proofplay {

namespace {

class RandomPlay {
 public:
  RandomPlay(const NumberedTable& table, std::uint64_t max_bytes, Control& control)
      : table_(table), max_bytes_(max_bytes), control_(control), meter_(control) {}

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
      table_.add_successors(static_cast<std::uint32_t>(n), moves_);
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

  const NumberedTable& table_;
  std::uint64_t max_bytes_;
  Control& control_;
  Meter meter_;
  std::vector<std::uint64_t> begins_;  // the moves of position n are moves_ from begins_[n] to begins_[n + 1]
  std::vector<std::uint32_t> moves_;
  Places here_, next_;
};

}  // namespace

std::optional<std::map<std::size_t, std::uint64_t>> branching(const NumberedTable& table, Control& control) {
  Meter meter(control);
  std::map<std::size_t, std::uint64_t> found;
  for (std::uint64_t n = 0; n < table.positions(); ++n) {
    if (!meter.tick()) return std::nullopt;
    ++found[table.count_successors(static_cast<std::uint32_t>(n))];
  }
  return found;
}

std::optional<std::vector<Ends>> random_play(const NumberedTable& table, const std::vector<Beginning>& beginnings,
                                             int plies, int max_plies, std::uint64_t max_bytes, Control& control) {
  return RandomPlay(table, max_bytes, control).ends(beginnings, plies, max_plies);
}

}  // namespace proofplay
