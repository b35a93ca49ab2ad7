// The tree of a search with playouts, to which several threads add nodes and results.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "control.hpp"
#include "search/game.hpp"
#include "search/playouts/estimate.hpp"
#include "search/playouts/game.hpp"

namespace proofplay {

// Bounds that several threads narrow; both ends change at once.
class SharedBounds {
 public:
  Bounds get() const noexcept { return unpacked(word_.load(std::memory_order_relaxed)); }

  // Intersects the known bounds with these; returns whether that narrows them.
  bool narrow(const Bounds& b) noexcept {
    std::uint32_t old = word_.load(std::memory_order_relaxed);
    for (;;) {
      const Bounds now = unpacked(old);
      const Bounds both{std::max(now.lower, b.lower), std::min(now.upper, b.upper)};
      if (both == now) return false;
      if (word_.compare_exchange_weak(old, packed(both), std::memory_order_relaxed)) return true;
    }
  }

 private:
  static constexpr std::uint32_t packed(const Bounds& b) noexcept {
    return static_cast<std::uint32_t>(static_cast<std::uint16_t>(b.lower)) << 16 | static_cast<std::uint16_t>(b.upper);
  }
  static constexpr Bounds unpacked(std::uint32_t word) noexcept {
    return {static_cast<Score>(word >> 16), static_cast<Score>(word & 0xffff)};
  }

  std::atomic<std::uint32_t> word_{packed({})};
};

constexpr Bounds turned(const Bounds& b) noexcept {
  return {static_cast<Score>(-b.upper), static_cast<Score>(-b.lower)};
}
constexpr bool settled(const Bounds& b) noexcept { return b.lower == b.upper; }

// A sum of forecasts.
class WinSum {
 public:
  void add(float win) noexcept {
    sum_.fetch_add(static_cast<std::uint64_t>(win * one + 0.5F), std::memory_order_relaxed);
  }
  double sum() const noexcept { return static_cast<double>(sum_.load(std::memory_order_relaxed)) / one; }

 private:
  static constexpr float one = 65536;
  std::atomic<std::uint64_t> sum_{0};
};

// A position and the move that led to it. Forecasts are for the player who made that move; bounds for the player to
// move.
struct Node {
  std::atomic<std::uint32_t> visits{0};
  std::atomic<std::uint32_t> amaf_visits{0};
  WinSum wins;
  WinSum amaf_wins;
  std::atomic<std::int64_t> scores{0};  // in sixteenths
  SharedBounds bounds;
  std::atomic<std::uint32_t> first_child{0};  // 0: there are none yet
  std::atomic<bool> is_growing{false};        // a thread is making its children
  std::uint16_t child_count = 0;
  std::uint16_t code = 0;
  std::atomic<float> prior{0.5F};  // the game's guess of the chance for the player who makes the move

  std::uint32_t visited() const noexcept { return visits.load(std::memory_order_relaxed); }
  void add(const Forecast& f) noexcept {
    wins.add(f.win);
    scores.fetch_add(static_cast<std::int64_t>(f.score * 16), std::memory_order_relaxed);
  }
  double score() const noexcept {
    const std::uint32_t n = visited();
    return n == 0 ? 0 : static_cast<double>(scores.load(std::memory_order_relaxed)) / 16 / n;
  }
};

// Storage for nodes, up to a limit. The children of a node are contiguous.
class Nodes {
 public:
  explicit Nodes(std::uint64_t max_bytes) : chunks_(std::max<std::size_t>(1, max_bytes / (sizeof(Node) * chunk_size))) {
    chunks_[0] = std::make_unique<Node[]>(chunk_size);
  }

  Node& operator[](std::uint32_t i) noexcept { return chunks_[i / chunk_size][i % chunk_size]; }

  // The first of `count` new nodes, at most `chunk_size`; none if the storage is full.
  std::optional<std::uint32_t> make(std::size_t count) {
    const std::lock_guard lock(mutex_);
    std::size_t first = next_;
    if (first / chunk_size != (first + count - 1) / chunk_size) first = (first / chunk_size + 1) * chunk_size;
    const std::size_t chunk = first / chunk_size;
    if (chunk >= chunks_.size()) return std::nullopt;
    if (!chunks_[chunk]) {
      chunks_[chunk].reset(new (std::nothrow) Node[chunk_size]);
      if (!chunks_[chunk]) return std::nullopt;
    }
    next_ = first + count;
    return static_cast<std::uint32_t>(first);
  }

