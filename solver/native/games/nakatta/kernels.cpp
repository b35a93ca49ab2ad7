#include "games/kernels.hpp"

#include "games/nakatta/playouts.hpp"
#include "games/nakatta/search.hpp"
#include "search/perft.hpp"
#include "search/playouts/tree_search.hpp"
#include "search/retrograde.hpp"

namespace proofplay::nakatta {

std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes) {
  if (height <= SmallKey::max_ranks) return std::make_unique<SearchOf<SmallKey>>(width, height, max_bytes);
  if (height <= stride<Bits>) return std::make_unique<SearchOf<LargeKey>>(width, height, max_bytes);
  if (height <= stride<Bits11>) return std::make_unique<SearchOf<StonesKey<Bits11>>>(width, height, max_bytes);
  using LargestKey = StonesKey<Bits19>;
  if (height > stride<Bits13>) return std::make_unique<SearchOf<LargestKey>>(width, height, max_bytes);
  return std::make_unique<SearchOf<StonesKey<Bits13>, LargestKey>>(width, height, max_bytes);
}

std::unique_ptr<ReachedTable> make_table(int width, int height, std::uint64_t max_bytes) {
  const Board board(width, height);
  if (height <= SmallKey::max_ranks) {
    return std::make_unique<ReachedTableOf<Rules<SmallKey>>>(Rules<SmallKey>(board), max_bytes);
  }
  return std::make_unique<ReachedTableOf<Rules<LargeKey>>>(Rules<LargeKey>(board), max_bytes);
}

std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes) {
  return std::make_unique<PlayoutSearchOf<Playouts>>(width, height, max_bytes);
}

std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control) {
  return with_key_for(height, [&]<class K>() {
    const Rules<K> rules(BoardOf<typename K::Set>(width, height));
    return Perft<Rules<K>>(rules, control.max_bytes(), control).count(rules.read(p), depth);
  });
}

}  // namespace proofplay::nakatta
