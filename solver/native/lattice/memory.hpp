// Memory for planes: large, on huge pages where the system has them, and not cleared.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "lattice/rows.hpp"

namespace proofplay::lattice {

class Words {
 public:
  explicit Words(std::uint64_t count) {
    words_ = static_cast<Word*>(::operator new(count * sizeof(Word), alignment(count)));
    align_ = alignment(count);
#ifdef __linux__
    if (count * sizeof(Word) >= huge_page) madvise(words_, count * sizeof(Word), MADV_HUGEPAGE);
#endif
  }
  Words(Words&& from) noexcept : words_(from.words_), align_(from.align_) { from.words_ = nullptr; }
  Words& operator=(Words&&) = delete;
  ~Words() { ::operator delete(words_, align_); }

  Word* data() noexcept { return words_; }
  const Word* data() const noexcept { return words_; }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  static std::align_val_t alignment(std::uint64_t count) noexcept {
    return std::align_val_t{count * sizeof(Word) >= huge_page ? huge_page : std::size_t{64}};
  }

  Word* words_;
  std::align_val_t align_;
};

}  // namespace proofplay::lattice
