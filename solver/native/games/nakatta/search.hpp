// Nakatta as a game for the general searches (search/game.hpp), and the search that uses them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "control.hpp"
#include "games/nakatta/evaluation.hpp"
#include "games/nakatta/keys.hpp"
#include "games/nakatta/rules.hpp"
#include "games/nakatta/two_distances.hpp"
#include "instruction_sets.hpp"
#include "search/game.hpp"
#include "search/interface.hpp"
#include "search/negamax.hpp"
#include "search/perft.hpp"
#include "search/proof_number.hpp"
#include "sets/bits.hpp"

namespace proofplay::nakatta {

// The rules, with no evaluation of positions that are not over. There are no draws, and never two skipped turns in a
// row: see docs/rules/nakatta.md.
template <class K>
class Rules {
 public:
  using Set = typename K::Set;
  using Board = BoardOf<Set>;
  using Position = PositionOf<Set>;
  using Key = K;

  static constexpr bool acyclic = true;  // stones are never removed
  static constexpr bool draws = false;
  static constexpr int max_moves = capacity<Set>;

  explicit Rules(const Board& board) : board_(board) {}

  const Board& board() const noexcept { return board_; }
  Position read(const PositionText& p) const { return board_.read(p.cells, p.turn); }

  Key key(const Position& p) const noexcept { return key_of<Key>(board_, p); }

  // One of the images with this key.
  Position position(const Key& key) const noexcept { return key.position(); }

  // By NK5.
  Ending ending(const Position& p) const noexcept {
    if (connects(p.theirs, board_.their_edges())) return Ending::loss;
    return connects(p.mine, board_.my_edges()) ? Ending::win : Ending::open;
  }

  Evaluation evaluate(const Position&) const noexcept { return {}; }

  template <class F>
  bool each_child(const Position& p, F&& f) const {
    Set moves = board_.my_legal(p);
    if (moves == 0) return board_.empty(p) != 0 && f(p.after({}));
    while (moves != 0) {
      if (f(p.after(bit<Set>(take_lowest(moves))))) return true;
    }
    return false;
  }

  int count_children(const Position& p) const noexcept {
    const int moves = size(board_.my_legal(p));
    return moves == 0 && board_.empty(p) != 0 ? 1 : moves;
  }

 protected:
  // An upper bound on the plies left: at least every other one places a stone.
  int max_plies(const Position& p) const noexcept { return 2 * size(board_.empty(p)); }

 private:
  static bool connects(Set stones, const Edges<Set>& edges) noexcept {
    return (joined(stones, edges.first, around4) & edges.last) != 0;
  }

  Board board_;
};

// Kernels that this machine can run, the widest last.
inline std::vector<const TwoDistanceKernel*> two_distance_kernels() {
  std::vector<const TwoDistanceKernel*> found{&portable_two_distances};
#ifdef PROOFPLAY_X86_64
  if (widest_instruction_set() >= InstructionSet::avx2) found.push_back(&avx2_two_distances);
  if (widest_instruction_set() >= InstructionSet::avx512) found.push_back(&avx512_two_distances);
#endif
  return found;
}

inline const TwoDistanceKernel& two_distance_kernel() {
  static const TwoDistanceKernel& widest = *two_distance_kernels().back();
  return widest;
}

inline Frame frame_of(const Board& b) noexcept {
  return {b.points(), b.my_edges().first, b.my_edges().last, b.their_edges().first, b.their_edges().last};
}

// For the question who wins. A chain of neighbours in any of the eight directions decides it (docs/rules/nakatta.md),
// and so does a position in which completing one cannot be prevented.
template <class K>
class ResultGame : public Rules<K> {
 public:
  using typename Rules<K>::Set;
  using typename Rules<K>::Board;
  using typename Rules<K>::Position;
  using Rules<K>::Rules;
  using Rules<K>::board;

  // The stones that each player's chain takes in a child.
  struct Hint {
    int my_distance = 0;
    int their_distance = 0;
  };
  using Child = ChildOf<ResultGame>;

  // Everything that ends the search is in the bounds.
  Ending ending(const Position&) const noexcept { return Ending::open; }

  Evaluation evaluate(const Position& p) const noexcept {
    const ChainEvaluation s = chain_evaluation(board(), p);
    Bounds bounds;
    if (s.won) bounds.lower = win_in(Rules<K>::max_plies(p));
    if (s.lost) bounds.upper = loss_in(Rules<K>::max_plies(p));
    return {bounds, s.their_distance - s.my_distance};
  }

  ProofNumbers proof_numbers(const Position& p, Score) const noexcept {
    const ChainEvaluation s = chain_evaluation(board(), p);
    if (s.won) return proved;
    if (s.lost) return disproved;
    return open_proof_numbers({s.my_distance, s.their_distance}, p);
  }

  // The same for moves of one position, all at once, from each_keyed_child. The vector code handles boards of one word.
  void proof_numbers(Child* const* children, std::size_t count, Score) const noexcept {
    if constexpr (std::same_as<Set, Bits>) {
      TwoDistances distances;
      for (std::size_t i = 0; i < count; ++i) {
        distances.mine[i] = children[i]->position.mine;
        distances.theirs[i] = children[i]->position.theirs;
      }
      two_distance_kernel().find(frame_of(board()), distances, static_cast<int>(count));
      for (std::size_t i = 0; i < count; ++i) {
        children[i]->proof_numbers = proof_numbers(children[i]->hint, static_cast<int>(distances.my_distance[i]),
                                                   static_cast<int>(distances.their_distance[i]));
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        children[i]->proof_numbers = open_proof_numbers(children[i]->hint, children[i]->position);
      }
    }
  }

