// The parts of the module solver._native. Each file here exposes one game, or one technique that stands on its own, to
// Python; module.cpp puts them together. The build writes their signatures and docstrings to solver/_native.pyi.
#pragma once

#include <nanobind/nanobind.h>

namespace proofplay::bindings {

void bind_control(nanobind::module_& m);
void bind_saving(nanobind::module_& m);
void bind_sight_reduction(nanobind::module_& m);
void bind_removal_lattice(nanobind::module_& m);
void bind_marvin_table(nanobind::module_& m);
void bind_games(nanobind::module_& m);

}  // namespace proofplay::bindings
