// The module solver._native: the kernels as seen from Python.
#include "bindings/bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "Kernels of proofplay in C++.";
  proofplay::bindings::bind_control(m);
  proofplay::bindings::bind_saving(m);
  proofplay::bindings::bind_sight_reduction(m);
  proofplay::bindings::bind_removal_lattice(m);
  proofplay::bindings::bind_marvin_table(m);
  proofplay::bindings::bind_games(m);
}
