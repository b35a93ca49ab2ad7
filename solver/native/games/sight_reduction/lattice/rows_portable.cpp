// The row kernel with 128-bit vectors, which 64-bit machines have; on others, the compiler splits them up.
#define LATTICE_VECTOR_WORDS 2
#include "games/sight_reduction/lattice/rows_kernel.hpp"

namespace proofplay::sight_reduction::lattice {

const RowKernel portable_rows{"portable", some, none, distance, ones};

}  // namespace proofplay::sight_reduction::lattice
