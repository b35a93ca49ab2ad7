// The threads that search one question together, on shared tables.
//
// The first one, the leader, asks the question and starts alone; the others join once the search has proved to be long.
// All search the same position. Each marks the positions that it is working on, and the others prefer unmarked ones, so
// they seldom do the same work; what one finds, the others read in the shared table. When one of them has settled the
// question, all stop.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/table.hpp"

namespace proofplay {

// A game with mutable state is copied for each thread; others are shared. The copy is made while another thread uses
// the original, so `copy_for_thread` must not copy that state.
template <class G>
concept OwnedGame = requires(const G& game) {
  { game.copy_for_thread() } -> std::same_as<G>;
};

// The game as one of the search threads sees it.
template <class G>
class GameOfThread {
 public:
  GameOfThread(const G& game, bool leads) : game_(&game) {
    if constexpr (OwnedGame<G>) {
      if (!leads) game_ = &own_.emplace(game.copy_for_thread());
    }
  }
  GameOfThread(const GameOfThread&) = delete;
  GameOfThread& operator=(const GameOfThread&) = delete;

  const G& operator*() const noexcept { return *game_; }
  const G* operator->() const noexcept { return game_; }

 private:
  std::optional<G> own_;
  const G* game_;
};

class SearchThreads {
 public:
  // `work` is what each thread except the leader's runs; it returns when the search is done.
  SearchThreads(Control& control, std::vector<SharedTable*> tables, std::function<void()> work)
      : control_(control), tables_(std::move(tables)), work_(std::move(work)) {}
  SearchThreads(const SearchThreads&) = delete;
  SearchThreads& operator=(const SearchThreads&) = delete;
  ~SearchThreads() { dismiss(); }

  Control& control() const noexcept { return control_; }

  // Marks the question as settled, or not worth more work; returns whether this call was the first to do so.
  bool finish() noexcept { return !done_.exchange(true); }
  bool done() const noexcept { return done_.load(); }

  // For the leader, after `positions` positions: starts the other threads if it is time to; returns whether it has.
  bool let_others_join(std::uint64_t positions) {
    if (control_.threads() == 1 || positions < control_.alone()) return false;
    busy_ = std::make_unique<Busy>();
    for (SharedTable* table : tables_) table->share(true);
    others_.reserve(static_cast<std::size_t>(control_.threads() - 1));
    const std::lock_guard lock(mutex_);  // so that no thread leaves before all are counted
    try {
      for (int i = 1; i < control_.threads(); ++i, ++running_) others_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
      // The system has no more threads to give: continue with those that have started.
    }
    return true;
  }

  // For the leader: stops the others, and rethrows what one of them has thrown.
  void dismiss_and_rethrow() {
    dismiss();
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

  // For threads that have joined, called regularly: waits while the leader grows the tables.
  void wait_for_room() {
    if (!called_.load(std::memory_order_relaxed)) return;
    std::unique_lock lock(mutex_);
    if (!called_) return;
    const std::uint64_t call = calls_;
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return calls_ != call; });
    --waiting_;
  }

  // For the leader: grows the tables that are crowded, while all others wait.
  void make_room() {
    for (SharedTable* table : tables_) {
      if (!table->is_crowded()) continue;
      std::unique_lock lock(mutex_);
      called_ = true;
      changed_.wait(lock, [&] { return waiting_ == running_ - 1; });
      table->grow([this] { return control_.running(); });
      called_ = false;
      ++calls_;
      changed_.notify_all();
    }
  }

  // Marks a position, given by the hash of its key, as being worked on for as long as the mark exists.
  class Mark {
   public:
    Mark(SearchThreads& search_threads, std::uint64_t hash) noexcept : count_(search_threads.count(hash)) {
      count_.fetch_add(1, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    ~Mark() { count_.fetch_sub(1, std::memory_order_relaxed); }

   private:
    std::atomic<std::uint16_t>& count_;
  };

  // How many threads are working on a position. Two positions may share a counter: it only guides the search.
  unsigned busy(std::uint64_t hash) noexcept { return count(hash).load(std::memory_order_relaxed); }

 private:
  using Busy = std::array<std::atomic<std::uint16_t>, std::size_t{1} << 14>;

  std::atomic<std::uint16_t>& count(std::uint64_t hash) noexcept { return (*busy_)[hash % busy_->size()]; }

  void run() {
    try {
      work_();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      finish();
    }
    leave();
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  void dismiss() {
    if (!busy_) return;
    finish();
    leave();
    for (std::thread& other : others_) other.join();
    others_.clear();
    busy_.reset();
    for (SharedTable* table : tables_) table->share(false);
  }

  Control& control_;
  std::vector<SharedTable*> tables_;
  std::function<void()> work_;
  std::vector<std::thread> others_;
  std::exception_ptr thrown_;
  std::atomic<bool> done_{false};
  std::unique_ptr<Busy> busy_;  // set once the others have joined

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> called_{false};  // tells the others to wait; written under the mutex
  std::uint64_t calls_ = 0;
  int running_ = 1;
  int waiting_ = 0;
};

// One of the search threads: counts positions, and abandons what others have finished in the meantime.
class SearchThread {
 public:
  // Thrown when a limit ends the search, or another thread has settled the question.
  struct Stopped {};

  SearchThread(SearchThreads& search_threads, bool leads)
      : search_threads_(search_threads), meter_(search_threads.control()), leads_(leads), joined_(!leads) {}

  // Whether others are working on the question as well.
  bool joined() const noexcept { return joined_; }
  SearchThreads& search_threads() noexcept { return search_threads_; }
  std::uint64_t positions() const noexcept { return meter_.count(); }

  // Counts a position `depth` plies below the root. is_done(d) tells whether others have already answered the question
  // for which the position at depth d of the current line is searched.
  template <class IsDone>
  void count(std::size_t depth, IsDone&& is_done) {
    if (!meter_.tick()) throw Stopped{};
    if (joined_) search_threads_.wait_for_room();
    if (meter_.count() % interval != 0) return;
    if (leads_) search_threads_.make_room();
    if (!joined_ && !(joined_ = search_threads_.let_others_join(meter_.count()))) return;
    if (search_threads_.done()) throw Stopped{};
    for (std::size_t d = 0; d < depth && !gives_up(); ++d) {
      if (is_done(d)) given_up_ = d;
    }
  }

  // Whether others have answered the question for which a position of the current line is searched. All searches below
  // that position then return without a result.
  bool gives_up() const noexcept { return given_up_ != nowhere; }

  // Whether the position at this depth is the one that others have finished; if so, giving up ends here.
  bool has_given_up(std::size_t depth) noexcept {
    if (given_up_ != depth) return false;
    given_up_ = nowhere;
    return true;
  }

 private:
  static constexpr std::uint64_t interval = 256;
  static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

  SearchThreads& search_threads_;
  Meter meter_;
  bool leads_;
  bool joined_;
  std::size_t given_up_ = nowhere;
};

}  // namespace proofplay
