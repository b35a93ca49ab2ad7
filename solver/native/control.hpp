// The limits of one solve, and the way to stop it from outside.
//
// A Control is shared by all threads that work on one question. They never touch it in their inner loops: each counts
// on a Meter of its own, which looks at the Control every few milliseconds. The thread that made the Control also runs
// its watcher, which handles Ctrl-C and shows progress: it must be one of the threads that poll.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <thread>
#include <utility>

namespace proofplay {

// Why a search ended without an answer. `none`: it has not. `endless`: it met a line of play in which positions may
// repeat, in a game for which that has not been ruled out.
enum class Reason : std::uint8_t { none, nodes, time, memory, stopped, endless };

class Control {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  // `max_nodes`: how many positions may be searched. `seconds`: time limit from now; infinity is no limit. `max_bytes`:
  // memory limit for tables. `threads`: how many may work on the question once the first has searched `alone` positions
  // by itself. That takes about ten milliseconds; for shorter searches it does not pay to start threads.
  explicit Control(std::uint64_t max_nodes = unlimited, double seconds = std::numeric_limits<double>::infinity(),
                   std::uint64_t max_bytes = unlimited, int threads = 1, std::uint64_t alone = 1 << 15)
      : max_nodes_(max_nodes), max_bytes_(max_bytes), threads_(threads), alone_(alone) {
    // The clock's integer would overflow after some centuries: so long a limit is treated as none.
    if (seconds < 1e9) {
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
  }

  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  // Makes running() call `watcher` about twenty times a second, on this thread. If it returns false, the search ends as
  // stopped.
  void watch(std::function<bool(const Control&)> watcher) {
    watcher_ = std::move(watcher);
    owner_ = std::this_thread::get_id();
    next_watch_ = Clock::now() + watch_interval;
  }

  void stop() noexcept { give_up(Reason::stopped); }

  // The first reason is kept.
  void give_up(Reason reason) noexcept {
    Reason none = Reason::none;
    reason_.compare_exchange_strong(none, reason);
  }

  // True while the search may go on. Reads the clock: call it about every ten milliseconds.
  bool running() {
    if (reason_.load(std::memory_order_relaxed) != Reason::none) return false;
    const Clock::time_point now = Clock::now();
    if (now >= deadline_) give_up(Reason::time);
    if (watcher_ && now >= next_watch_ && std::this_thread::get_id() == owner_) {
      next_watch_ = now + watch_interval;
      if (!watcher_(*this)) stop();
    }
    return reason_.load(std::memory_order_relaxed) == Reason::none;
  }

  Reason reason() const noexcept { return reason_.load(); }
  std::uint64_t max_nodes() const noexcept { return max_nodes_; }
  std::uint64_t max_bytes() const noexcept { return max_bytes_; }
  int threads() const noexcept { return threads_; }
  std::uint64_t alone() const noexcept { return alone_; }
  std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }
  void add_nodes(std::uint64_t n) noexcept { nodes_.fetch_add(n, std::memory_order_relaxed); }

  // Fraction of the work done, from 0 to 1, for kernels that can tell; otherwise it stays 0.
  double progress() const noexcept { return progress_.load(std::memory_order_relaxed); }
  void set_progress(double share) noexcept { progress_.store(share, std::memory_order_relaxed); }

 private:
  static constexpr std::chrono::milliseconds watch_interval{50};

  std::uint64_t max_nodes_;
  std::uint64_t max_bytes_;
  int threads_;
  std::uint64_t alone_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::atomic<Reason> reason_{Reason::none};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<double> progress_{0};
  std::function<bool(const Control&)> watcher_;
  std::thread::id owner_;
  Clock::time_point next_watch_;
};

// Counts the positions that one thread searches. A single-threaded search stops at exactly the node limit, so that the
// same limit gives the same answer every time; consecutive searches under one Control share its limit.
class Meter {
 public:
  explicit Meter(Control& control) : control_(control) { next_poll(); }
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;
  ~Meter() { flush(); }

  // Counts one position; false if the search has to end.
  bool tick() { return count_ < poll_at_ ? (++count_, true) : poll(); }

  std::uint64_t count() const noexcept { return count_; }

 private:
  using Clock = Control::Clock;
  static constexpr std::uint64_t max_interval = 4096;
  static constexpr std::chrono::milliseconds soon{2};
  static constexpr std::chrono::milliseconds late{8};

  void flush() noexcept {
    control_.add_nodes(count_ - flushed_);
    flushed_ = count_;
  }

  void next_poll() noexcept {
    const std::uint64_t counted = control_.nodes();
    const std::uint64_t left = counted < control_.max_nodes() ? control_.max_nodes() - counted : 0;
    poll_at_ = count_ + (left < interval_ ? left : interval_);
  }

  bool poll() {
    flush();
    if (!control_.running()) return false;
    if (control_.nodes() >= control_.max_nodes()) {
      control_.give_up(Reason::nodes);
      return false;
    }
    adapt();
    next_poll();
    ++count_;
    return true;
  }

  // Searching a position takes some ten nanoseconds, or on large boards up to milliseconds.
  void adapt() noexcept {
    const Clock::time_point now = Clock::now();
    const Clock::duration took = now - polled_;
    polled_ = now;
    if (took < soon && interval_ < max_interval) interval_ *= 2;
    if (took > late && interval_ > 1) interval_ /= 2;
  }

  Control& control_;
  std::uint64_t interval_ = 16;
  Clock::time_point polled_ = Clock::now();
  std::uint64_t count_ = 0;
  std::uint64_t flushed_ = 0;
  std::uint64_t poll_at_ = 0;
};

}  // namespace proofplay
