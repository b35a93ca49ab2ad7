// The row kernel with 256-bit vectors of AVX2.
#define LATTICE_VECTOR_WORDS 4
#include "games/sight_reduction/lattice/rows_kernel.hpp"

namespace proofplay::sight_reduction::lattice {

const RowKernel avx2_rows{"avx2", some, none, distance, ones};

}  // namespace proofplay::sight_reduction::lattice
