// Manhattan as a game for whole tables (search/retrograde.hpp). Whether positions can repeat does not matter here
// (MH6): if they could, and neither player had anything better, the table would call it a draw.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "control.hpp"
#include "games/manhattan/keys.hpp"
#include "games/manhattan/search.hpp"
#include "search/retrograde.hpp"

namespace proofplay::manhattan {

// The rules, with positions as the player to move sees them.
template <class K>
class RetrogradeGame {
 public:
  using Position = Checkers;
  using Key = K;

  static constexpr int max_moves = Rules<true>::max_moves;

  // `max_bytes` is for the cache of shapes.
  RetrogradeGame(const Board& board, std::uint64_t max_bytes) : rules_(board, max_bytes) {}

  Key key(const Checkers& c) const noexcept { return Key::of(c); }
  Checkers position(const Key& key) const noexcept { return key.checkers(); }
  Ending ending(const Checkers& c) const noexcept { return rules_.ending({c}); }

  template <class F>
  bool each_child(const Checkers& c, F&& f) const {
    return rules_.each_child({c}, [&](const State& s) { return f(s.checkers); });
  }

 private:
  Rules<true> rules_;
};

// The table of a board: the positions reachable from those that are looked up.
class ReachedBoard {
 public:
  // `max_bytes` is for everything together.
  ReachedBoard(int width, int height, std::uint64_t max_bytes) : board_(width, height), table_(of(board_, max_bytes)) {}

  const Board& board() const noexcept { return board_; }
  const ReachedTable<Checkers>& table() const noexcept { return *table_; }

  // As in Retrograde.
  std::optional<Score> score(const Checkers& c, Control& control) { return table_->score(c, control); }

 private:
  static std::unique_ptr<ReachedTable<Checkers>> of(const Board& board, std::uint64_t max_bytes) {
    return size(board.squares()) <= SmallKey::max_squares ? with_key<SmallKey>(board, max_bytes)
                                                          : with_key<Key>(board, max_bytes);
  }

  template <class K>
  static std::unique_ptr<ReachedTable<Checkers>> with_key(const Board& board, std::uint64_t max_bytes) {
    return std::make_unique<ReachedTableOf<RetrogradeGame<K>>>(RetrogradeGame<K>(board, max_bytes / 16),
                                                               max_bytes / 16 * 15);
  }

  Board board_;
  std::unique_ptr<ReachedTable<Checkers>> table_;
};

}  // namespace proofplay::manhattan
