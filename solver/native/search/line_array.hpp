// Memory for a table of cache lines: large, on huge pages where the system has them, and all zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace proofplay {

template <class Line>
class LineArray {
 public:
  // Throws std::bad_alloc.
  explicit LineArray(std::uint64_t count) : count_(count) {
    lines_ = static_cast<Line*>(::operator new(bytes(), alignment()));
#ifdef __linux__
    if (bytes() >= huge_page) madvise(lines_, bytes(), MADV_HUGEPAGE);
#endif
    std::uninitialized_value_construct_n(lines_, count_);
  }
  LineArray(const LineArray&) = delete;
  LineArray& operator=(const LineArray&) = delete;
  ~LineArray() { ::operator delete(lines_, alignment()); }

  void swap(LineArray& other) noexcept {
    std::swap(lines_, other.lines_);
    std::swap(count_, other.count_);
  }

  std::uint64_t size() const noexcept { return count_; }
  std::uint64_t bytes() const noexcept { return count_ * sizeof(Line); }
  Line& operator[](std::uint64_t i) noexcept { return lines_[i]; }
  const Line& operator[](std::uint64_t i) const noexcept { return lines_[i]; }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  std::align_val_t alignment() const noexcept {
    return std::align_val_t{bytes() >= huge_page ? huge_page : alignof(Line)};
  }

  std::uint64_t count_;
  Line* lines_;
};

}  // namespace proofplay
