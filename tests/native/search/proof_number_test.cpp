// Proof-number search and negamax against plain recursion, on random games with draws.
#include "search/proof_number.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "search/negamax.hpp"

using namespace proofplay;

namespace {

struct NodeKey {
  std::uint32_t node = 0;
  std::uint64_t hash() const noexcept { return mix(node); }
  bool operator==(const NodeKey&) const noexcept = default;
};

// A random game on numbers: moves lead to larger ones, and numbers without a move have a random result. Many moves lead
// to the same position.
class RandomGame {
 public:
  using Position = std::uint32_t;
  using Key = NodeKey;
  static constexpr bool acyclic = true;
  static constexpr bool draws = true;
  static constexpr int max_moves = 20;  // more than there are

  RandomGame(std::mt19937& random, std::uint32_t nodes, std::uint32_t furthest = 12)
      : moves_(nodes), endings_(nodes, Ending::open) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t later = std::min<std::uint32_t>(nodes - 1 - i, furthest);
      const auto degree = later == 0 || random() % 8 == 0 ? 0 : 1 + random() % 4;
      for (unsigned m = 0; m < degree; ++m) moves_[i].push_back(i + 1 + static_cast<std::uint32_t>(random() % later));
      if (degree == 0) endings_[i] = static_cast<Ending>(1 + random() % 3);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(moves_.size()); }
  NodeKey key(std::uint32_t p) const { return {p}; }
  Ending ending(std::uint32_t p) const { return endings_[p]; }
  Evaluation evaluate(std::uint32_t) const { return {}; }

  template <class F>
  bool each_child(std::uint32_t p, F&& f) const {
    return std::any_of(moves_[p].begin(), moves_[p].end(), f);
  }

 private:
  std::vector<std::vector<std::uint32_t>> moves_;
  std::vector<Ending> endings_;
};

// The value of each position, and the plies to the end.
std::vector<Score> scores(const RandomGame& game) {
  std::vector<Score> found(game.size());
  for (std::uint32_t i = game.size(); i-- > 0;) {
    switch (game.ending(i)) {
      case Ending::win: found[i] = win_in(0); break;
      case Ending::draw: found[i] = 0; break;
      case Ending::loss: found[i] = loss_in(0); break;
      case Ending::open:
        found[i] = loss_in(0);
        game.each_child(i, [&](std::uint32_t q) {
          found[i] = std::max(found[i], ByDistance::moving_to(found[q]));
          return false;
        });
    }
  }
  return found;
}

TEST_CASE("df-pn and negamax are right about random games") {
  std::mt19937 random(2002);
  for (int n = 0; n < 400; ++n) {
    const RandomGame game(random, 60);
    const std::vector<Score> expected = scores(game);
    const std::uint64_t max_bytes = n % 2 == 0 ? 1 << 8 : 1 << 20;
    ProofNumber<RandomGame> proof_number(game, max_bytes);
    Negamax<RandomGame, ByResult> negamax(game, max_bytes);
    Negamax<RandomGame, ByDistance> by_halves(game, max_bytes), nearest_first(game, max_bytes);
    for (std::uint32_t p = 0; p < game.size(); ++p) {
      Control control;
      const Score result = ByResult::of(expected[p]);
      CHECK(proof_number.result(p, control) == result);
      CHECK(proof_number.at_least(p, 1, control) == (result >= 1));
      CHECK(proof_number.at_least(p, 0, control) == (result >= 0));
      CHECK(negamax.score(p, control) == result);
      CHECK(by_halves.score(p, control) == expected[p]);
      const Bounds known{.lower = result > 0 ? Score{1} : loss_in(0), .upper = result < 0 ? Score{-1} : win_in(0)};
      CHECK(nearest_first.score_nearest_first(p, known, control) == expected[p]);
    }
    // Interrupted and asked again. Each attempt only makes progress if it can reach the end of a line.
    ProofNumber<RandomGame> slow(game, 1 << 20);
    std::optional<Score> found;
    for (int attempts = 0; !found && attempts < 1000; ++attempts) {
      Control control(40);
      found = slow.result(0, control);
      CHECK(control.nodes() <= 40);
    }
    CHECK(found == ByResult::of(expected[0]));
  }
}

// Each thread must have a copy of this game: if two share one, the thread sanitizer reports the counter.
class SingleThreadGame : public RandomGame {
 public:
  using RandomGame::RandomGame;
  explicit SingleThreadGame(const RandomGame& game) : RandomGame(game) {}
  SingleThreadGame copy_for_thread() const { return SingleThreadGame(static_cast<const RandomGame&>(*this)); }

  template <class F>
  bool each_child(std::uint32_t p, F&& f) const {
    ++calls_;
    return RandomGame::each_child(p, f);
  }

 private:
  mutable std::uint64_t calls_ = 0;
};

struct Failure {};

// Throws once it has been asked for the moves of many positions.
class ThrowingGame : public RandomGame {
 public:
  explicit ThrowingGame(const RandomGame& game) : RandomGame(game) {}

  template <class F>
  bool each_child(std::uint32_t p, F&& f) const {
    if (++calls_ > 1500) throw Failure{};
    return RandomGame::each_child(p, f);
  }

 private:
  mutable std::atomic<int> calls_ = 0;
};

constexpr double no_time_limit = std::numeric_limits<double>::infinity();

Control three_threads(std::uint64_t max_nodes = Control::unlimited) {
  return Control(max_nodes, no_time_limit, Control::unlimited, 3, 256);
}

TEST_CASE("threads that search together are right about random games") {
  std::mt19937 random(2013);
  for (int n = 0; n < 5; ++n) {
    const SingleThreadGame game(random, 30'000, 2000);
    const std::vector<Score> expected = scores(game);
    const std::uint64_t max_bytes = n % 3 == 0 ? 1 << 12 : 1 << 22;
    ProofNumber<SingleThreadGame> proof_number(game, max_bytes);
    Negamax<SingleThreadGame, ByResult> negamax(game, max_bytes);
    Negamax<SingleThreadGame, ByDistance> by_halves(game, 1 << 22);
    for (std::uint32_t p = 0; p < 3; ++p) {
      Control control = three_threads();
      CHECK(proof_number.result(p, control) == ByResult::of(expected[p]));
      CHECK(negamax.score(p, control) == ByResult::of(expected[p]));
      CHECK(by_halves.score(p, control) == expected[p]);
    }
  }
}

// The first position that takes many others to decide.
std::uint32_t hard_position(const RandomGame& game) {
  for (std::uint32_t p = 0; p < game.size(); ++p) {
    Control control;
    ProofNumber<RandomGame>(game, 1 << 24).result(p, control);
    if (control.nodes() > 4000) return p;
  }
  throw std::logic_error("none of the positions is hard");
}

TEST_CASE("a limit ends all threads, and an exception of one is rethrown in the first") {
  std::mt19937 random(2013);
  const RandomGame game(random, 30'000, 2000);
  const std::uint32_t p = hard_position(game);
  Control few = three_threads(1500), enough = three_threads();
  ProofNumber<RandomGame> proof_number(game, 1 << 24);
  CHECK(!proof_number.result(p, few));
  CHECK(few.reason() == Reason::nodes);
  CHECK(proof_number.result(p, enough) == ByResult::of(scores(game)[p]));
  const ThrowingGame throwing(game);
  ProofNumber<ThrowingGame> throws(throwing, 1 << 24);
  Control control = three_threads();
  CHECK_THROWS_AS(throws.result(p, control), Failure);
  CHECK_THROWS_AS(throws.result(p, control), Failure);
}

}  // namespace
