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
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/playouts/game.hpp"
#include "search/playouts/tree.hpp"
#include "search/search_threads.hpp"

namespace proofplay {

// What a search has found out about a move, for the player who makes it. Without a playout, the chances are even.
struct MoveEstimate {
  std::uint32_t playouts = 0;
  double win = 0.5;
  double score = 0;
  Bounds bounds;
};

// The same for a position, for the player to move. Its proved bounds are those that some known move reaches: a win
// without a move that wins is no use.
struct PositionEstimate {
  std::size_t best = 0;
  std::uint64_t playouts = 0;
  double win = 0.5;
  double score = 0;
  Bounds bounds;
  std::vector<MoveEstimate> moves;
};

// What the playouts are for. `even`: half of them are spread evenly over all moves, so that each gets a fair estimate.
// `play_on`: once the score is proved, what is left of the limits goes to finding, among the moves that reach it, the
// one that wins soonest or is hardest to refute.
struct Aim {
  bool even = false;
  bool play_on = false;
};

template <PlayoutGame G>
class TreeSearch {
 public:
  using Position = typename G::Position;

  // `max_bytes` is for the tree and all provers.
  TreeSearch(const G& game, std::uint64_t max_bytes, const Method& method = {})
      : game_(game), max_bytes_(max_bytes), method_(method) {}

  // Estimates a position and the moves that lead to `after`, until a limit is reached or the score is proved; the node
  // limit applies to playouts. Other moves may be left out if each of them is equivalent to one of these. `known`:
  // proved bounds of the moves' scores, for the player to move.
  PositionEstimate run(const Position& root, std::span<const Position> after, std::span<const Bounds> known,
                       std::uint64_t seed, const Aim& aim, Control& control) {
    control_ = &control;
    even_ = aim.even;
    started_ = 0;
    PositionEstimate found = search(root, after, known, seed);
    if (aim.play_on && settled(found.bounds) && control.running()) play_on(found, root, after, seed);
    return found;
  }

 private:
  static constexpr float prior_weight = 10;  // the game's guess about a move counts as much as this many playouts
  static constexpr double amaf_bias = 0.02;  // the larger, the sooner only a move's own playouts count
  static constexpr float kept_each_ply = 0.97F;  // with haste: of what the end of a game is worth
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
  struct Worker {
    Worker(const G& shared, std::uint64_t max_bytes, std::uint64_t seed, std::size_t number)
        : game(shared, number == 0), prover(*game, max_bytes), chance(seed + (std::uint64_t{number} << 32)) {
      for (auto& stamps : played_at) stamps.resize(static_cast<std::size_t>(G::codes));
    }

    GameOfThread<G> game;
    typename ProverOf<G>::Type prover;
    SplitMix chance;
    std::vector<Node*> path;
    PlayedMoves played;
    // By player (0: to move at the root) and code: the last playout in which the move was made.
    std::array<std::vector<std::uint64_t>, 2> played_at;
    std::uint64_t playouts = 0;
  };

  // Grows a tree until a limit is reached or the score is proved.
  PositionEstimate search(const Position& root, std::span<const Position> after, std::span<const Bounds> known,
                          std::uint64_t seed) {
    begin(root, after, known);
    std::vector<std::thread> others;
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(control_->threads()));
    const auto work = [&](std::size_t number) {
      try {
        Worker worker(game_, max_bytes_ / 4 / thrown.size(), seed, number);
        while (next()) play(worker);
      } catch (...) {
        thrown[number] = std::current_exception();
        control_->stop();
      }
    };
    try {
      for (std::size_t i = 1; i < thrown.size(); ++i) others.emplace_back(work, i);
    } catch (const std::system_error&) {
      // The system has no more threads to give: those that have started do the work.
    }
    work(0);
    for (std::thread& other : others) other.join();
    for (const std::exception_ptr& exception : thrown) {
      if (exception) std::rethrow_exception(exception);
    }
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
    nodes_.reset();
    TreeSearch further(game, max_bytes_, {.proofs = false, .haste = true});
    further.control_ = control_;
    further.started_ = started_.load();
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