 private:
  static constexpr std::size_t chunk_size = 1 << 14;

  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::size_t next_ = 0;
  std::mutex mutex_;
};

// What a tree needs to know about a game (search/playouts/game.hpp); `worth_of_score` if it has margins.
struct GameTraits {
  bool amaf = false;
  std::uint32_t expand_after = 0;
  double exploration = 0;
  double (*worth_of_score)(double) = nullptr;
};

// The part of tree search that is the same in all games: which node to visit, and what playouts and proofs say about
// the nodes above.
class PlayoutTree {
 protected:
  // The nodes that a playout of one thread visits, and its moves.
  struct Path {
    explicit Path(int codes) {
      for (auto& stamps : played_at) stamps.resize(static_cast<std::size_t>(codes));
    }

    void add(Node& node) {
      played.push_back(node.code);
      nodes.push_back(&node);
    }

    std::vector<Node*> nodes;
    PlayedMoves played;
    // By player (0: to move at the root) and code: the last playout in which the move was made.
    std::array<std::vector<std::uint64_t>, 2> played_at;
    std::uint64_t playouts = 0;
  };

  struct Choice {
    int code;
    float prior;
  };

  PlayoutTree(const GameTraits& game, std::uint64_t max_bytes, const Method& method)
      : game_(game), max_bytes_(max_bytes), method_(method) {}
  PlayoutTree(const PlayoutTree&) = delete;
  PlayoutTree& operator=(const PlayoutTree&) = delete;

  const Method& method() const noexcept { return method_; }
  Control& control() noexcept { return *control_; }
  Node& root() noexcept { return *root_; }

  // `started`: playouts that count as made before.
  void begin(Control& control, bool even, std::uint64_t started) noexcept {
    control_ = &control;
    even_ = even;
    started_ = started;
  }

  // Releases the tree, and returns how many playouts were started.
  std::uint64_t end() noexcept {
    nodes_.reset();
    return started_;
  }

  void make_root(const Bounds& known);

  // The root's children by the moves that were asked for.
  void set_moves(std::vector<Node*> children);

  // Adds children; false if there is no room, and no thread tries again.
  bool add_children(Node& node, const std::vector<Choice>& choices);

  std::span<Node> children(Node& node) noexcept {
    const std::uint32_t first = node.first_child.load(std::memory_order_acquire);
    return first == 0 ? std::span<Node>{} : std::span<Node>{&(*nodes_)[first], node.child_count};
  }

  // Runs work(number) in as many threads as the control says; rethrows what one of them throws.
  void run_threads(const std::function<void(std::size_t)>& work);

  // Whether to make another playout.
  bool next();

  Node* begin_path(Path& path) noexcept {
    path.nodes.assign(1, root_);
    path.played.clear();
    ++path.playouts;
    return root_;
  }

  // A node with many siblings gets children later, as most of these would never be visited.
  bool is_to_grow(const Node& node, const Path& path) const noexcept;

  // Narrows the bounds of the node at the end of the path, and propagates them up the path.
  void narrow(Path& path, Node& node, const Bounds& bounds);

  // The child to visit; none if no move can improve on what is proved.
  Node* choose(Node& node);

  // Counts a playout for the nodes of its path; the forecast is for the player to move at the end of it.
  void back_up(Path& path, Forecast forecast);

  PositionEstimate found();

 private:
  bool recount(Node& node) noexcept;
  Node* least_visited(std::span<Node> all, Score assured) const noexcept;
  double worth_of(const Node& child, double visits) const noexcept;
  void count_moves(Path& path, float root_win);

  GameTraits game_;
  std::uint64_t max_bytes_;
  Method method_;
  std::unique_ptr<Nodes> nodes_;
  Node* root_ = nullptr;
  std::atomic<Score> assured_{-longest};  // the score that some move at the root is proved to reach
  std::vector<Node*> child_of_;
  bool even_ = false;
  Control* control_ = nullptr;
  std::atomic<std::uint64_t> started_{0};
};

}  // namespace proofplay
