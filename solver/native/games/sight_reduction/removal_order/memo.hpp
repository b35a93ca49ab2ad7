// Which positions of one Sight Reduction solitaire can be solved, for looking up thousands of related positions (SR3,
// SR4, SR7).
//
// Results are remembered. And if a removal does no harm, the known solution usually needs only a small change: that
// removal is brought forward, and the others keep their order. Checking this takes a small fraction of the time of a
// search.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "games/sight_reduction/removal_order/solve.hpp"
#include "games/sight_reduction/rules.hpp"
#include "sets/bits.hpp"
#include "sets/key_set.hpp"
#include "split_mix.hpp"

namespace proofplay::sight_reduction {

// Whether a removal takes a single piece and is legal (SR1, SR5).
inline bool may_leave(const Geometry& g, const Solitaire& task, Bits piece) noexcept {
  const Bits all = task.deal.all();
  const Bits own = task.deal.of(task.turn);
  return size(piece) == 1 && (own & piece) != 0 && sees(g, lowest(piece), all, own, task.variant.friend_directions()) &&
         (!task.variant.harder || sees(g, lowest(piece), all, all & ~own, directions));
}

// Whether removals of single pieces are legal in their order and solve a solitaire.
inline bool solves(const Geometry& g, Solitaire task, const std::vector<Bits>& removals) noexcept {
  for (const Bits removal : removals) {
    if (!may_leave(g, task, removal)) return false;
    task.deal = task.deal.without(removal);
    task.turn = other(task.turn);
  }
  return detail::finished(task) && (task.keep & ~task.deal.all()) == 0;
}

// The rest of a line of alternating removals, once a removal of the colour that begins has been brought forward and
// made. If it is not in the line, that piece was the survivor: now the last one to be removed survives instead.
inline std::vector<Bits> brought_forward(std::vector<Bits> line, Bits removal) {
  if (line.empty()) return line;
  std::size_t at = 0;
  while (line[at] != removal && at + 2 < line.size()) at += 2;
  for (; at > 0; at -= 2) line[at] = line[at - 2];
  line.erase(line.begin());
  return line;
}

class SolvableMemo {
 public:
  // `keep`: the squares of the survivors (SR4), or none.
  SolvableMemo(const Geometry& g, const Variant& v, Bits keep) : g_(g), v_(v), keep_(keep) {}

  // Whether a position can be solved; none if a limit ended the search. All positions must come from the same deal.
  std::optional<bool> solvable(const Pieces& p, Colour turn, Control& control) {
    return find(task(p, turn), {}, control);
  }

  // Walks from a solvable position to the end of a solution: at every turn removals are tried in random order until one
  // keeps the position solvable. Returns the number of failed attempts of each turn; none if a limit ended the search.
  std::optional<std::vector<int>> walk(Pieces p, Colour turn, SplitMix& random, Control& control) {
    std::vector<int> mistakes;
    for (std::vector<Bits> legal = removals(p, turn); !legal.empty(); legal = removals(p, turn)) {
      random.shuffle(legal);
      const std::optional<std::size_t> failed = first_solvable(p, turn, legal, control);
      if (!failed) return std::nullopt;
      if (*failed == legal.size()) throw std::invalid_argument("a position that cannot be solved");
      mistakes.push_back(static_cast<int>(*failed));
      p = p.without(legal[*failed]);
      turn = other(turn);
    }
    return mistakes;
  }

 private:
  std::vector<Bits> removals(const Pieces& p, Colour turn) const {
    std::vector<Bits> found;
    each_removal(g_, v_, p, turn, [&](Bits removal) {
      found.push_back(removal);
      return false;
    });
    return found;
  }

  // The index of the first removal that keeps a position solvable; the number of removals if there is none.
  std::optional<std::size_t> first_solvable(const Pieces& p, Colour turn, const std::vector<Bits>& removals,
                                            Control& control) {
    const bool is_latest = p == latest_.deal && turn == latest_.turn;
    const std::vector<Bits> line = is_latest ? line_ : std::vector<Bits>{};
    for (std::size_t i = 0; i < removals.size(); ++i) {
      const Solitaire after = task(p.without(removals[i]), other(turn));
      const std::optional<bool> found = find(after, brought_forward(line, removals[i]), control);
      if (!found) return std::nullopt;
      if (*found) return i;
    }
    return removals.size();
  }

  Solitaire task(const Pieces& p, Colour turn) const noexcept {
    return {.variant = v_, .deal = p, .turn = turn, .keep = keep_};
  }

  // `idea`: removals that may solve the task.
  std::optional<bool> find(const Solitaire& task, std::vector<Bits> idea, Control& control) {
    // An empty board (SR7) cannot be a key.
    const Bits left = task.deal.all();
    if (left == 0) return solve_solitaire(g_, task, control).solvable;
    auto& [solvable, unsolvable] = known_[static_cast<int>(task.turn)];
    if (unsolvable.contains(left)) return false;
    if (!idea.empty() && solves(g_, task, idea)) return keep(solvable, task, std::move(idea), control);
    if (solvable.contains(left)) return true;
    Solution solution = solve_solitaire(g_, task, control);
    if (!solution.solvable) return std::nullopt;
    if (*solution.solvable) return keep(solvable, task, std::move(solution.removals), control);
    if (!insert(unsolvable, left, control)) return std::nullopt;
    return false;
  }

  // Remembers that a line solves a task.
  std::optional<bool> keep(KeySet& solvable, const Solitaire& task, std::vector<Bits> line, Control& control) {
    if (!insert(solvable, task.deal.all(), control)) return std::nullopt;
    latest_ = task;
    line_ = std::move(line);
    return true;
  }

  // False if there is not enough memory for it.
  bool insert(KeySet& known, Bits left, Control& control) {
    if (known.bytes_to_insert() > control.max_bytes()) {
      control.give_up(Reason::memory);
      return false;
    }
    known.insert(left);
    return true;
  }

  struct KnownPositions {
    KeySet solvable;  // key: the pieces left
    KeySet unsolvable;
  };

  Geometry g_;
  Variant v_;
  Bits keep_;
  std::array<KnownPositions, 2> known_;  // by turn
  Solitaire latest_;            // the last one solved …
  std::vector<Bits> line_;      // … and its solution
};

}  // namespace proofplay::sight_reduction
