#include "games/kernels.hpp"

#include "games/nakatta/large_boards.hpp"
#include "games/nakatta/playouts.hpp"
#include "games/nakatta/search.hpp"
#include "search/playouts/tree_search.hpp"
#include "search/retrograde.hpp"

namespace proofplay::nakatta {

std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes) {
  if (height <= SmallKey::max_ranks) return std::make_unique<SearchOf<SmallKey>>(width, height, max_bytes);
  if (height <= stride<Bits>) return std::make_unique<SearchOf<LargeKey>>(width, height, max_bytes);
  if (height <= stride<Bits11>) return std::make_unique<SearchOf<StonesKey<Bits11>>>(width, height, max_bytes);
  return make_large_search(width, height, max_bytes);
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
  if (height <= stride<Bits>) return perft_with<LargeKey>(width, height, p, depth, control);
  return large_perft(width, height, p, depth, control);
}

}  // namespace proofplay::nakatta
