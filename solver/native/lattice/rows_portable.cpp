// The row kernel with 128-bit vectors, which every 64-bit machine has (and which the compiler takes apart where not).
#define LATTICE_VECTOR_WORDS 2
#include "lattice/rows_kernel.hpp"

namespace proofplay::lattice {

const RowKernel portable_rows{"portable", some, none, distance, lead, ones};

}  // namespace proofplay::lattice
