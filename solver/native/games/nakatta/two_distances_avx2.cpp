// The two-distance kernel with AVX2.
#define TWO_DISTANCES_LANES 4
#include "games/nakatta/two_distances_kernel.hpp"

namespace proofplay::nakatta {

const TwoDistanceKernel avx2_two_distances{"avx2", find};

}  // namespace proofplay::nakatta
