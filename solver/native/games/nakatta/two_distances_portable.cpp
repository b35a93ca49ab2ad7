// The two-distance kernel with 128-bit vectors, which 64-bit machines have; on others, the compiler splits them up.
#define TWO_DISTANCES_LANES 2
#include "games/nakatta/two_distances_kernel.hpp"

namespace proofplay::nakatta {

const TwoDistanceKernel portable_two_distances{"portable", find};

}  // namespace proofplay::nakatta
