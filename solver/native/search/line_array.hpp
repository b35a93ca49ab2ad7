// Memory for a table of cache lines: large, on huge pages if the system has them, and zeroed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace proofplay {

// A line must be valid when it is all zeros. The zeros come from the system page by page on first use, so creating an
// array takes no time, however large it is.
template <class Line>
class LineArray {
  static_assert(std::is_trivially_destructible_v<Line>);

 public:
  // Throws std::bad_alloc.
  explicit LineArray(std::uint64_t count) : count_(count) {
    std::size_t space = bytes() + alignment();
    block_.reset(std::calloc(space, 1));
    if (block_ == nullptr) throw std::bad_alloc();
    void* lines = block_.get();
    lines_ = static_cast<Line*>(std::align(alignment(), bytes(), lines, space));
#ifdef __linux__
    if (bytes() >= huge_page) madvise(lines_, bytes(), MADV_HUGEPAGE);
#endif
  }

  void swap(LineArray& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(lines_, other.lines_);
    std::swap(count_, other.count_);
  }

  std::uint64_t size() const noexcept { return count_; }
  std::uint64_t bytes() const noexcept { return count_ * sizeof(Line); }
  Line& operator[](std::uint64_t i) noexcept { return lines_[i]; }
  const Line& operator[](std::uint64_t i) const noexcept { return lines_[i]; }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  struct Free {
    void operator()(void* block) const noexcept { std::free(block); }
  };

  std::size_t alignment() const noexcept { return bytes() >= huge_page ? huge_page : alignof(Line); }

  std::uint64_t count_;
  std::unique_ptr<void, Free> block_;
  Line* lines_ = nullptr;
};

}  // namespace proofplay