  template <class F>
  bool each_child(const Position& p, F&& f) const {
    Set moves = choices(p);
    if (moves == 0) return f(p.after({}));
    while (moves != 0) {
      if (f(p.after(bit<Set>(take_lowest(moves))))) return true;
    }
    return false;
  }

  // The same with keys, but without moves that lose at once.
  template <class F>
  bool each_keyed_child(const Position& p, F&& f) const {
    const Position before = p.turned();
    const SiblingKeys<K> keys(board(), before);
    const ChainEvaluationsAfter<Set> evaluations(board(), before);
    // Calls f unless the evaluation settles the move; returns whether it wins.
    const auto visit = [&](Set stone, auto&& key) {
      const ChainEvaluation s = evaluations.after(stone);
      if (s.won || s.lost) return s.lost;
      f(Child{{before.mine, before.theirs | stone}, key(), {}, {s.my_distance, s.their_distance}});
      return false;
    };
    Set moves = choices(p);
    if (moves == 0) return visit(Set{}, [&] { return key_of<K>(board(), before); });
    while (moves != 0) {
      const int point = transposed_point<Set>(take_lowest(moves));
      if (visit(bit<Set>(point), [&] { return keys.key(point); })) return true;
    }
    return false;
  }

 private:
  Set choices(const Position& p) const noexcept {
    const Fronts<Set> ends = fronts(p.theirs, board().their_edges(), around8);
    return answers(board().my_legal(p), board().their_legal(p) & ends.both());
  }

  ProofNumbers open_proof_numbers(const Hint& h, const Position& p) const noexcept {
    return proof_numbers(h, two_distance(p.mine, board().open(p.mine, p.theirs), board().my_edges()),
                         two_distance(p.theirs, board().open(p.theirs, p.mine), board().their_edges()));
  }

  // By measurement: one more stone to place, averaged over both ways of counting, multiplies the work by eight, and one
  // more for the other player divides it by 4.8. The player to move is a third of a stone ahead.
  static ProofNumbers proof_numbers(const Hint& h, int my_two_distance, int their_two_distance) noexcept {
    const int mine = capped(h.my_distance) + capped(my_two_distance);
    const int theirs = capped(h.their_distance) + capped(their_two_distance);
    return {power(12 * mine - 9 * theirs + 96), 2 * power(12 * theirs - 9 * mine + 96)};
  }
  static int capped(int distance) noexcept { return std::min(distance, 12); }
  // 2^(eighths / 8), limited to the range from 1 to 2^20.
  static std::uint32_t power(int eighths) noexcept {
    constexpr std::array<std::uint32_t, 8> parts = {256, 279, 304, 332, 362, 395, 431, 470};
    const auto e = static_cast<unsigned>(std::clamp(eighths, 0, 160));
    return parts[e & 7] << (e >> 3) >> 8;
  }
};

// For the question how long it takes: bounds from the orthogonal distances and the result.
template <class K>
class DistanceGame : public Rules<K> {
 public:
  using typename Rules<K>::Set;
  using typename Rules<K>::Board;
  using typename Rules<K>::Position;
  using Rules<K>::board;

  explicit DistanceGame(const Board& b) : Rules<K>(b), results_(b) {}

  Evaluation evaluate(const Position& p) const noexcept {
    const Set empty = board().empty(p);
    const ChainDistance<Set> mine = chain_distance(p.mine, board().my_legal(p), empty, board().my_edges(), around4);
    if (mine.finishing != 0) return {{win_in(1), win_in(1)}, 0};
    const ChainDistance<Set> theirs = chain_distance(p.theirs, empty, empty, board().their_edges(), around4);
    Evaluation e = results_.evaluate(p);
    // A player who needs one stone, and cannot place it now, needs another turn.
    e.bounds.upper = std::min(e.bounds.upper, win_in(2 * std::max(mine.distance, 2) - 1));
    e.bounds.lower = std::max(e.bounds.lower, loss_in(2 * theirs.distance));
    return e;
  }

 private:
  ResultGame<K> results_;
};

// The keys for distances can be others than those for results.
template <class K, class DistanceKey = K>
class SearchOf final : public DistanceSearch {
 public:
  SearchOf(int width, int height, const MemoryBudget& memory_budget)
      : result_game_({width, height}),
        distance_game_({width, height}),
        results_(result_game_, memory_budget),
        distances_(distance_game_, memory_budget) {}

  std::optional<int> result(const PositionText& p, Control& control) override {
    return results_.result(result_game_.read(p), control);
  }

  std::optional<int> distance(const PositionText& p, Control& control) override {
    const std::optional<Score> score = distances_.score(distance_game_.read(p), control);
    if (!score) return std::nullopt;
    return plies_of(*score);
  }

  void save(Sink& sink) const override { save_all(sink, results_, distances_); }
  LoadCounts load(Source& source) override { return load_all(source, results_, distances_); }

 private:
  ResultGame<K> result_game_;
  DistanceGame<DistanceKey> distance_game_;
  ProofNumber<ResultGame<K>> results_;
  Negamax<DistanceGame<DistanceKey>, ByDistance> distances_;
};

template <class K>
std::optional<BigCount> perft_with(int width, int height, const PositionText& p, int depth, Control& control) {
  const Rules<K> rules({width, height});
  return Perft<Rules<K>>(rules, control.max_bytes(), control).count(rules.read(p), depth);
}

}  // namespace proofplay::nakatta
