// The limits of a run and the way to stop it from Python; also Ctrl-C while a kernel runs.
#include "control.hpp"

#include <cstdint>
#include <exception>
#include <utility>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

const char* reason_name(Reason reason) {
  switch (reason) {
    case Reason::none: return nullptr;
    case Reason::nodes: return "nodes";
    case Reason::time: return "time";
    case Reason::memory: return "memory";
    case Reason::stopped: return "stopped";
    case Reason::endless: return "endless";
  }
  return nullptr;
}

// A Control for Python: while a kernel runs without the interpreter lock, it handles signals and calls a callable with
// the fraction of the work done. An exception that these raise ends the search, and `rethrow` raises it again when the
// kernel has returned.
class WatchedControl : public Control {
 public:
  WatchedControl(std::uint64_t max_nodes, double seconds, std::uint64_t max_bytes, nb::object shown, int threads)
      : Control(max_nodes, seconds, max_bytes, threads), shown_(std::move(shown)) {
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

}  // namespace

void bind_control(nb::module_& m) {
  nb::class_<Control>(m, "BareControl");
  nb::class_<WatchedControl, Control>(m, "Control", "The limits of one run of a kernel, and how the run went.")
      .def(nb::init<std::uint64_t, double, std::uint64_t, nb::object, int>(),
           nb::sig("def __init__(self, max_nodes: int, seconds: float, max_bytes: int, "
                   "watch: collections.abc.Callable[[float], object] | None = None, threads: int = 1) -> None"),
           "max_nodes"_a, "seconds"_a, "max_bytes"_a, "watch"_a.none() = nb::none(), "threads"_a = 1)
      .def("stop", &Control::stop)
      .def("rethrow", &WatchedControl::rethrow)
      .def_prop_ro("nodes", &Control::nodes)
      .def_prop_ro("threads", &Control::threads)
      .def_prop_ro("progress", &Control::progress)
      .def_prop_ro(
          "reason", [](const Control& c) { return reason_name(c.reason()); },
          nb::sig("def reason(self) -> typing.Literal['nodes', 'time', 'memory', 'endless'] | None"));
}

}  // namespace proofplay::bindings
