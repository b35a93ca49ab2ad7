// The row kernel with 256-bit vectors of AVX2.
#define LATTICE_VECTOR_WORDS 4
#include "lattice/rows_kernel.hpp"

namespace proofplay::lattice {

const RowKernel avx2_rows{"avx2", some, none, distance, lead, ones};

}  // namespace proofplay::lattice
