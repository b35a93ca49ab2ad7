// The order in which threads compute the rows of a lattice: every row after the rows of its subsets.
//
// The sets are split into blocks by their highest elements. A block may begin when the blocks with one fewer of these
// elements are done; inside it the sets go in ascending order, so that the rows of most subsets are still in the cache.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <vector>

#include "control.hpp"
#include "games/sight_reduction/lattice/rows.hpp"
#include "joining_thread.hpp"
#include "sets/bits.hpp"

namespace proofplay::sight_reduction::lattice {

class Schedule {
 public:
  explicit Schedule(int elements)
      : top_(std::min(elements, max_top)), block_bits_(elements - top_), waits_(std::size_t{1} << top_) {
    for (std::size_t block = 0; block < waits_.size(); ++block) waits_[block] = size(block);
    ready_.push_back(0);
  }

  // The largest number of threads that can be busy at the same time with this many elements.
  static int useful_threads(int elements) noexcept {
    const int top = std::min(elements, max_top);
    std::uint64_t widest = 1;
    for (int i = 0; i < top / 2; ++i) widest = widest * static_cast<unsigned>(top - i) / (i + 1U);
    return static_cast<int>(widest);
  }

  std::uint64_t block_size() const noexcept { return std::uint64_t{1} << block_bits_; }

  // Waits for a block that may begin and returns its first set in `first`; false when there are no more.
  bool take(std::uint64_t& first, Control& control) {
    std::unique_lock lock(mutex_);
    while (ready_.empty()) {
      if (abandoned_ || finished_ == waits_.size()) return false;
      changed_.wait_for(lock, std::chrono::milliseconds(10));
      lock.unlock();
      const bool running = control.running();
      lock.lock();
      if (!running) abandoned_ = true;
    }
    if (abandoned_) return false;
    first = std::uint64_t{ready_.back()} << block_bits_;
    ready_.pop_back();
    return true;
  }

  void done(std::uint64_t first) {
    const auto block = static_cast<std::uint32_t>(first >> block_bits_);
    const std::lock_guard lock(mutex_);
    ++finished_;
    for (int i = 0; i < top_; ++i) {
      const std::uint32_t above = block | std::uint32_t{1} << i;
      if (above != block && --waits_[above] == 0) ready_.push_back(above);
    }
    changed_.notify_all();
  }

  // Makes every thread return.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr int max_top = 7;

  int top_;
  int block_bits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> waits_;
  std::vector<std::uint32_t> ready_;
  std::size_t finished_ = 0;
  bool abandoned_ = false;
};

// Calls workers[t](set) on thread t, for every set of elements, after all its subsets. The first worker runs on the
// calling thread. A worker returns false to stop everything; then the function returns false, too.
template <class Worker>
bool each_set_in_order(int elements, std::vector<Worker>& workers, Control& control) {
  Schedule schedule(elements);
  std::atomic<bool> complete{true};
  const auto work = [&](Worker& worker) {
    std::uint64_t first = 0;
    while (schedule.take(first, control)) {
      for (std::uint64_t i = 0; i < schedule.block_size(); ++i) {
        if (!worker(static_cast<Set>(first + i))) {
          complete = false;
          return schedule.abandon();
        }
      }
      schedule.done(first);
    }
  };
  std::vector<JoiningThread> others;
  others.reserve(workers.size() - 1);
  for (std::size_t t = 1; t < workers.size(); ++t) {
    try {
      others.emplace_back(work, std::ref(workers[t]));
    } catch (const std::system_error&) {
      break;  // no more threads are available: fewer will do
    }
  }
  try {
    work(workers.front());
  } catch (...) {  // from the control's watcher
    schedule.abandon();
    throw;
  }
  others.clear();
  return complete && control.reason() == Reason::none;
}

}  // namespace proofplay::sight_reduction::lattice
