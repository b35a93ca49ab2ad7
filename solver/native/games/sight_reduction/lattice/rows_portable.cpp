// The row kernel with 128-bit vectors, which 64-bit machines have; where one has not, the compiler
// takes them apart.
#define LATTICE_VECTOR_WORDS 2
#include "games/sight_reduction/lattice/rows_kernel.hpp"

namespace proofplay::sight_reduction::lattice {

const RowKernel portable_rows{"portable", some, none, distance, lead, ones};

}  // namespace proofplay::sight_reduction::lattice
