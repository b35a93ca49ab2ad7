// The sets of kings of a Marvin table, one per symmetry class, and where each set's row of positions begins in its
// layer.
//
// A layer holds the sets of one size. A row has a value of four bits for each legal set of singletons, in the order of
// Ranks, and begins on a byte boundary.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "games/marvin/open.hpp"
#include "games/marvin/ranks.hpp"

namespace proofplay::marvin {

// A map of open points applied to a set, nine points at a time.
class OpenMap {
 public:
  explicit OpenMap(const SquareMap& to) {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      for (std::size_t low = 0; low < parts_[part].size(); ++low) {
        for (std::size_t i = 0; i < 9 && 9 * part + i < to.size(); ++i) {
          if ((low >> i & 1) != 0) parts_[part][low] |= Set{1} << to[9 * part + i];
        }
      }
    }
  }

  Set operator()(Set set) const noexcept {
    return parts_[0][set & 511] | parts_[1][set >> 9 & 511] | parts_[2][set >> 18 & 511];
  }

 private:
  std::array<std::array<Set, 512>, 3> parts_{};
};

class KingSets {
 public:
  struct Layer {
    std::vector<Set> sets;         // ascending
    std::uint64_t positions = 0;
    std::uint64_t bytes = 0;
  };

  explicit KingSets(const OpenBoard& board) : board_(board), layers_(static_cast<std::size_t>(board.count()) + 1) {
    for (const SquareMap& map : board.symmetries()) maps_.emplace_back(map);
  }

  // Finds all sets; false if the control ends it.
  bool find(Control& control) {
    Ranks ranks(board_);
    canonical_.assign(board_.all() / 64 + std::size_t{1}, 0);
    before_.assign(canonical_.size(), 0);
    begins_.clear();
    for (Layer& layer : layers_) layer = {};
    for (std::uint64_t kings = 0; kings <= board_.all(); ++kings) {
      if (kings % 4096 == 0 && !control.running()) return false;
      if (kings % 64 == 0) before_[kings / 64] = static_cast<std::uint32_t>(begins_.size());
      if (is_canonical(static_cast<Set>(kings))) add(static_cast<Set>(kings), ranks);
    }
    return true;
  }

  const Layer& layer(int kings) const noexcept { return layers_[static_cast<std::size_t>(kings)]; }

  std::uint64_t positions() const noexcept {
    std::uint64_t sum = 0;
    for (const Layer& layer : layers_) sum += layer.positions;
    return sum;
  }

  // The representative of the symmetry class of `kings`, and the map that leads to it.
  struct Image {
    Set kings;
    const OpenMap* map;
    bool moved;  // whether the map is not the identity
  };

  Image image(Set kings) const noexcept {
    Image smallest{kings, &maps_.front(), false};
    for (std::size_t i = 1; i < maps_.size(); ++i) {
      if (const Set image = maps_[i](kings); image < smallest.kings) smallest = {image, &maps_[i], true};
    }
    return smallest;
  }

  // The first byte, within its layer, of the row of a representative set.
  std::uint64_t begin(Set kings) const noexcept {
    const std::uint64_t below = canonical_[kings / 64] & first_bits(static_cast<int>(kings % 64));
    return begins_[before_[kings / 64] + static_cast<std::uint32_t>(size(below))];
  }

  // Memory used.
  std::uint64_t bytes() const noexcept {
    return canonical_.size() * 12 + begins_.size() * (sizeof(std::uint64_t) + sizeof(Set));
  }

 private:
  bool is_canonical(Set kings) const noexcept {
    for (std::size_t i = 1; i < maps_.size(); ++i) {
      if (maps_[i](kings) < kings) return false;
    }
    return true;
  }

  void add(Set kings, Ranks& ranks) {
    Layer& layer = layers_[static_cast<std::size_t>(size(kings))];
    ranks.set_kings(kings);
    canonical_[kings / 64] |= bit(static_cast<int>(kings % 64));
    begins_.push_back(layer.bytes);
    layer.sets.push_back(kings);
    layer.positions += ranks.count();
    layer.bytes += (ranks.count() + 1) / 2;
  }

  const OpenBoard& board_;
  std::vector<OpenMap> maps_;
  std::vector<Layer> layers_;
  std::vector<Bits> canonical_;         // one bit per set: whether it represents its class
  std::vector<std::uint32_t> before_;   // how many representatives come before each word of these bits
  std::vector<std::uint64_t> begins_;   // by that number
};

}  // namespace proofplay::marvin
