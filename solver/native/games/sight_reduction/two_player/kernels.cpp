#include "games/kernels.hpp"
#include "games/sight_reduction/two_player/playouts.hpp"
#include "search/playouts/tree_search.hpp"

namespace proofplay::sight_reduction {

std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes) {
  return std::make_unique<PlayoutSearchOf<Playouts>>(width, height, max_bytes);
}

}  // namespace proofplay::sight_reduction
