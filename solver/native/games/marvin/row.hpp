// One row of a Marvin table: the values of all positions with the same kings.
//
// A value is the number of kings that the player to move will still make, minus the opponent's. Placing a singleton
// leads to a set of the same row with a higher number; making a king leads to a row of the next layer. So moves that
// make kings are tried first, for all positions of the row, and then the row is computed from its end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <vector>

#include "control.hpp"
#include "games/marvin/completing.hpp"
#include "games/marvin/king_sets.hpp"
#include "games/marvin/open.hpp"
#include "games/marvin/ranks.hpp"

namespace proofplay::marvin {

// The values of a layer are all even or all odd, like the number of its points without kings. Four bits range from -16
// or -15 to 14 or 15.
using Byte = std::uint8_t;

inline constexpr int min_stored = -16;

constexpr int stored_value(const Byte* row, std::uint32_t rank, int parity) noexcept {
  return 2 * (row[rank / 2] >> (rank % 2 * 4) & 15) + min_stored + parity;
}

inline constexpr int max_value = max_open;  // a player cannot make more kings

// A finished layer: the values of its rows, and their range.
struct LayerValues {
  std::vector<Byte> bytes;
  int lowest = 0;
  int highest = 0;
};

// One thread's work space.
class RowWork {
 public:
  RowWork(const OpenBoard& board, const KingSets& king_sets, Control& control)
      : board_(board), king_sets_(king_sets), control_(control), own_(board), next_(board), completing_points_(board) {
    for (const std::vector<Set>& others : board.around()) {
      Around& around = around_.emplace_back();
      around.fill(unreachable);
      std::copy(others.begin(), others.end(), around.begin());
    }
  }

  // Computes the row of a set of kings from the layer with one more king; false if the control ends it. Throws
  // std::overflow_error for a value that does not fit in four bits.
  bool work_out(Set kings, const LayerValues& next, Byte* row) {
    begin(kings);
    const Set free = board_.all() & ~kings;
    const int cap = cap_above(next);
    for (Set rest = free; rest != 0; rest &= rest - 1) {
      if (!make_kings(kings, lowest(rest), next, cap)) return false;
    }
    if (free == 0) best_.front() = 0;
    if (!place_singletons(free)) return false;
    store(row, size(free) % 2);
    return true;
  }

  std::size_t positions() const noexcept { return sets_.size(); }
  int lowest_value() const noexcept { return lowest_; }
  int highest_value() const noexcept { return highest_; }

 private:
  // For the up to four 2×2s around a point, the other open points that are not kings.
  using Around = std::array<Set, 4>;

  static constexpr std::size_t poll_interval = std::size_t{1} << 15;  // in positions
  static constexpr Set unreachable = Set{1} << 31;  // not a point: never filled
  static constexpr std::int16_t none = -100;

  void begin(Set kings) {
    own_.set_kings(kings);
    own_.list(kings, sets_);
    best_.assign(sets_.size(), none);
    chosen_.resize(sets_.size());
    completing_points_.set_kings(kings);
    completing_.resize(sets_.size());
    std::transform(sets_.begin(), sets_.end(), completing_.begin(),
                   [this](Set singletons) { return completing_points_.points(singletons); });
  }

  // An upper bound on the values of a row. A king is worth 1 minus a value of the next layer; and if no king made from
  // any position is worth more than `cap` or less than -cap, no sequence of singletons changes that.
  static int cap_above(const LayerValues& next) noexcept {
    return std::max(std::abs(1 - next.lowest), std::abs(1 - next.highest));
  }

  // Calls f with every number below `count`, and polls the control now and then.
  template <class F>
  bool each(std::size_t count, F&& f) {
    for (std::size_t begin = 0; begin < count; begin += poll_interval) {
      if (count > poll_interval && !control_.running()) return false;
      const std::size_t end = std::min(begin + poll_interval, count);
      for (std::size_t i = begin; i < end; ++i) f(i);
    }
    return true;
  }

  // Tries a stack on this point, in all positions where it is a king.
  bool make_kings(Set kings, int point, const LayerValues& next, int cap) {
    Around around = around_[static_cast<std::size_t>(point)];
    for (Set& others : around) others &= ~kings;
    if (!choose(point)) return false;
    const KingSets::Image image = king_sets_.image(kings | Set{1} << point);
    next_.set_kings(image.kings);
    const Byte* const row = next.bytes.data() + king_sets_.begin(image.kings);
    const int parity = (size(board_.all() & ~kings) - 1) % 2;
    return each(chosen_count_, [&](std::size_t i) {
      const std::uint32_t number = chosen_[i];
      const Set left = (*image.map)(sets_[number] & ~completed(around, sets_[number]));
      const int value = 1 - stored_value(row, next_.of(left), parity);
      best_[number] = std::max(best_[number], static_cast<std::int16_t>(value));
      if (value == cap) completing_[number] = 0;  // nothing can be better: no further moves are tried
    });
  }

  // Lists the positions where a stack on the point would be a king.
  bool choose(int point) {
    chosen_count_ = 0;
    return each(sets_.size(), [&](std::size_t number) {
      chosen_[chosen_count_] = static_cast<std::uint32_t>(number);
      chosen_count_ += completing_[number] >> point & 1;
    });
  }

  static Set completed(const Around& around, Set singletons) noexcept {
    Set found = 0;
    for (const Set others : around) found |= (others & ~singletons) == 0 ? others : 0;
    return found;
  }

  // All positions reached by placing a singleton are done already, so a value is at most what the lowest value so far
  // allows. That is at most `cap`, so positions at the cap need no further work.
  bool place_singletons(Set free) {
    int limit = none;
    return each(sets_.size(), [&](std::size_t i) {
      const std::size_t number = sets_.size() - 1 - i;
      const Set singletons = sets_[number];
      int best = best_[number];
      for (Set quiet = free & ~singletons & ~completing_[number]; quiet != 0 && best < limit; quiet &= quiet - 1) {
        best = std::max(best, -best_[own_.of(singletons | (quiet & -quiet))]);
      }
      best_[number] = static_cast<std::int16_t>(best);
      limit = std::max(limit, -best);
    });
  }

  void store(Byte* row, int parity) {
    const auto [lowest, highest] = std::minmax_element(best_.begin(), best_.end());
    lowest_ = *lowest;
    highest_ = *highest;
    if (lowest_ < min_stored + parity || highest_ > min_stored + parity + 30) {
      throw std::overflow_error("a Marvin value that does not fit in the table");
    }
    for (std::size_t i = 0; i < best_.size(); i += 2) {
      const int low = (best_[i] - min_stored - parity) / 2;
      const int high = i + 1 < best_.size() ? (best_[i + 1] - min_stored - parity) / 2 : 0;
      row[i / 2] = static_cast<Byte>(low | high << 4);
    }
  }

  const OpenBoard& board_;
  const KingSets& king_sets_;
  Control& control_;
  std::vector<Around> around_;
  Ranks own_;
  Ranks next_;
  CompletingPoints completing_points_;
  std::vector<Set> sets_;
  std::vector<std::int16_t> best_;
  std::vector<Set> completing_;        // where a stack would be a king
  std::vector<std::uint32_t> chosen_;
  std::size_t chosen_count_ = 0;
  int lowest_ = 0;
  int highest_ = 0;
};

}  // namespace proofplay::marvin
