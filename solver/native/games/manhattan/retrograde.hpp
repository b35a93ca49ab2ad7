// Manhattan as a game for whole tables (search/retrograde.hpp). Whether positions can repeat does not matter here
// (MH6): if they could, and neither player had anything better, the table would call it a draw.
#pragma once

#include <cstdint>

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

  Checkers read(const PositionText& p) const { return manhattan::read(rules_.board(), p.cells, p.turn); }
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

}  // namespace proofplay::manhattan
