#include "games/kernels.hpp"

#include "games/minelayers/playouts.hpp"
#include "games/minelayers/search.hpp"
#include "search/playouts/tree_search.hpp"
#include "search/retrograde.hpp"

namespace proofplay::minelayers {

namespace {

bool is_large(int width, int height) { return width > Grid::max_squares / std::max(1, height); }

}  // namespace

std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes) {
  return with_key_for(width * height, [&]<class Key>() -> std::unique_ptr<DistanceSearch> {
    return std::make_unique<SearchOf<Key>>(GridOf<typename Key::Set>(width, height), max_bytes);
  });
}

std::unique_ptr<ReachedTable> make_table(int width, int height, std::uint64_t max_bytes) {
  const Grid grid(width, height);
  if (grid.squares() <= SmallKey::max_squares) {
    return std::make_unique<ReachedTableOf<TableGame<SmallKey>>>(TableGame<SmallKey>(grid), max_bytes);
  }
  return std::make_unique<ReachedTableOf<TableGame<LargeKey>>>(TableGame<LargeKey>(grid), max_bytes);
}

std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes) {
  if (is_large(width, height)) {
    return std::make_unique<PlayoutSearchOf<LargePlayouts>>(width, height, max_bytes);
  }
  return std::make_unique<PlayoutSearchOf<Playouts>>(width, height, max_bytes);
}

std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control) {
  const auto with_set = [&]<class S>(S /*kind*/) {
    const GridOf<S> grid(width, height);
    const MinelayersGame<FreeKey<S>> game(grid);
    Perft<MinelayersGame<FreeKey<S>>> perft(game, control.max_bytes(), control);
    return count_placed(perft, grid, FullPositionOf<S>::of(grid, p), depth);
  };
  return is_large(width, height) ? with_set(Words<2>{}) : with_set(Bits{});
}

}  // namespace proofplay::minelayers
