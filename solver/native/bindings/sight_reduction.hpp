// How positions of Sight Reduction are passed: a mask of squares for each colour, a1 being bit 0, and a number for a
// colour, 0 being White.
#pragma once

#include "games/sight_reduction/rules.hpp"

namespace proofplay::bindings {

inline sight_reduction::Colour colour_of(int number) {
  return number == 0 ? sight_reduction::Colour::white : sight_reduction::Colour::black;
}

inline int number_of(sight_reduction::Colour colour) { return colour == sight_reduction::Colour::white ? 0 : 1; }

}  // namespace proofplay::bindings
