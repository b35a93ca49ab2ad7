// Perft: the number of legal move sequences of a given length.
//
// Moves often transpose, so the count of a position is kept in a table by position and remaining plies. Without the
// table, counting n sequences takes n / (moves at the last ply) steps, as the last ply is counted without being played.
#pragma once

#include <optional>

#include "big_count.hpp"
#include "control.hpp"
#include "search/game.hpp"
#include "search/table.hpp"

namespace proofplay {

template <class G>
concept CountableGame = Game<G> && requires(const G& game, const typename G::Position& p) {
  { game.count_children(p) } -> std::same_as<int>;  // the number of times each_child calls its function
};

template <class Key>
struct PerftKey {
  Key position{};
  std::uint32_t depth = 0;

  std::uint64_t hash() const noexcept { return mix(position.hash() + depth); }
  bool operator==(const PerftKey&) const noexcept = default;
};

struct PerftEntry {
  BigCount count;
  bool known = false;
  bool operator==(const PerftEntry&) const noexcept = default;
};

template <CountableGame G>
class Perft {
 public:
  using Position = typename G::Position;

  Perft(const G& game, std::uint64_t max_bytes, Control& control) : game_(game), table_(max_bytes), meter_(control) {}

  // The number of sequences of exactly `depth` plies; none if a limit ended the count.
  std::optional<BigCount> count(const Position& p, int depth) {
    try {
      return count_from(p, depth);
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

 private:
  struct Stopped {};

  static constexpr int min_depth_kept = 3;  // below that, counting is as fast as a look-up

  BigCount count_from(const Position& p, int depth) {
    if (depth == 0) return 1;
    if (game_.ending(p) != Ending::open) return 0;
    if (depth == 1) return static_cast<std::uint64_t>(game_.count_children(p));
    return depth < min_depth_kept ? count_by_moves(p, depth) : count_by_table(p, depth);
  }

  BigCount count_by_table(const Position& p, int depth) {
    const PerftKey<typename G::Key> key{game_.key(p), static_cast<std::uint32_t>(depth)};
    const PerftEntry seen = table_.get(key);
    if (seen.known) return seen.count;
    const BigCount count = count_by_moves(p, depth);
    table_.put(key, {count, true});
    return count;
  }

  BigCount count_by_moves(const Position& p, int depth) {
    if (!meter_.tick()) throw Stopped{};
    BigCount count;
    game_.each_child(p, [&](const Position& q) {
      count += count_from(q, depth - 1);
      return false;
    });
    return count;
  }

  const G& game_;
  Table<PerftKey<typename G::Key>, PerftEntry> table_;
  Meter meter_;
};

}  // namespace proofplay
