// Memory that several tables share: what one of them does not need, another can take.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

namespace proofplay {

// Copies share the same memory; a memory budget made from a number of bytes shares with no other.
class MemoryBudget {
 public:
  MemoryBudget(std::uint64_t bytes) : left_(std::make_shared<std::atomic<std::uint64_t>>(bytes)) {}

  std::uint64_t left() const noexcept { return left_->load(std::memory_order_relaxed); }

  // Takes some bytes, or all that are left if there are fewer; returns how many.
  std::uint64_t take(std::uint64_t bytes) noexcept {
    std::uint64_t left = this->left();
    while (!left_->compare_exchange_weak(left, left - std::min(bytes, left), std::memory_order_relaxed)) {
    }
    return std::min(bytes, left);
  }

  void give_back(std::uint64_t bytes) noexcept { left_->fetch_add(bytes, std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<std::uint64_t>> left_;
};

}  // namespace proofplay