  void begin(const Position& root, std::span<const Position> after, std::span<const Bounds> known) {
    nodes_ = std::make_unique<Nodes>(max_bytes_ / 4 * 3);
    root_ = &(*nodes_)[*nodes_->make(1)];
    assured_ = -longest;
    root_position_ = root;
    if (method_.proofs) root_->bounds.narrow(game_.bounds(root));
    child_of_.assign(after.size(), nullptr);
    if (!game_.end(root)) {
      grow(game_, *root_, root, [&](int code) { return std::ranges::count(after, played(root, code)) != 0; });
      look(game_, *root_, root);
      for (Node& child : children(*root_)) {
        const auto at = std::ranges::find(after, played(root, child.code)) - after.begin();
        child_of_[static_cast<std::size_t>(at)] = &child;
        if constexpr (!G::margins) child.bounds.narrow({-1, 1});
        child.bounds.narrow(turned(known[static_cast<std::size_t>(at)]));
        // No move is better than the position.
        child.bounds.narrow(turned({-longest, root_->bounds.get().upper}));
      }
      if (std::ranges::count(child_of_, nullptr) != 0) throw std::invalid_argument("no move leads to this position");
    }
    if (method_.proofs) recount(*root_);
  }

  Position played(Position p, int code) const {
    game_.play(p, code);
    return p;
  }

  std::span<Node> children(Node& node) noexcept {
    const std::uint32_t first = node.first_child.load(std::memory_order_acquire);
    return first == 0 ? std::span<Node>{} : std::span<Node>{&(*nodes_)[first], node.child_count};
  }

  // Whether to make another playout.
  bool next() {
    if (children(*root_).empty() || assured_.load(std::memory_order_relaxed) >= root_->bounds.get().upper) return false;
    const std::uint64_t number = started_.fetch_add(1, std::memory_order_relaxed);
    if (number >= control_->max_nodes()) {
      control_->give_up(Reason::nodes);
      return false;
    }
    if (number % 16 == 0 && control_->max_nodes() != Control::unlimited) {
      control_->set_progress(static_cast<double>(number) / static_cast<double>(control_->max_nodes()));
    }
    return number % 16 != 0 || control_->running() ? control_->reason() == Reason::none : false;
  }

  void play(Worker& worker) {
    Position p = root_position_;
    worker.path.assign(1, root_);
    worker.played.clear();
    ++worker.playouts;
    const G& game = *worker.game;
    Node* node = root_;
    for (;;) {
      const std::uint32_t visits = node->visits.fetch_add(1, std::memory_order_relaxed) + 1;
      if (visits == 1) look_at_end(game, *node, p, worker);
      if (node != root_ && settled(node->bounds.get())) break;
      if (is_to_prove(visits)) prove(worker, *node, p, visits);
      if (children(*node).empty()) {
        if (!is_to_grow(*node, worker)) break;
        if (method_.proofs) narrow(worker, *node, game.bounds(p));
        if (settled(node->bounds.get()) || !grow(game, *node, p, [](int) { return true; })) break;
      }
      if (visits == look_at) look(game, *node, p);
      Node* child = choose(*node);
      if (child == nullptr) break;
      game.play(p, child->code);
      worker.played.push_back(child->code);
      worker.path.push_back(child);
      node = child;
    }
    const Bounds bounds = node->bounds.get();
    Forecast forecast =
        settled(bounds) ? forecast_of(bounds.lower) : game.playout(p, worker.chance, worker.played, method_);
    if (method_.haste) {
      const auto plies = static_cast<float>(worker.played.size());
      forecast.win = 0.5F + (forecast.win - 0.5F) * std::pow(kept_each_ply, plies);
    }
    back_up(worker, forecast);
    control_->add_nodes(1);
  }

  // A node with many siblings gets children later, as most of these would never be visited.
  bool is_to_grow(const Node& node, const Worker& worker) const noexcept {
    if (!method_.tree && &node != root_) return false;
    const std::size_t depth = worker.path.size();
    const auto siblings = depth < 2 ? 0U : static_cast<std::uint32_t>(worker.path[depth - 2]->child_count);
    return node.visited() > G::expand_after + siblings / 16;
  }

