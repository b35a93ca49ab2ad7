// The two-distance kernel with AVX-512.
#define TWO_DISTANCES_LANES 8
#include "games/nakatta/two_distances_kernel.hpp"

namespace proofplay::nakatta {

const TwoDistanceKernel avx512_two_distances{"avx512", find};

}  // namespace proofplay::nakatta
