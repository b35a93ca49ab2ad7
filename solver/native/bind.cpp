// The one file that shows the kernels to Python, as the module solver._native.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "control.hpp"
#include "removal_order.hpp"

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

// A Control for Python: serves signals, and a callable that is given the share of the work done,
// while a kernel runs without the interpreter's lock. What they raise ends the search and is raised
// again by `rethrow` when the kernel is back.
class WatchedControl : public Control {
 public:
  WatchedControl(std::uint64_t max_nodes, double seconds, std::uint64_t max_bytes, nb::object shown)
      : Control(max_nodes, seconds, max_bytes), shown_(std::move(shown)) {
    watch([this](const Control&) { return look(); });
  }

  void rethrow() {
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  }

 private:
  bool look() {
    nb::gil_scoped_acquire lock;
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      if (!shown_.is_none()) shown_(progress());
    } catch (const nb::python_error&) {
      raised_ = std::current_exception();
      return false;
    }
    return true;
  }

  nb::object shown_;
  std::exception_ptr raised_;
};

void bind_control(nb::module_& m) {
  nb::class_<Control>(m, "BareControl");
  nb::class_<WatchedControl, Control>(m, "Control")
      .def(nb::init<std::uint64_t, double, std::uint64_t, nb::object>(), "max_nodes"_a, "seconds"_a,
           "max_bytes"_a, "watch"_a.none() = nb::none())
      .def("stop", &Control::stop)
      .def("rethrow", &WatchedControl::rethrow)
      .def_prop_ro("nodes", &Control::nodes)
      .def_prop_ro("progress", &Control::progress)
      .def_prop_ro("reason", [](const Control& c) { return reason_name(c.reason()); });
}

// Nothing if a limit ended the search; else whether the deal is solvable, and a solution.
std::optional<std::pair<bool, std::vector<proofplay::Bits>>> solve_solitaire(
    int width, int height, proofplay::Bits white, proofplay::Bits black, bool harder, bool easier, bool pairs,
    int turn, std::optional<std::pair<int, int>> keep, Control& control) {
  namespace sr = proofplay::sight_reduction;
  const nb::gil_scoped_release unlocked;
  const sr::Solitaire task{
      .variant = {.harder = harder, .easier = easier, .pairs = pairs},
      .deal = {white, black},
      .turn = turn == 0 ? sr::Colour::white : sr::Colour::black,
      .keep = keep ? proofplay::bit(keep->first) | proofplay::bit(keep->second) : 0};
  sr::Solution solution = sr::solve_solitaire(sr::Geometry(width, height), task, control);
  if (!solution.solvable) return std::nullopt;
  return std::pair{*solution.solvable, std::move(solution.removals)};
}

void bind_solitaire(nb::module_& m) {
  m.def("solve_solitaire", &solve_solitaire, "width"_a, "height"_a, "white"_a, "black"_a, "harder"_a, "easier"_a,
        "pairs"_a, "turn"_a, "keep"_a.none(), "control"_a);
}

}  // namespace

NB_MODULE(_native, m) {
  m.doc() = "Kernels of proofplay in C++.";
  bind_control(m);
  bind_solitaire(m);
}