  // Makes the children of a node, for the moves with a wanted code; false if another thread is doing so, or there is no
  // room.
  template <class F>
  bool grow(const G& game, Node& node, const Position& p, F&& is_wanted) {
    if (node.is_growing.exchange(true, std::memory_order_acquire)) return false;
    struct Choice {
      int code;
      float prior;
    };
    thread_local std::vector<Choice> choices;
    choices.clear();
    game.each_move(p, [&](int code, float prior) {
      if (is_wanted(code)) choices.push_back({code, prior});
    });
    const std::optional<std::uint32_t> first = nodes_->make(choices.size());
    if (!first) return false;  // and no thread tries again
    for (std::size_t i = 0; i < choices.size(); ++i) {
      Node& child = (*nodes_)[*first + static_cast<std::uint32_t>(i)];
      child.code = static_cast<std::uint16_t>(choices[i].code);
      child.prior = method_.guided ? choices[i].prior : 0.5F;
    }
    node.child_count = static_cast<std::uint16_t>(choices.size());
    node.first_child.store(*first, std::memory_order_release);
    return true;
  }

  // Takes a closer look at the moves of a position.
  void look(const G& game, Node& node, const Position& p) {
    if constexpr (LookingGame<G>) {
      if (!method_.guided) return;
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
      if (method_.proofs && &node != root_) narrow(worker, node, worker.prover.prove(p, visits / 2));
    }
  }

  // Records how a game that is over has ended.
  void look_at_end(const G& game, Node& node, const Position& p, Worker& worker) {
    const std::optional<Score> score = game.end(p);
    if (!score) return;
    if (method_.proofs) {
      narrow(worker, node, {*score, *score});
    } else {
      node.bounds.narrow({*score, *score});
    }
  }

  // Narrows the bounds of the node at the end of the path, and propagates them up the path.
  void narrow(Worker& worker, Node& node, const Bounds& bounds) {
    if (!node.bounds.narrow(bounds)) return;
    for (std::size_t i = worker.path.size() - 1; i-- > 0;) {
      if (!recount(*worker.path[i])) return;
    }
  }

  // Updates the bounds of a node from its children; returns whether they got narrower.
  bool recount(Node& node) noexcept {
    const std::span<Node> all = children(node);
    if (all.empty()) return false;
    Bounds best{-longest, -longest};
    for (const Node& child : all) {
      const Bounds b = turned(child.bounds.get());
      best = {std::max(best.lower, b.lower), std::max(best.upper, b.upper)};
    }
    if (&node == root_) assured_.store(best.lower, std::memory_order_relaxed);
    return node.bounds.narrow(best);
  }

  // The child to visit; none if no move can improve on what is proved.
  Node* choose(Node& node) {
    const std::span<Node> all = children(node);
    // At the root it is not enough to know a score: a move that reaches it must be known too.
    const Score assured = &node == root_ ? assured_.load(std::memory_order_relaxed) : node.bounds.get().lower;
    if (&node == root_ && even_) {
      if (Node* behind = least_visited(all, assured)) return behind;
    }
    const double of_all = std::log(static_cast<double>(node.visited()) + 1);
    const auto exploration = static_cast<double>(game_.exploration(method_));
    Node* best = nullptr;
    double highest = 0;
    for (Node& child : all) {
      if (-child.bounds.get().lower <= assured) continue;
      const double visits = child.visited();
      const double worth = worth_of(child, visits) + exploration * std::sqrt(of_all / (visits + 1));
      if (best == nullptr || worth > highest) best = &child, highest = worth;
    }
    return best;
  }

  // The child with the fewest visits, if it has less than half of its even share.
  Node* least_visited(std::span<Node> all, Score assured) const noexcept {
    Node* candidate = nullptr;
    for (Node& child : all) {
      const bool is_open = -child.bounds.get().lower > assured;
      if (is_open && (candidate == nullptr || child.visited() < candidate->visited())) candidate = &child;
    }
    const bool is_behind = candidate != nullptr && candidate->visited() * 2 * all.size() < root_->visited();
    return is_behind ? candidate : nullptr;
  }

  double worth_of(const Node& child, double visits) const noexcept {
    double worth =
        (child.wins.sum() + prior_weight * child.prior.load(std::memory_order_relaxed)) / (visits + prior_weight);
    if constexpr (G::margins) {
      if (method_.guided) worth += game_.worth_of_score(child.score());
    }
    if constexpr (G::amaf) {
      const double amaf_visits = child.amaf_visits.load(std::memory_order_relaxed);
      if (amaf_visits > 0) {
        const double part = amaf_visits / (visits + amaf_visits + visits * amaf_visits * amaf_bias);
        worth = (1 - part) * worth + part * child.amaf_wins.sum() / amaf_visits;
      }
    }
    return worth;
  }

