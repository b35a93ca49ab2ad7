// What is compiled apart from the searches of usual boards: GCC inlines more there than sets of many words are worth.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "big_count.hpp"
#include "control.hpp"
#include "search/interface.hpp"

namespace proofplay::nakatta {

// Boards of more than 11 ranks.
std::unique_ptr<DistanceSearch> make_large_search(int width, int height, std::uint64_t max_bytes);
// Boards of more than eight ranks.
std::optional<BigCount> large_perft(int width, int height, const PositionText& p, int depth, Control& control);

}  // namespace proofplay::nakatta
