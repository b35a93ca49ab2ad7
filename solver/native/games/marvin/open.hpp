// The open points of a Marvin board: those without a king at the beginning. A table's positions differ only there.
//
// They are numbered along lines, the ranks or the files of the board, so that sets of them are 32-bit words and the
// points of two neighbouring lines are neighbouring bits. Every 2×2 lies in two neighbouring lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "games/marvin/rules.hpp"
#include "sets/bits.hpp"
#include "sets/symmetries.hpp"

namespace proofplay::marvin {

// A set of open points.
using Set = std::uint32_t;

inline constexpr int max_open = 25;

class OpenBoard {
 public:
  // The open points of two lines, with the lower line in the low bits, and the open part of each 2×2 in them.
  struct Window {
    int start;
    int low;
    int high;
    std::vector<Set> blocks;  // counted from `start`
  };

  // `kings` are the points that hold kings in all positions. There are at most 25 others.
  OpenBoard(const Points& points, Bits kings) : kings_(kings) {
    if ((kings & ~points.all()) != 0) throw std::invalid_argument("kings off the board");
    if (size(points.all() & ~kings) > max_open) {
      throw std::invalid_argument("a Marvin table has at most 25 open points");
    }
    const Lines ranks = lines(points.width(), points.height(), 1, points.width());
    const Lines files = lines(points.height(), points.width(), points.width(), 1);
    const Lines& chosen = work(ranks) <= work(files) ? ranks : files;
    for (const std::vector<int>& line : chosen) squares_.insert(squares_.end(), line.begin(), line.end());
    find_windows(points, chosen);
    find_surroundings(points);
    find_symmetries(points);
  }

  int count() const noexcept { return static_cast<int>(squares_.size()); }
  Set all() const noexcept { return static_cast<Set>(first_bits(count())); }
  Bits kings() const noexcept { return kings_; }
  const std::vector<Window>& windows() const noexcept { return windows_; }

  // For each open point, the other open points of the 2×2s around it; empty if all of them are kings.
  const std::vector<std::vector<Set>>& around() const noexcept { return around_; }

  // The symmetries of the board that preserve the kings, as maps of open points; the identity first.
  const std::vector<SquareMap>& symmetries() const noexcept { return symmetries_; }

  // The open points of a set of squares.
  Set open(Bits squares) const noexcept {
    Set found = 0;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      if ((squares >> squares_[i] & 1) != 0) found |= Set{1} << i;
    }
    return found;
  }

 private:
  using Lines = std::vector<std::vector<int>>;

  // The open squares of each line: `count` lines of `length` squares, with the steps from square to square and from
  // line to line.
  Lines lines(int length, int count, int square_step, int line_step) const {
    Lines found(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < length; ++j) {
        const int square = i * line_step + j * square_step;
        if ((kings_ >> square & 1) == 0) found[static_cast<std::size_t>(i)].push_back(square);
      }
    }
    return found;
  }

  // The number of sets of points in a pair of lines, summed over all pairs. With at most 64 points one side has at most
  // eight, so it never exceeds 2^16 per pair.
  static std::uint64_t work(const Lines& lines) {
    std::uint64_t sets = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      sets += bit(static_cast<int>(lines[i].size() + lines[i + 1].size()));
    }
    return sets;
  }

  void find_windows(const Points& points, const Lines& lines) {
    int start = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      Window window{start, static_cast<int>(lines[i].size()), static_cast<int>(lines[i + 1].size()), {}};
      Bits squares = 0;
      for (const std::size_t line : {i, i + 1}) {
        for (const int square : lines[line]) squares |= bit(square);
      }
      for (const Bits square : points.two_by_twos()) {
        if ((square & ~kings_ & ~squares) == 0 && (square & squares) != 0) {
          window.blocks.push_back(open(square) >> start);
        }
      }
      windows_.push_back(window);
      start += window.low;
    }
  }

  void find_surroundings(const Points& points) {
    for (const int square : squares_) {
      std::vector<Set>& others = around_.emplace_back();
      for (const Bits block : points.two_by_twos()) {
        if ((block >> square & 1) != 0) others.push_back(open(block & ~bit(square)));
      }
    }
  }

  void find_symmetries(const Points& points) {
    for (const SquareMap& map : proofplay::symmetries(points.width(), points.height())) {
      if (SetMap(map)(kings_) != kings_) continue;
      SquareMap& to = symmetries_.emplace_back();
      for (const int square : squares_) to.push_back(lowest(open(bit(map[static_cast<std::size_t>(square)]))));
    }
  }

  Bits kings_;
  std::vector<int> squares_;
  std::vector<Window> windows_;
  std::vector<std::vector<Set>> around_;
  std::vector<SquareMap> symmetries_;
};

}  // namespace proofplay::marvin
