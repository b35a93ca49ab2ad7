// The kernels of the games whose positions are passed as text. Each game's are compiled in a file of their own.
//
// `max_bytes` is for all tables of a search together. Perft is none if a limit ended it. All throw
// std::invalid_argument for boards that they do not take.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "big_count.hpp"
#include "control.hpp"
#include "search/interface.hpp"

namespace proofplay {

namespace manhattan {
std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<ReachedTable> make_table(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes);
std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control);
}  // namespace manhattan

namespace marvin {
std::unique_ptr<ScoreSearch> make_search(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes);
std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control);
}  // namespace marvin

// The flags are the player who moved first in the game (MM2): 0 for A, 1 for B.
namespace minelayers {
std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<ReachedTable> make_table(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes);
std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control);
}  // namespace minelayers

// Without the swap.
namespace nakatta {
std::unique_ptr<DistanceSearch> make_search(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<ReachedTable> make_table(int width, int height, std::uint64_t max_bytes);
std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes);
std::optional<BigCount> perft(int width, int height, const PositionText& p, int depth, Control& control);
}  // namespace nakatta

// The flags are the variants: 1 harder, 2 easier, 4 pairs, added up.
namespace sight_reduction {
std::unique_ptr<PlayoutSearch> make_playouts(int width, int height, std::uint64_t max_bytes);
}  // namespace sight_reduction

}  // namespace proofplay