  void back_up(Worker& worker, Forecast forecast) {
    // Back to the root: the forecast is for the player to move at the end of the path.
    for (std::size_t i = worker.path.size(); i-- > 0;) {
      forecast = forecast.turned();
      worker.path[i]->add(forecast);
    }
    // Now the forecast is for the player who is not to move at the root.
    if (G::amaf && method_.amaf) count_moves(worker, forecast.turned().win);
  }

  // All moves as first: for each node of the path, counts the playout for every child whose move was made there or
  // later by the player to move.
  void count_moves(Worker& worker, float root_win) {
    const PlayedMoves& played = worker.played;
    const std::size_t depth = worker.path.size() - 1;
    for (std::size_t ply = depth; ply < played.size(); ++ply) stamp(worker, ply);
    for (std::size_t ply = depth; ply-- > 0;) {
      stamp(worker, ply);
      const auto& stamps = worker.played_at[ply % 2];
      const float win = ply % 2 == 0 ? root_win : 1 - root_win;
      for (Node& child : children(*worker.path[ply])) {
        if (stamps[child.code] != worker.playouts) continue;
        child.amaf_visits.fetch_add(1, std::memory_order_relaxed);
        child.amaf_wins.add(win);
      }
    }
  }
  static void stamp(Worker& worker, std::size_t ply) {
    worker.played_at[ply % 2][worker.played[ply]] = worker.playouts;
  }

  PositionEstimate found() {
    PositionEstimate e;
    e.playouts = root_->visited();
    e.bounds = root_->bounds.get();
    Score reached = -longest;
    for (Node* child : child_of_) {
      MoveEstimate& m = e.moves.emplace_back();
      if (child != nullptr) {
        m.playouts = child->visited();
        if (m.playouts > 0) m.win = child->wins.sum() / m.playouts;
        m.score = child->score();
        m.bounds = turned(child->bounds.get());
      } else {
        // The game is decided, and no move changes that.
        m.bounds = e.bounds;
      }
      reached = std::max(reached, m.bounds.lower);
      if (settled(m.bounds)) {
        const Forecast exact = forecast_of(m.bounds.lower);
        m.win = static_cast<double>(exact.win);
        m.score = static_cast<double>(exact.score);
      }
    }
    if (!e.moves.empty()) e.bounds.lower = reached;
    const Score enough = settled(e.bounds) ? e.bounds.lower : Score{1};
    for (std::size_t i = 1; i < e.moves.size(); ++i) {
      if (is_better(e.moves[i], e.moves[e.best], enough)) e.best = i;
    }
    if (!e.moves.empty()) {
      e.win = e.moves[e.best].win;
      e.score = e.moves[e.best].score;
    }
    if (settled(e.bounds)) {
      const Forecast exact = forecast_of(e.bounds.lower);
      e.win = static_cast<double>(exact.win);
      e.score = static_cast<double>(exact.score);
    }
    return e;
  }

  // Moves that are proved to reach enough first, proved losses last; in between, by a lower confidence bound of the
  // chance of winning.
  static bool is_better(const MoveEstimate& a, const MoveEstimate& b, Score enough) noexcept {
    const auto rank = [&](const MoveEstimate& m) { return m.bounds.lower >= enough ? 2 : m.bounds.upper < 0 ? 0 : 1; };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (rank(a) != 1) return a.bounds.lower > b.bounds.lower || (a.bounds.lower == b.bounds.lower && a.win > b.win);
    const auto sure = [](const MoveEstimate& m) { return m.win - 2 / std::sqrt(m.playouts + 1.0); };
    return sure(a) > sure(b);
  }

  const G& game_;
  std::uint64_t max_bytes_;
  Method method_;
  std::unique_ptr<Nodes> nodes_;
  Node* root_ = nullptr;
  std::atomic<Score> assured_{-longest};  // the score that some move at the root is proved to reach
  Position root_position_{};
  std::vector<Node*> child_of_;
  bool even_ = false;
  Control* control_ = nullptr;
  std::atomic<std::uint64_t> started_{0};
};

}  // namespace proofplay
