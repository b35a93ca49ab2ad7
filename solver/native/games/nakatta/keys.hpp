// Exact keys for Nakatta's positions in a table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/nakatta/rules.hpp"
#include "search/table.hpp"
#include "sets/ternary.hpp"

namespace proofplay::nakatta {

// All moves of a position lead to the same stones of the other player, who is then to move: these form a group
// (search/key_filter.hpp).
template <class S>
constexpr std::uint64_t group_of(S mine) noexcept {
  return mix(folded(mine));
}

// The stones of a board of up to 6×6 points, as a number with 36 base-3 digits: 3^36 < 2^58.
struct SmallKey {
  using Set = Bits;

  std::uint64_t code = 0;

  static constexpr int max_ranks = 6;

  static SmallKey of(const Position& p) noexcept {
    std::uint64_t code = 0;
    for (int shift = 8 * (max_ranks - 1); shift >= 0; shift -= 8) {
      code = code * Rank::count + Rank::of(p.mine >> shift, p.theirs >> shift);
    }
    return {code};
  }

  Position position() const noexcept {
    Position p;
    std::uint64_t left = code;
    for (int shift = 0; left != 0; shift += 8, left /= Rank::count) {
      const auto [mine, theirs] = Rank::sets(left % Rank::count);
      p.mine |= Bits{mine} << shift;
      p.theirs |= Bits{theirs} << shift;
    }
    return p;
  }

  std::uint64_t hash() const noexcept { return mix(code); }
  std::uint64_t group() const noexcept { return group_of(position().mine); }
  bool operator==(const SmallKey&) const noexcept = default;

  // With one more stone of theirs.
  SmallKey with(int point) const noexcept { return {code + 2 * powers[static_cast<std::size_t>(point)]}; }

 private:
  using Rank = Ternary<max_ranks>;

  static constexpr std::array<std::uint64_t, 8 * max_ranks> powers = [] {
    std::array<std::uint64_t, 8 * max_ranks> found{};
    std::uint64_t power = 1;
    for (std::size_t rank = 0; rank < max_ranks; ++rank) {
      for (std::size_t file = 0; file < max_ranks; ++file, power *= 3) found[8 * rank + file] = power;
    }
    return found;
  }();
};

// The stones of a board of any size that these sets can hold.
template <class S>
struct StonesKey {
  using Set = S;

  S mine{};
  S theirs{};

  static StonesKey of(const PositionOf<S>& p) noexcept { return {p.mine, p.theirs}; }
  PositionOf<S> position() const noexcept { return {mine, theirs}; }

  std::uint64_t hash() const noexcept { return mix(folded(mine) * 0x9e3779b97f4a7c15U + folded(theirs)); }
  std::uint64_t group() const noexcept { return group_of(mine); }
  bool operator==(const StonesKey&) const noexcept = default;

  // With one more stone of theirs.
  StonesKey with(int point) const noexcept { return {mine, theirs | bit<S>(point)}; }
};

using LargeKey = StonesKey<Bits>;

// Calls f.operator()<Key>() with a key for a board of this many ranks, where the smallest key and the smallest sets are
// not worth the time that they take to compile.
template <class F>
decltype(auto) with_key_for(int ranks, F&& f) {
  if (ranks <= stride<Bits>) return f.template operator()<LargeKey>();
  if (ranks <= stride<Bits11>) return f.template operator()<StonesKey<Bits11>>();
  return f.template operator()<StonesKey<Bits19>>();
}

// The same key for the four images of a position: that of the image whose stones are the smallest numbers, comparing
// the stones of the player to move first. As positions are seen by that player, exchanging the colours does not change
// it either.
template <class K>
K key_of(const BoardOf<typename K::Set>& board, const PositionOf<typename K::Set>& p) noexcept {
  PositionOf<typename K::Set> smallest = p;
  for (int symmetry = 1; symmetry < 4; ++symmetry) {
    const PositionOf<typename K::Set> q{board.image(p.mine, symmetry), board.image(p.theirs, symmetry)};
    if (q.mine < smallest.mine || (q.mine == smallest.mine && q.theirs < smallest.theirs)) smallest = q;
  }
  return K::of(smallest);
}

// The keys of positions that differ only in one stone of theirs. Unless the stones of the player to move are symmetric,
// the same image is the smallest for all of them.
template <class K>
class SiblingKeys {
 public:
  using Set = typename K::Set;
  using Board = BoardOf<Set>;
  using Position = PositionOf<Set>;

  // `common`: the stones that all of them share.
  SiblingKeys(const Board& board, const Position& common) noexcept : board_(board), mine_(common.mine) {
    for (int symmetry = 0; symmetry < 4; ++symmetry) {
      const Set mine = board.image(common.mine, symmetry);
      if (mine > mine_) continue;
      if (mine < mine_) count_ = 0;
      mine_ = mine;
      images_[count_++] = {symmetry, board.image(common.theirs, symmetry)};
    }
    common_ = K::of({mine_, images_[0].theirs});
  }

  K key(int point) const noexcept {
    if (count_ == 1) return common_.with(board_.image_of_point(point, images_[0].symmetry));
    Set smallest = ~Set{};
    for (std::size_t i = 0; i < count_; ++i) {
      smallest = std::min(smallest, images_[i].theirs | bit<Set>(board_.image_of_point(point, images_[i].symmetry)));
    }
    return K::of({mine_, smallest});
  }

 private:
  struct Image {
    int symmetry;
    Set theirs;
  };

  const Board& board_;
  Set mine_;
  std::size_t count_ = 0;
  std::array<Image, 4> images_;  // those in which the stones of the player to move are smallest
  K common_;                     // for the first of them
};

}  // namespace proofplay::nakatta
