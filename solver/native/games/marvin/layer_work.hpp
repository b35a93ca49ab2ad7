// The work on one layer of a Marvin table, shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "control.hpp"
#include "games/marvin/king_sets.hpp"
#include "games/marvin/layers.hpp"
#include "games/marvin/row.hpp"
#include "joining_thread.hpp"

namespace proofplay::marvin {

class LayerWork {
 public:
  // `covered` counts the positions of all layers, to show progress.
  LayerWork(const OpenBoard& board, const KingSets& king_sets, std::uint64_t& covered)
      : board_(board), king_sets_(king_sets), covered_(covered) {}

  // Fills the layer of sets of this many kings from the next one. False if the control ends it.
  bool run(int kings, const LayerValues& next, int threads, LayerValues& layer, Control& control) {
    const KingSets::Layer& rows = king_sets_.layer(kings);
    layer.bytes.assign(rows.bytes, 0);
    std::vector<JoiningThread> others;
    const auto useful = std::min<std::size_t>(static_cast<std::size_t>(threads), rows.sets.size());
    busy_ = 1;
    for (std::size_t t = 1; t < useful; ++t) {
      try {
        ++busy_;
        others.emplace_back([&] { work(rows, next, layer, control); });
      } catch (const std::system_error&) {
        --busy_;
        break;  // no more threads are available: fewer will do
      }
    }
    work(rows, next, layer, control);
    // This thread may be the one that serves the control's watcher.
    while (busy_ > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      control.running();
    }
    others.clear();
    if (raised_) std::rethrow_exception(raised_);
    layer.lowest = lowest_;
    layer.highest = highest_;
    return finished_ == rows.sets.size();
  }

 private:
  // In positions: much less than a tenth of a second.
  static constexpr std::uint64_t poll_interval = 1 << 15;

  void work(const KingSets::Layer& rows, const LayerValues& next, LayerValues& layer, Control& control) {
    try {
      RowWork row(board_, king_sets_, control);
      std::uint64_t since_poll = 0;
      for (std::size_t i = taken_++; i < rows.sets.size(); i = taken_++) {
        const Set kings = rows.sets[i];
        if (!row.work_out(kings, next, layer.bytes.data() + king_sets_.begin(kings))) break;
        if (!note(row, control)) break;
        since_poll += row.positions();
        if (since_poll < poll_interval) continue;
        since_poll = 0;
        if (!control.running()) break;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      raised_ = std::current_exception();
    }
    --busy_;
  }

  // Counts a finished row; false if another thread has failed.
  bool note(const RowWork& row, Control& control) {
    control.add_nodes(row.positions());
    const std::lock_guard lock(mutex_);
    lowest_ = std::min(lowest_, row.lowest_value());
    highest_ = std::max(highest_, row.highest_value());
    ++finished_;
    covered_ += row.positions();
    control.set_progress(static_cast<double>(covered_) / static_cast<double>(king_sets_.positions()));
    return raised_ == nullptr;
  }

  const OpenBoard& board_;
  const KingSets& king_sets_;
  std::uint64_t& covered_;
  std::atomic<std::size_t> taken_{0};
  std::atomic<int> busy_{0};
  std::mutex mutex_;
  std::exception_ptr raised_;
  std::size_t finished_ = 0;
  int lowest_ = max_value;
  int highest_ = -max_value;
};

}  // namespace proofplay::marvin
