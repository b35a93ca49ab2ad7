#include "games/nakatta/large_boards.hpp"

#include "games/nakatta/search.hpp"

namespace proofplay::nakatta {

std::unique_ptr<DistanceSearch> make_large_search(int width, int height, std::uint64_t max_bytes) {
  using LargestKey = StonesKey<Bits19>;
  if (height > stride<Bits13>) return std::make_unique<SearchOf<LargestKey>>(width, height, max_bytes);
  return std::make_unique<SearchOf<StonesKey<Bits13>, LargestKey>>(width, height, max_bytes);
}

std::optional<BigCount> large_perft(int width, int height, const PositionText& p, int depth, Control& control) {
  if (height <= stride<Bits11>) return perft_with<StonesKey<Bits11>>(width, height, p, depth, control);
  return perft_with<StonesKey<Bits19>>(width, height, p, depth, control);
}

}  // namespace proofplay::nakatta
