// All of Nakatta on a board of up to 4×4 points: the distance of every legal position, by the rules alone.
//
// A board is a base-3 number, one digit per point (0 empty, 1 black, 2 white). A stone makes the number larger, so a
// sweep from the largest legal board down to the empty one visits every position after all its successors, and an
// upward sweep finds those that play reaches. Nothing is used beyond the rules: neither early ends nor symmetries.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "control.hpp"
#include "games/nakatta/search.hpp"

namespace proofplay::nakatta {

template <class S>
std::string text(const PositionOf<S>& stones, int n) {
  std::string cells;
  for (int i = 0; i < n * n; ++i) {
    const S point = bit<S>(i / n * stride<S> + i % n);
    cells += (stones.mine & point) != 0 ? 'b' : (stones.theirs & point) != 0 ? 'w' : '.';
  }
  return cells;
}

struct Counts {
  // Boards, regardless of the turn:
  std::uint64_t legal = 0;      // that satisfy NK1a
  std::uint64_t full = 0;       // of these, without an empty point
  std::uint64_t dead_ends = 0;  // of these, without a winner, where neither player can move
  // Positions, counting each turn separately, that play from the empty board reaches:
  std::uint64_t reached = 0;
  std::uint64_t placing = 0;  // of these, where the game goes on and the player to move has a placement
  std::uint64_t passing = 0;  // of these, where the turn is skipped

  bool operator==(const Counts&) const noexcept = default;
};

class WholeBoard {
 public:
  static constexpr int max_ranks = 4;

  // Throws std::invalid_argument for boards that are not square or larger than 4×4.
  WholeBoard(int width, int height) : rules_(Board(width, height)), ranks_(height) {
    if (height > max_ranks) throw std::invalid_argument("whole boards may have up to 4×4 points");
    for (int i = 0; i < points(); ++i) powers_[i] = boards_, boards_ *= 3;
  }

  std::uint64_t bytes() const noexcept { return 2 * boards_ + boards_ / 4; }

  // Settles everything; false if a limit stopped it.
  bool run(Control& control) {
    if (bytes() > control.max_bytes()) {
      control.give_up(Reason::memory);
      return false;
    }
    counts_ = {};
    plies_.assign(2 * boards_, unknown);
    Meter meter(control);
    return each_board(points(), {}, 0, {2, 1, 0},
                      [&](const Position& stones, std::uint32_t code) {
                        settle(stones, code);
                        return meter.tick();
                      }) &&
           reach(meter);
  }

  const Counts& counts() const noexcept { return counts_; }

  // Plies to the end, for stones as Black sees them: the winner hurries, the loser delays.
  int plies(const Position& stones, int turn) const { return plies_[index(number(stones), turn)]; }

  // Calls f(stones, number) for every legal board, as Black sees it, in ascending order, until f returns false; returns
  // whether it never did.
  template <class F>
  bool each_legal_board(F&& f) const {
    return each_board(points(), {}, 0, {0, 1, 2}, f);
  }

 private:
  static constexpr std::uint8_t unknown = 255;

  int points() const noexcept { return ranks_ * ranks_; }
  Bits point(int i) const noexcept { return bit(i / ranks_ * 8 + i % ranks_); }
  static std::size_t index(std::uint32_t code, int turn) noexcept {
    return 2 * std::size_t{code} + static_cast<std::size_t>(turn);
  }

  std::uint32_t number(const Position& stones) const noexcept {
    std::uint32_t code = 0;
    for (int i = 0; i < points(); ++i) {
      if ((stones.mine & point(i)) != 0) code += powers_[i];
      if ((stones.theirs & point(i)) != 0) code += 2 * powers_[i];
    }
    return code;
  }

