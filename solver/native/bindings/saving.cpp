// How Python stores what a search has found: it receives the bytes in pieces, and returns them on request. The
// interpreter lock is held only for that.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "bindings/bindings.hpp"
#include "search/checkpoint.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace proofplay::bindings {

namespace {

// Passes bytes to a callable. An exception that it raises ends the writing, and is raised again.
class CallingSink final : public Sink {
 public:
  explicit CallingSink(nb::callable write) : write_(std::move(write)) {}

  void write(const std::byte* bytes, std::size_t count) override {
    const nb::gil_scoped_acquire lock;
    write_(nb::bytes(bytes, count));
  }

 private:
  nb::callable write_;
};

// Requests bytes from a callable, which must return exactly that many.
class CallingSource final : public Source {
 public:
  explicit CallingSource(nb::callable read) : read_(std::move(read)) {}

  void read(std::byte* bytes, std::size_t count) override {
    const nb::gil_scoped_acquire lock;
    const auto bytes_read = nb::cast<nb::bytes>(read_(count));
    if (bytes_read.size() != count) throw std::invalid_argument("a different number of bytes was requested");
    std::memcpy(bytes, bytes_read.data(), count);
  }

 private:
  nb::callable read_;
};

}  // namespace

void bind_saving(nb::module_& m) {
  nb::class_<Savable>(m, "Savable", R"(A search whose tables can be saved while it is not running.

`save` passes the bytes to `write`; `load` gets them from `read`, which must return exactly the number of bytes
requested. Exceptions of either are raised again. Only the same program can load what it has saved, and only for the
same board or deal: ValueError if the bytes cannot be entries, but nothing else is checked. `load` is for a search that
has not begun; it returns how many entries it has read, and how many of them fitted.)")
      .def(
          "save",
          [](const Savable& search, nb::callable write) {
            CallingSink sink(std::move(write));
            const nb::gil_scoped_release unlocked;
            search.save(sink);
          },
          "write"_a, nb::sig("def save(self, write: collections.abc.Callable[[bytes], object]) -> None"))
      .def(
          "load",
          [](Savable& search, nb::callable read) {
            CallingSource source(std::move(read));
            const nb::gil_scoped_release unlocked;
            const LoadCounts loaded = search.load(source);
            return std::pair(loaded.read, loaded.kept);
          },
          "read"_a, nb::sig("def load(self, read: collections.abc.Callable[[int], bytes]) -> tuple[int, int]"));
}

}  // namespace proofplay::bindings
