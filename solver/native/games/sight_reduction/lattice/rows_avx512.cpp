// The row kernel with 512-bit vectors of AVX-512.
#define LATTICE_VECTOR_WORDS 8
#include "games/sight_reduction/lattice/rows_kernel.hpp"

namespace proofplay::sight_reduction::lattice {

const RowKernel avx512_rows{"avx512", some, none, distance, ones};

}  // namespace proofplay::sight_reduction::lattice
