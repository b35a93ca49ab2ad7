// What several games pass to Python and receive from it in the same way.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string_view>

#include "big_count.hpp"

namespace proofplay::bindings {

// None if a limit ended the count.
inline std::optional<nanobind::int_> to_int(const std::optional<BigCount>& count) {
  if (!count) return std::nullopt;
  PyObject* number = PyLong_FromString(count->hexadecimal().c_str(), nullptr, 16);
  if (number == nullptr) nanobind::raise_python_error();
  return nanobind::steal<nanobind::int_>(number);
}

// Valid as long as the bytes are.
inline std::string_view view(const nanobind::bytes& cells) { return {cells.c_str(), cells.size()}; }

}  // namespace proofplay::bindings
