// Memory for planes: large, on huge pages if the system has them, and not cleared.
//
// Getting fresh pages from the system costs as much as half a sweep. So the last freed block of a common size is kept
// for the next lattice, which makes the second deal of a batch cheaper than the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "games/sight_reduction/lattice/rows.hpp"

namespace proofplay::sight_reduction::lattice {

class Words {
 public:
  explicit Words(std::uint64_t count) : count_(count) {
    words_ = spare().take(count);
    if (words_ != nullptr) return;
    words_ = static_cast<Word*>(::operator new(bytes(count), alignment(count)));
#ifdef __linux__
    if (bytes(count) >= huge_page) madvise(words_, bytes(count), MADV_HUGEPAGE);
#endif
  }
  Words(Words&& from) noexcept : words_(std::exchange(from.words_, nullptr)), count_(from.count_) {}
  Words& operator=(Words&&) = delete;
  ~Words() {
    if (words_ != nullptr && !spare().keep(words_, count_)) free(words_, count_);
  }

  Word* data() noexcept { return words_; }
  const Word* data() const noexcept { return words_; }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  static std::size_t bytes(std::uint64_t count) noexcept { return count * sizeof(Word); }
  static std::align_val_t alignment(std::uint64_t count) noexcept {
    return std::align_val_t{bytes(count) >= huge_page ? huge_page : std::size_t{64}};
  }
  static void free(Word* words, std::uint64_t count) noexcept { ::operator delete(words, alignment(count)); }

  // One unused block.
  class SpareBlock {
   public:
    SpareBlock() = default;
    SpareBlock(const SpareBlock&) = delete;
    SpareBlock& operator=(const SpareBlock&) = delete;
    ~SpareBlock() {
      if (words_ != nullptr) free(words_, count_);
    }

    Word* take(std::uint64_t count) noexcept {
      const std::lock_guard lock(mutex_);
      return words_ != nullptr && count == count_ ? std::exchange(words_, nullptr) : nullptr;
    }

    // Keeps a block about as large as the plane of a full 4×8 deal, in place of an older one; returns whether it did.
    bool keep(Word* words, std::uint64_t count) noexcept {
      if (bytes(count) < min_bytes || bytes(count) > max_bytes) return false;
      const std::lock_guard lock(mutex_);
      if (words_ != nullptr) free(words_, count_);
      words_ = words;
      count_ = count;
      return true;
    }

   private:
    static constexpr std::size_t min_bytes = std::size_t{64} << 20;
    static constexpr std::size_t max_bytes = std::size_t{512} << 20;

    std::mutex mutex_;
    Word* words_ = nullptr;
    std::uint64_t count_ = 0;
  };

  static SpareBlock& spare() {
    static SpareBlock one;
    return one;
  }

  Word* words_;
  std::uint64_t count_;
};

}  // namespace proofplay::sight_reduction::lattice
