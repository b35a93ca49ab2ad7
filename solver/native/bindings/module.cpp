// The module solver._native: the kernels as seen from Python.
#include "bindings/bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "Kernels of proofplay in C++.";
  proofplay::bindings::bind_control(m);
  proofplay::bindings::bind_sight_reduction(m);
  proofplay::bindings::bind_removal_lattice(m);
  proofplay::bindings::bind_marvin(m);
  proofplay::bindings::bind_manhattan(m);
  proofplay::bindings::bind_nakatta(m);
  proofplay::bindings::bind_minelayers(m);
  proofplay::bindings::bind_playouts(m);
}
