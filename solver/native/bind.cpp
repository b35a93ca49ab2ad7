// The one file that shows the kernels to Python, as the module solver._native.
#include <nanobind/nanobind.h>

#include "control.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using proofplay::Control;
using proofplay::Reason;

namespace {

const char* reason_name(Reason reason) {
  switch (reason) {
    case Reason::none: return nullptr;
    case Reason::nodes: return "nodes";
    case Reason::time: return "time";
    case Reason::memory: return "memory";
    case Reason::stopped: return "stopped";
  }
  return nullptr;
}

void bind_control(nb::module_& m) {
  nb::class_<Control>(m, "Control")
      .def(nb::init<std::uint64_t, double, std::uint64_t>(), "max_nodes"_a, "seconds"_a,
           "max_bytes"_a)
      .def("stop", &Control::stop)
      .def_prop_ro("nodes", &Control::nodes)
      .def_prop_ro("progress", &Control::progress)
      .def_prop_ro("reason", [](const Control& c) { return reason_name(c.reason()); });
}

}  // namespace

NB_MODULE(_native, m) {
  m.doc() = "Kernels of proofplay in C++.";
  bind_control(m);
}
