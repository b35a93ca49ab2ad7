// How Python stores what a search has found: it receives the bytes in pieces, and returns them on request. The
// interpreter lock is held only for that.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "search/checkpoint.hpp"

namespace proofplay::bindings {

// Passes bytes to a callable. An exception that it raises ends the writing, and is raised again.
class CallingSink final : public Sink {
 public:
  explicit CallingSink(nanobind::callable write) : write_(std::move(write)) {}

  void write(const std::byte* bytes, std::size_t count) override {
    const nanobind::gil_scoped_acquire lock;
    write_(nanobind::bytes(bytes, count));
  }

 private:
  nanobind::callable write_;
};

// Requests bytes from a callable, which must return exactly that many.
class CallingSource final : public Source {
 public:
  explicit CallingSource(nanobind::callable read) : read_(std::move(read)) {}

  void read(std::byte* bytes, std::size_t count) override {
    const nanobind::gil_scoped_acquire lock;
    const auto bytes_read = nanobind::cast<nanobind::bytes>(read_(count));
    if (bytes_read.size() != count) throw std::invalid_argument("a different number of bytes was requested");
    std::memcpy(bytes, bytes_read.data(), count);
  }

 private:
  nanobind::callable read_;
};

// `save` and `load` of a search.
template <class Search>
void def_saving(nanobind::class_<Search>& c) {
  using namespace nanobind::literals;
  c.def(
       "save",
       [](const Search& search, nanobind::callable write) {
         CallingSink sink(std::move(write));
         const nanobind::gil_scoped_release unlocked;
         search.save(sink);
       },
       "write"_a)
      .def(
          "load",
          [](Search& search, nanobind::callable read) {
            CallingSource source(std::move(read));
            const nanobind::gil_scoped_release unlocked;
            const LoadCounts loaded = search.load(source);
            return std::pair(loaded.read, loaded.kept);
          },
          "read"_a);
}

}  // namespace proofplay::bindings
