#include "games/kernels.hpp"

#include "games/marvin/playouts.hpp"
#include "games/marvin/search.hpp"
#include "search/perft.hpp"
#include "search/playouts/tree_search.hpp"

namespace proofplay::marvin {

namespace {

bool is_large(int width, int height) { return width > capacity<Bits> / std::max(1, height); }

}  // namespace

std::unique_ptr<ScoreSearch> make_search(int width, int height, std::uint64_t max_bytes) {
  return with_game_for(width * height, [&]<class G>() -> std::unique_ptr<ScoreSearch> {
    return std::make_unique<SearchOf<G>>(width, height, max_bytes);
  });
}

std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes) {
  if (is_large(width, height)) {
    return std::make_unique<PlayoutSearchOf<LargePlayouts>>(width, height, max_bytes);
  }
  return std::make_unique<PlayoutSearchOf<Playouts>>(width, height, max_bytes);
}

std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control) {
  const auto with = [&]<class G>(G game) {
    const auto stacks = read(game.points(), p.cells).stacks;
    game.use_symmetries_of(stacks.kings);
    return Perft<G>(game, control.max_bytes(), control).count({stacks}, depth);
  };
  return is_large(width, height) ? with(LargestGame(width, height)) : with(LargeGame(width, height));
}

}  // namespace proofplay::marvin
