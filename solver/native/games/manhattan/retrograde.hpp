// Manhattan as a game that a table holds whole (search/retrograde.hpp). Whether play can come back does not matter
// here (MH6): if it could, and neither player had better, the table would say that it is a draw.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "control.hpp"
#include "games/manhattan/search.hpp"
#include "search/retrograde.hpp"
#include "sets/ternary.hpp"

namespace proofplay::manhattan {

// Boards of up to 40 squares, a digit to base 3 each: 3^40 < 2^64.
struct SmallKey {
  std::uint64_t code = 0;

  static constexpr int most_squares = 40;

  static SmallKey of(const Checkers& c) noexcept {
    std::uint64_t code = 0;
    for (int shift = most_squares - 8; shift >= 0; shift -= 8) {
      code = code * Byte::count + Byte::of(c.mine >> shift, c.theirs >> shift);
    }
    return {code};
  }

  Checkers checkers() const noexcept {
    Checkers c;
    std::uint64_t left = code;
    for (int shift = 0; left != 0; shift += 8, left /= Byte::count) {
      const auto [mine, theirs] = Byte::sets(left % Byte::count);
      c.mine |= Bits{mine} << shift;
      c.theirs |= Bits{theirs} << shift;
    }
    return c;
  }

  std::uint64_t hash() const noexcept { return mix(code); }
  bool operator==(const SmallKey&) const noexcept = default;

 private:
  using Byte = Ternary<8>;
};

// The rules, of positions as the player to move sees them.
template <class K>
class RetrogradeGame {
 public:
  using Position = Checkers;
  using Key = K;

  static constexpr int max_moves = Rules<true>::max_moves;

  // The shapes must outlive it.
  explicit RetrogradeGame(Shapes& shapes) : rules_(shapes) {}

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

// The table of a board: what can come from the positions that it is asked for.
class ReachedBoard {
 public:
  // max_bytes: what all may take.
  ReachedBoard(int width, int height, std::uint64_t max_bytes)
      : width_(width), height_(height), shapes_(Board(width, height), max_bytes / 16) {
    if (width * height <= SmallKey::most_squares) {
      table_ = make<SmallKey>(max_bytes / 16 * 15);
    } else {
      table_ = make<Key>(max_bytes / 16 * 15);
    }
  }
  ReachedBoard(const ReachedBoard&) = delete;
  ReachedBoard& operator=(const ReachedBoard&) = delete;

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  const ReachedTable<Checkers>& table() const noexcept { return *table_; }

  // As Retrograde says.
  std::optional<Score> score(const Checkers& c, Control& control) { return table_->score(c, control); }

 private:
  template <class K>
  std::unique_ptr<ReachedTable<Checkers>> make(std::uint64_t max_bytes) {
    return std::make_unique<ReachedTableOf<RetrogradeGame<K>>>(RetrogradeGame<K>(shapes_), max_bytes);
  }

  int width_;
  int height_;
  Shapes shapes_;
  std::unique_ptr<ReachedTable<Checkers>> table_;
};

}  // namespace proofplay::manhattan
