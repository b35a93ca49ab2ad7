#include "search/playouts/tree.hpp"

#include <cmath>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

namespace proofplay {

namespace {

constexpr float prior_weight = 10;  // the game's guess about a move counts as much as this many playouts
constexpr double amaf_bias = 0.02;  // the larger, the sooner only a move's own playouts count
constexpr float kept_each_ply = 0.97F;  // if discounted: of what the end of a game is worth

// Moves that are proved to reach enough first, proved losses last; in between, by a lower confidence bound of the
// chance of winning.
bool is_better(const MoveEstimate& a, const MoveEstimate& b, Score enough) noexcept {
  const auto rank = [&](const MoveEstimate& m) { return m.bounds.lower >= enough ? 2 : m.bounds.upper < 0 ? 0 : 1; };
  if (rank(a) != rank(b)) return rank(a) > rank(b);
  if (rank(a) != 1) return a.bounds.lower > b.bounds.lower || (a.bounds.lower == b.bounds.lower && a.win > b.win);
  const auto sure = [](const MoveEstimate& m) { return m.win - 2 / std::sqrt(m.playouts + 1.0); };
  return sure(a) > sure(b);
}

void stamp(std::array<std::vector<std::uint64_t>, 2>& played_at, const PlayedMoves& played, std::size_t ply,
           std::uint64_t playout) {
  played_at[ply % 2][played[ply]] = playout;
}

}  // namespace

void PlayoutTree::make_root(const Bounds& known) {
  nodes_ = std::make_unique<Nodes>(max_bytes_);
  root_ = &(*nodes_)[*nodes_->make(1)];
  assured_ = -longest;
  root_->bounds.narrow(known);
}

void PlayoutTree::set_moves(std::vector<Node*> children) {
  child_of_ = std::move(children);
  // No move is better than the position.
  const Bounds at_most{-longest, root_->bounds.get().upper};
  for (Node* child : child_of_) {
    if (child != nullptr) child->bounds.narrow(turned(at_most));
  }
  if (method_.proofs) recount(*root_);
}

bool PlayoutTree::add_children(Node& node, const std::vector<Choice>& choices) {
  const std::optional<std::uint32_t> first = nodes_->make(choices.size());
  if (!first) return false;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    Node& child = (*nodes_)[*first + static_cast<std::uint32_t>(i)];
    child.code = static_cast<std::uint16_t>(choices[i].code);
    child.prior = method_.guided ? choices[i].prior : 0.5F;
  }
  node.child_count = static_cast<std::uint16_t>(choices.size());
  node.first_child.store(*first, std::memory_order_release);
  return true;
}

void PlayoutTree::run_threads(const std::function<void(std::size_t)>& work) {
  std::vector<std::thread> others;
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(control_->threads()));
  const auto run = [&](std::size_t number) {
    try {
      work(number);
    } catch (...) {
      thrown[number] = std::current_exception();
      control_->stop();
    }
  };
  try {
    for (std::size_t i = 1; i < thrown.size(); ++i) others.emplace_back(run, i);
  } catch (const std::system_error&) {
    // The system has no more threads to give: those that have started do the work.
  }
  run(0);
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

bool PlayoutTree::next() {
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

bool PlayoutTree::is_to_grow(const Node& node, const Path& path) const noexcept {
  if (!method_.tree && &node != root_) return false;
  const std::size_t depth = path.nodes.size();
  const auto siblings = depth < 2 ? 0U : static_cast<std::uint32_t>(path.nodes[depth - 2]->child_count);
  return node.visited() > game_.expand_after + siblings / 16;
}

void PlayoutTree::narrow(Path& path, Node& node, const Bounds& bounds) {
  if (!node.bounds.narrow(bounds)) return;
  for (std::size_t i = path.nodes.size() - 1; i-- > 0;) {
    if (!recount(*path.nodes[i])) return;
  }
}

// Updates the bounds of a node from its children; returns whether they got narrower.
bool PlayoutTree::recount(Node& node) noexcept {
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

Node* PlayoutTree::choose(Node& node) {
  const std::span<Node> all = children(node);
  // At the root it is not enough to know a score: a move that reaches it must be known too.
  const Score assured = &node == root_ ? assured_.load(std::memory_order_relaxed) : node.bounds.get().lower;
  if (&node == root_ && even_) {
    if (Node* behind = least_visited(all, assured)) return behind;
  }
  const double of_all = std::log(static_cast<double>(node.visited()) + 1);
  Node* best = nullptr;
  double highest = 0;
  for (Node& child : all) {
    if (-child.bounds.get().lower <= assured) continue;
    const double visits = child.visited();
    const double worth = worth_of(child, visits) + game_.exploration * std::sqrt(of_all / (visits + 1));
    if (best == nullptr || worth > highest) best = &child, highest = worth;
  }
  return best;
}

// The child with the fewest visits, if it has less than half of its even share.
Node* PlayoutTree::least_visited(std::span<Node> all, Score assured) const noexcept {
  Node* candidate = nullptr;
  for (Node& child : all) {
    const bool is_open = -child.bounds.get().lower > assured;
    if (is_open && (candidate == nullptr || child.visited() < candidate->visited())) candidate = &child;
  }
  const bool is_behind = candidate != nullptr && candidate->visited() * 2 * all.size() < root_->visited();
  return is_behind ? candidate : nullptr;
}

double PlayoutTree::worth_of(const Node& child, double visits) const noexcept {
  double worth =
      (child.wins.sum() + prior_weight * child.prior.load(std::memory_order_relaxed)) / (visits + prior_weight);
  if (game_.worth_of_score != nullptr && method_.guided) worth += game_.worth_of_score(child.score());
  if (game_.amaf) {
    const double amaf_visits = child.amaf_visits.load(std::memory_order_relaxed);
    if (amaf_visits > 0) {
      const double part = amaf_visits / (visits + amaf_visits + visits * amaf_visits * amaf_bias);
      worth = (1 - part) * worth + part * child.amaf_wins.sum() / amaf_visits;
    }
  }
  return worth;
}

void PlayoutTree::back_up(Path& path, Forecast forecast) {
  if (method_.discounted) {
    const auto plies = static_cast<float>(path.played.size());
    forecast.win = 0.5F + (forecast.win - 0.5F) * std::pow(kept_each_ply, plies);
  }
  for (std::size_t i = path.nodes.size(); i-- > 0;) {
    forecast = forecast.turned();
    path.nodes[i]->add(forecast);
  }
  // Now the forecast is for the player who is not to move at the root.
  if (game_.amaf && method_.amaf) count_moves(path, forecast.turned().win);
  control_->add_nodes(1);
}

// All moves as first: for each node of the path, counts the playout for every child whose move was made there or
// later by the player to move.
void PlayoutTree::count_moves(Path& path, float root_win) {
  const PlayedMoves& played = path.played;
  const std::size_t depth = path.nodes.size() - 1;
  for (std::size_t ply = depth; ply < played.size(); ++ply) stamp(path.played_at, played, ply, path.playouts);
  for (std::size_t ply = depth; ply-- > 0;) {
    stamp(path.played_at, played, ply, path.playouts);
    const auto& stamps = path.played_at[ply % 2];
    const float win = ply % 2 == 0 ? root_win : 1 - root_win;
    for (Node& child : children(*path.nodes[ply])) {
      if (stamps[child.code] != path.playouts) continue;
      child.amaf_visits.fetch_add(1, std::memory_order_relaxed);
      child.amaf_wins.add(win);
    }
  }
}

PositionEstimate PlayoutTree::found() {
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

}  // namespace proofplay
