// Marvin as a game for the general searches (search/game.hpp), and the search that uses them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "control.hpp"
#include "games/marvin/rules.hpp"
#include "search/game.hpp"
#include "search/interface.hpp"
#include "search/negamax.hpp"
#include "sets/symmetries.hpp"

namespace proofplay::marvin {

// A position, and whether the move that led to it made a king, which does not affect what follows.
template <class S>
struct StateOf {
  StacksOf<S> stacks;
  bool king_made = false;
};

using State = StateOf<Bits>;

// Boards of up to 32 points: both sets in one word.
struct WordKey {
  using Set = Bits;

  std::uint64_t sets = 0;

  static constexpr int max_points = 32;
  static WordKey of(const Stacks& s) noexcept { return {s.kings | s.singletons << 32}; }
  std::uint64_t hash() const noexcept { return mix(sets); }
  auto operator<=>(const WordKey&) const noexcept = default;
};

// Boards with at most as many points as the sets can hold.
template <class S>
struct PairKey {
  using Set = S;

  S kings{};
  S singletons{};

  static constexpr int max_points = capacity<S>;
  static PairKey of(const StacksOf<S>& s) noexcept { return {s.kings, s.singletons}; }
  std::uint64_t hash() const noexcept { return mix(mix(folded(kings)) + folded(singletons)); }
  auto operator<=>(const PairKey&) const noexcept = default;
};

// A position is worth the kings that the player to move will still make, minus the opponent's.
template <class KeyType>
class MarvinGame {
 public:
  using Key = KeyType;
  using Set = typename Key::Set;
  using State = StateOf<Set>;
  using Stacks = StacksOf<Set>;
  using Position = State;

  static constexpr bool acyclic = true;  // kings stay for ever, and between two of them singletons only increase
  static constexpr bool draws = true;
  static constexpr int max_moves = Key::max_points;

  MarvinGame(int width, int height) : points_(width, height), symmetries_(maps(width, height)) {}

  const PointsOf<Set>& points() const noexcept { return points_; }

  // From now on symmetric images of a position count as one, under the symmetries that preserve these kings: others
  // seldom relate two positions of a search. Any choice of symmetries gives correct answers, so a table remains valid.
  void use_symmetries_of(Set kings) {
    used_symmetries_.clear();
    for (const SetMapOf<Set>& map : symmetries_) {
      if (map(kings) == kings) used_symmetries_.push_back(&map);
    }
  }

  Key key(const State& s) const noexcept {
    Key smallest = Key::of(s.stacks);
    for (const SetMapOf<Set>* map : used_symmetries_) {
      smallest = std::min(smallest, Key::of({(*map)(s.stacks.kings), (*map)(s.stacks.singletons)}));
    }
    return smallest;
  }

  // The score counts the kings, so nothing is left to be won when the board is full.
  Ending ending(const State& s) const noexcept { return s.stacks.kings == points_.all() ? Ending::draw : Ending::open; }

  // The guess was found by experiment: kings first, then moves that leave an even number of empty points, and few.
  Evaluation evaluate(const State& s) const noexcept {
    const Score open = open_points(s);
    const int empty = count_children(s);
    return {{static_cast<Score>(-open), open}, empty + 2 * (empty & 1) - 2 * capacity<Set> * s.king_made};
  }

  // Each open point will go to one of the players: the score is odd if their number is.
  Score attainable(const State& s, Score score) const noexcept {
    return static_cast<Score>(score + ((score ^ open_points(s)) & 1));
  }

  Score gain(const State& s) const noexcept { return s.king_made; }

  int count_children(const State& s) const noexcept { return size(points_.all() & ~s.stacks.all()); }

  template <class F>
  bool each_child(const State& s, F&& f) const {
    return points_.each_placement(s.stacks, [&](const Stacks& after, bool king) { return f(State{after, king}); });
  }

 private:
  static std::vector<SetMapOf<Set>> maps(int width, int height) {
    std::vector<SetMapOf<Set>> found;
    for (const SquareMap& map : symmetries(width, height)) found.emplace_back(map);
    found.erase(found.begin());  // the identity
    return found;
  }

  Score open_points(const State& s) const noexcept { return static_cast<Score>(size(points_.all() & ~s.stacks.kings)); }

  PointsOf<Set> points_;
  std::vector<SetMapOf<Set>> symmetries_;
  std::vector<const SetMapOf<Set>*> used_symmetries_;
};

using SmallGame = MarvinGame<WordKey>;
using LargeGame = MarvinGame<PairKey<Bits>>;
using LargestGame = MarvinGame<PairKey<Words<2>>>;

// Calls f.operator()<Game>() with the game that has the smallest key for this many points.
template <class F>
decltype(auto) with_game_for(int points, F&& f) {
  if (points <= WordKey::max_points) return f.template operator()<SmallGame>();
  if (points <= PairKey<Bits>::max_points) return f.template operator()<LargeGame>();
  return f.template operator()<LargestGame>();
}

template <class G>
class SearchOf final : public ScoreSearch {
 public:
  SearchOf(int width, int height, const MemoryBudget& memory_budget)
      : game_(width, height), search_(game_, memory_budget) {}

  // White's kings at the end minus Red's.
  std::optional<int> score(const PositionText& text, Control& control) override {
    const auto p = begin(text);
    const std::optional<Score> more = search_.score({p.stacks}, control);
    if (!more) return std::nullopt;
    return p.lead + (text.turn == 0 ? *more : -*more);
  }

  std::optional<int> result(const PositionText& text, Control& control) override {
    const auto p = begin(text);
    const int behind = text.turn == 0 ? -p.lead : p.lead;
    for (int result = 1; result >= 0; --result) {
      const auto needed = static_cast<Score>(behind + result);
      const std::optional<bool> reached = search_.at_least({p.stacks}, needed, control);
      if (!reached) return std::nullopt;
      if (*reached) return result;
    }
    return -1;
  }

  void save(Sink& sink) const override { search_.save(sink); }
  LoadCounts load(Source& source) override { return search_.load(source); }

 private:
  StacksAndLeadOf<typename G::Set> begin(const PositionText& text) {
    const auto p = read(game_.points(), text.cells);
    game_.use_symmetries_of(p.stacks.kings);
    return p;
  }

  G game_;
  Negamax<G, ByScore> search_;
};

}  // namespace proofplay::marvin