  // Fills the points below `left` in all legal ways, trying digits in the given order.
  template <class F>
  bool each_board(int left, const Position& stones, std::uint32_t code, const std::array<int, 3>& digits, F&& f) const {
    if (left == 0) return f(stones, code);
    const int i = left - 1;
    for (const int digit : digits) {
      Position more = stones;
      if (digit == 1) more.mine |= point(i);
      if (digit == 2) more.theirs |= point(i);
      const bool closes_window = i % ranks_ + 1 < ranks_ && i / ranks_ + 1 < ranks_;
      if (closes_window && rules_.board().faulty_at(more, lowest(point(i)))) continue;
      if (!each_board(i, more, code + static_cast<std::uint32_t>(digit) * powers_[i], digits, f)) return false;
    }
    return true;
  }

  // Where each player may place a stone: Black's points, then White's.
  std::array<Bits, 2> moves(const Position& stones) const noexcept {
    return {rules_.board().my_legal(stones), rules_.board().their_legal(stones)};
  }

  // The number of the board with one more stone.
  template <class F>
  void each_placement(Bits legal, std::uint32_t code, int turn, F&& f) const {
    for (int i = 0; i < points(); ++i) {
      if ((legal & point(i)) != 0) f(code + static_cast<std::uint32_t>(turn + 1) * powers_[i]);
    }
  }

  void settle(const Position& stones, std::uint32_t code) {
    ++counts_.legal;
    if (rules_.board().empty(stones) == 0) ++counts_.full;
    const std::array<Bits, 2> legal = moves(stones);
    if (rules_.ending(stones) != Ending::open || (legal[0] | legal[1]) == 0) {
      if (rules_.ending(stones) == Ending::open) ++counts_.dead_ends;
      plies_[index(code, 0)] = plies_[index(code, 1)] = 0;
      return;
    }
    for (int turn = 0; turn < 2; ++turn) {
      if (legal[turn] != 0) plies_[index(code, turn)] = best(legal[turn], code, turn);
    }
    for (int turn = 0; turn < 2; ++turn) {
      if (legal[turn] != 0) continue;
      plies_[index(code, turn)] = static_cast<std::uint8_t>(plies_[index(code, 1 - turn)] + 1);
    }
  }

  // The player to move wins after an odd number of plies: the smallest odd number is best, else the largest even one.
  std::uint8_t best(Bits legal, std::uint32_t code, int turn) const {
    int found = 0;
    each_placement(legal, code, turn, [&](std::uint32_t next) {
      const int plies = plies_[index(next, 1 - turn)] + 1;
      const bool better = plies % 2 != found % 2 ? plies % 2 != 0 : plies % 2 != 0 ? plies < found : plies > found;
      if (found == 0 || better) found = plies;
    });
    return static_cast<std::uint8_t>(found);
  }

  bool reach(Meter& meter) {
    std::vector<bool> reached(2 * boards_);
    reached[0] = true;
    return each_legal_board([&](const Position& stones, std::uint32_t code) {
      if (rules_.ending(stones) == Ending::open) go_on(moves(stones), code, reached);
      counts_.reached += reached[index(code, 0)] + std::uint64_t{reached[index(code, 1)]};
      return meter.tick();
    });
  }

  // Marks the successors of a board, and counts its positions. A skipped turn is handled before the other player's
  // moves.
  void go_on(const std::array<Bits, 2>& legal, std::uint32_t code, std::vector<bool>& reached) {
    for (int turn = 0; turn < 2; ++turn) {
      if (legal[turn] != 0 || !reached[index(code, turn)]) continue;
      ++counts_.passing;
      reached[index(code, 1 - turn)] = true;
    }
    for (int turn = 0; turn < 2; ++turn) {
      if (legal[turn] == 0 || !reached[index(code, turn)]) continue;
      ++counts_.placing;
      each_placement(legal[turn], code, turn, [&](std::uint32_t next) { reached[index(next, 1 - turn)] = true; });
    }
  }

  Rules<SmallKey> rules_;
  int ranks_;
  std::uint32_t boards_ = 1;
  std::array<std::uint32_t, max_ranks * max_ranks> powers_{};
  std::vector<std::uint8_t> plies_;
  Counts counts_;
};

}  // namespace proofplay::nakatta
