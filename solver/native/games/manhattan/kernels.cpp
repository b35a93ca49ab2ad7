#include "games/kernels.hpp"

#include "games/manhattan/playouts.hpp"
#include "games/manhattan/retrograde.hpp"
#include "games/manhattan/search.hpp"
#include "search/playouts/tree_search.hpp"

namespace proofplay::manhattan {

std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes) {
  return with_rules_for(width, height, [&]<bool Thin, class K>() -> std::unique_ptr<DistanceSearch> {
    return std::make_unique<SearchOf<Thin, K>>(BoardOf<typename K::Set>(width, height), max_bytes);
  });
}

std::unique_ptr<ReachedTable> make_table(int width, int height, std::uint64_t max_bytes) {
  const Board board(width, height);
  const auto with_key = [&]<class K>(K /*key*/) -> std::unique_ptr<ReachedTable> {
    return std::make_unique<ReachedTableOf<RetrogradeGame<K>>>(RetrogradeGame<K>(board, max_bytes / 16),
                                                               max_bytes / 16 * 15);
  };
  return width * height <= SmallKey::max_squares ? with_key(SmallKey{}) : with_key(Key{});
}

std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes) {
  if (width > Board::max_squares / std::max(1, height)) {
    return std::make_unique<PlayoutSearchOf<LargePlayouts>>(width, height, max_bytes);
  }
  return std::make_unique<PlayoutSearchOf<Playouts>>(width, height, max_bytes);
}

std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control) {
  return with_rules_for(width, height, [&]<bool, class K>() {
    const BoardOf<typename K::Set> board(width, height);
    return perft(board, read(board, p.cells, p.turn), depth, control);
  });
}

}  // namespace proofplay::manhattan
