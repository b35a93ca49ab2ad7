// Monte Carlo tree search with proofs: an estimate of a position that no exact search can decide.
//
// The tree grows node by node where playouts are most useful (Kocsis and Szepesvári, "Bandit based Monte-Carlo
// planning", 2006), guided by how well moves do wherever they are played (Gelly and Silver, "Monte-Carlo tree search
// and rapid action value estimation in computer Go", 2011). Proved bounds of scores propagate up the tree and prune
// moves that cannot improve on them (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008; Cazenave and
// Saffidine, "Score bounded Monte-Carlo tree search", 2010). All threads work on one tree; one thread with a fixed seed
// and number of playouts is deterministic.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/interface.hpp"
#include "search/playouts/game.hpp"
#include "search/playouts/tree.hpp"
#include "search/search_threads.hpp"
#include "split_mix.hpp"

namespace proofplay {

template <PlayoutGame G>
class TreeSearch : private PlayoutTree {
 public:
  using Position = typename G::Position;

  // `max_bytes` is for the tree and all provers.
  TreeSearch(const G& game, std::uint64_t max_bytes, const Method& method = {})
      : PlayoutTree(traits(game, method), max_bytes / 4 * 3, method), game_(game), max_bytes_(max_bytes) {}

  // Estimates a position and the moves that lead to `after`, until a limit is reached or the score is proved; the node
  // limit applies to playouts. Other moves may be left out if each of them is equivalent to one of these. `known`:
  // proved bounds of the moves' scores, for the player to move.
  PositionEstimate run(const Position& root, std::span<const Position> after, std::span<const Bounds> known,
                       std::uint64_t seed, const Aim& aim, Control& control) {
    begin(control, aim.even, 0);
    PositionEstimate found = search(root, after, known, seed);
    if (aim.play_on && settled(found.bounds) && control.running()) play_on(found, root, after, seed);
    return found;
  }

 private:
  static constexpr std::uint32_t look_at = 128;  // visits before a closer look
  static constexpr std::uint32_t first_proof = 256;  // visits before the first exact search

  struct NoProver {
    explicit NoProver(const G&, std::uint64_t) {}
  };
  template <class Game>
  struct ProverOf {
    using Type = NoProver;
  };
  template <ProvingGame Game>
  struct ProverOf<Game> {
    using Type = typename Game::Prover;
  };

  // The state of one thread.
  struct Worker : Path {
    Worker(const G& shared, std::uint64_t max_bytes, std::uint64_t seed, std::size_t number)
        : Path(G::codes),
          game(shared, number == 0),
          prover(*game, max_bytes),
          chance(seed + (std::uint64_t{number} << 32)) {}

    GameOfThread<G> game;
    typename ProverOf<G>::Type prover;
    SplitMix chance;
  };

  static GameTraits traits(const G& game, const Method& method) {
    GameTraits found{
        .amaf = G::amaf, .expand_after = G::expand_after, .exploration = static_cast<double>(game.exploration(method))};
    if constexpr (G::margins) found.worth_of_score = &G::worth_of_score;
    return found;
  }

  // Grows a tree until a limit is reached or the score is proved.
  PositionEstimate search(const Position& root, std::span<const Position> after, std::span<const Bounds> known,
                          std::uint64_t seed) {
    begin_tree(root, after, known);
    const auto max_bytes = max_bytes_ / 4 / static_cast<unsigned>(control().threads());
    run_threads([&](std::size_t number) {
      Worker worker(game_, max_bytes, seed, number);
      while (next()) play(worker);
    });
    return found();
  }

  // Chooses between moves that are proved to be equally good, which proofs do not distinguish: playouts to the end of
  // the game show which of them win soonest or are hardest to refute.
  void play_on(PositionEstimate& found, const Position& root, std::span<const Position> after, std::uint64_t seed) {
    const auto& game = to_the_end(game_);
    std::vector<std::size_t> equal;
    std::vector<Position> leading;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (found.moves[i].bounds.lower < found.bounds.lower) continue;
      equal.push_back(i);
      leading.push_back(to_the_end(game, after[i]));
    }
    if (equal.size() < 2) return;
    TreeSearch further(game, max_bytes_, {.proofs = false, .discounted = true});
    further.begin(control(), false, end());
    const PositionEstimate among =
        further.search(to_the_end(game, root), leading, std::vector<Bounds>(equal.size()), seed);
    found.best = equal[among.best];
    found.playouts += among.playouts;
  }

  static decltype(auto) to_the_end(const G& game) {
    if constexpr (DecidedGame<G>) {
      return game.to_the_end();
    } else {
      return (game);
    }
  }
  static Position to_the_end(const G& game, const Position& p) {
    if constexpr (DecidedGame<G>) {
      return game.to_the_end(p);
    } else {
      return p;
    }
  }

