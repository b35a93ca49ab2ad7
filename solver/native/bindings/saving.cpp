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
  nb::class_<Savable>(m, "Savable")
      .def(
          "save",
          [](const Savable& search, nb::callable write) {
            CallingSink sink(std::move(write));
            const nb::gil_scoped_release unlocked;
            search.save(sink);
          },
          "write"_a)
      .def(
          "load",
          [](Savable& search, nb::callable read) {
            CallingSource source(std::move(read));
            const nb::gil_scoped_release unlocked;
            const LoadCounts loaded = search.load(source);
            return std::pair(loaded.read, loaded.kept);
          },
          "read"_a);
}

}  // namespace proofplay::bindings
