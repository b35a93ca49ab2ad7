// The row kernel with 512-bit vectors of AVX-512.
#define LATTICE_VECTOR_WORDS 8
#include "lattice/rows_kernel.hpp"

namespace proofplay::lattice {

const RowKernel avx512_rows{"avx512", some, none, distance, lead, ones};

}  // namespace proofplay::lattice