  void begin_tree(const Position& root, std::span<const Position> after, std::span<const Bounds> known) {
    root_position_ = root;
    make_root(method().proofs ? game_.bounds(root) : Bounds{});
    std::vector<Node*> child_of(after.size());
    if (!game_.end(root)) {
      grow(game_, this->root(), root, [&](int code) { return std::ranges::count(after, played(root, code)) != 0; });
      look(game_, this->root(), root);
      for (Node& child : children(this->root())) {
        const auto at = std::ranges::find(after, played(root, child.code)) - after.begin();
        child_of[static_cast<std::size_t>(at)] = &child;
        if constexpr (!G::margins) child.bounds.narrow({-1, 1});
        child.bounds.narrow(turned(known[static_cast<std::size_t>(at)]));
      }
      if (std::ranges::count(child_of, nullptr) != 0) throw std::invalid_argument("no move leads to this position");
    }
    set_moves(std::move(child_of));
  }

  Position played(Position p, int code) const {
    game_.play(p, code);
    return p;
  }

  void play(Worker& worker) {
    Position p = root_position_;
    const G& game = *worker.game;
    Node* node = begin_path(worker);
    for (;;) {
      const std::uint32_t visits = node->visits.fetch_add(1, std::memory_order_relaxed) + 1;
      if (visits == 1) look_at_end(game, *node, p, worker);
      if (node != &root() && settled(node->bounds.get())) break;
      if (is_to_prove(visits)) prove(worker, *node, p, visits);
      if (children(*node).empty()) {
        if (!is_to_grow(*node, worker)) break;
        if (method().proofs) narrow(worker, *node, game.bounds(p));
        if (settled(node->bounds.get()) || !grow(game, *node, p, [](int) { return true; })) break;
      }
      if (visits == look_at) look(game, *node, p);
      Node* child = choose(*node);
      if (child == nullptr) break;
      game.play(p, child->code);
      worker.add(*child);
      node = child;
    }
    const Bounds bounds = node->bounds.get();
    back_up(worker,
            settled(bounds) ? forecast_of(bounds.lower) : game.playout(p, worker.chance, worker.played, method()));
  }

  // Makes the children of a node, for the moves with a wanted code; false if another thread is doing so, or there is no
  // room.
  template <class F>
  bool grow(const G& game, Node& node, const Position& p, F&& is_wanted) {
    if (node.is_growing.exchange(true, std::memory_order_acquire)) return false;
    thread_local std::vector<Choice> choices;
    choices.clear();
    game.each_move(p, [&](int code, float prior) {
      if (is_wanted(code)) choices.push_back({code, prior});
    });
    return add_children(node, choices);
  }

  // Takes a closer look at the moves of a position.
  void look(const G& game, Node& node, const Position& p) {
    if constexpr (LookingGame<G>) {
      if (!method().guided) return;
      thread_local std::vector<float> priors;
      priors.assign(static_cast<std::size_t>(G::codes), 0.5F);
      game.look(p, [&](int code, float prior) { priors[static_cast<std::size_t>(code)] = prior; });
      for (Node& child : children(node)) child.prior.store(priors[child.code], std::memory_order_relaxed);
    }
  }

  // Frequently visited positions are searched exactly, each time the number of visits has grown fourfold, so that these
  // searches take at most about as much time as the playouts.
  static constexpr bool is_to_prove(std::uint32_t visits) noexcept {
    return visits >= first_proof && std::has_single_bit(visits) && std::countr_zero(visits) % 2 == 0;
  }
  void prove(Worker& worker, Node& node, const Position& p, std::uint32_t visits) {
    if constexpr (ProvingGame<G>) {
      if (method().proofs && &node != &root()) narrow(worker, node, worker.prover.prove(p, visits / 2));
    }
  }

  // Records how a game that is over has ended.
  void look_at_end(const G& game, Node& node, const Position& p, Worker& worker) {
    const std::optional<Score> score = game.end(p);
    if (!score) return;
    if (method().proofs) {
      narrow(worker, node, {*score, *score});
    } else {
      node.bounds.narrow({*score, *score});
    }
  }

  const G& game_;
  std::uint64_t max_bytes_;
  Position root_position_{};
};

// Tree search in a game that reads positions, as a PlayoutSearch. A game may depend on the flags of a position.
template <PlayoutGame G>
class PlayoutSearchOf final : public PlayoutSearch {
 public:
  PlayoutSearchOf(int width, int height, std::uint64_t max_bytes)
      : width_(width), height_(height), max_bytes_(max_bytes) {
    game(0);
  }

  PositionEstimate run(const PositionText& root, const std::vector<PositionText>& after,
                       const std::vector<Bounds>& known, std::uint64_t seed, const Aim& aim,
                       Control& control) const override {
    const G game = this->game(root.flags);
    std::vector<typename G::Position> children;
    for (const PositionText& p : after) children.push_back(game.read(p));
    TreeSearch<G> search(game, std::min(max_bytes_, control.max_bytes()));
    return search.run(game.read(root), children, known, seed, aim, control);
  }

 private:
  G game(int flags) const {
    if constexpr (std::constructible_from<G, int, int, int>) {
      return G(width_, height_, flags);
    } else {
      return G(width_, height_);
    }
  }

  int width_;
  int height_;
  std::uint64_t max_bytes_;
};

}  // namespace proofplay
