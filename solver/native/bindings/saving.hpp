// How Python keeps what a search has found: it is given the bytes in pieces, and gives them back as they are asked for.
// The lock of the interpreter is held only for that.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "search/checkpoint.hpp"

namespace proofplay::bindings {

// Hands bytes to a callable. What that raises ends the writing, and is raised again.
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

// Asks a callable for bytes, which has to return as many as it is asked for.
class CallingSource final : public Source {
 public:
  explicit CallingSource(nanobind::callable read) : read_(std::move(read)) {}

  void read(std::byte* bytes, std::size_t count) override {
    const nanobind::gil_scoped_acquire lock;
    const auto given = nanobind::cast<nanobind::bytes>(read_(count));
    if (given.size() != count) throw std::invalid_argument("other bytes were asked for");
    std::memcpy(bytes, given.data(), count);
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
