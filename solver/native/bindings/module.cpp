// The module solver._native: the kernels as seen from Python.
#include "bindings/bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = R"(The kernels in C++. Boards and pieces are 64-bit masks of squares, with a1 as bit 0.

Every kernel takes a `Control`, and returns None if that ended it before the answer was known.)";
  proofplay::bindings::bind_control(m);
  proofplay::bindings::bind_saving(m);
  proofplay::bindings::bind_sight_reduction(m);
  proofplay::bindings::bind_removal_lattice(m);
  proofplay::bindings::bind_marvin_table(m);
  proofplay::bindings::bind_games(m);
}
