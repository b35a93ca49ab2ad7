// Retrograde analysis: the exact value of every position reachable from a given one, in a two-player game whose
// positions may repeat.
//
// All positions are listed depth first, each once. A position gets its value when the values of all its children are
// known: the winner hurries, the loser delays. If no position repeats, that settles everything. Positions left over,
// because play from them can repeat or reach positions where it can, are settled backwards (backwards.hpp). Nothing is
// assumed about the game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/backwards.hpp"
#include "search/game.hpp"
#include "search/interface.hpp"
#include "search/key_numbers.hpp"
#include "search/random_play.hpp"

namespace proofplay {

// What a game (game.hpp) must provide for a table of all its positions; `position` is the inverse of `key`, up to
// differences that do not affect play.
template <class G>
concept ListableGame =
    TableKey<typename G::Key> && requires(const G& game, const typename G::Position& p, const typename G::Key& key,
                                          bool (*f)(const typename G::Position&)) {
      { G::max_moves } -> std::convertible_to<int>;
      { game.key(p) } -> std::same_as<typename G::Key>;
      { game.position(key) } -> std::same_as<typename G::Position>;
      { game.ending(p) } -> std::same_as<Ending>;
      { game.each_child(p, f) } -> std::same_as<bool>;
    };

// A table that grows by all positions reachable from those that are looked up. The game must outlive it.
template <ListableGame G>
class Retrograde final : public NumberedTable {
 public:
  using Position = typename G::Position;
  using Keys = KeyNumbers<typename G::Key>;

  // `max_bytes` is the memory limit at any time.
  Retrograde(const G& game, std::uint64_t max_bytes) : game_(game), max_bytes_(max_bytes) {}
  Retrograde(const Retrograde&) = delete;
  Retrograde& operator=(const Retrograde&) = delete;

  // The score (game.hpp) of a position, which is added to the table if it is not there yet; none, and no change to the
  // table, if a limit is reached.
  std::optional<Score> score(const Position& p, Control& control) {
    const Key key = game_.key(p);
    if (keys_.find(key) == Keys::none && !add(key, control)) return std::nullopt;
    return scores_[keys_.find(key)];
  }

  std::uint64_t positions() const noexcept override { return keys_.size(); }
  std::uint64_t bytes() const noexcept { return keys_.bytes() + scores_.size() * sizeof(Score); }

  // The number of positions of each score.
  std::map<Score, std::uint64_t> scores() const {
    std::map<Score, std::uint64_t> found;
    for (const Score score : scores_) ++found[score];
    return found;
  }

  // That of a position that is not in the table is positions().
  std::uint64_t number(const Position& p) const {
    const Number found = keys_.find(game_.key(p));
    return found == Keys::none ? positions() : found;
  }

  Ending ending(Number n) const override { return game_.ending(game_.position(keys_[n])); }

  std::size_t count_successors(Number n) const override {
    const Position p = game_.position(keys_[n]);
    std::size_t count = 0;
    if (game_.ending(p) == Ending::open) {
      game_.each_child(p, [&](const Position&) {
        ++count;
        return false;
      });
    }
    return count;
  }

  void add_successors(Number n, std::vector<Number>& found) const override {
    const Position p = game_.position(keys_[n]);
    if (game_.ending(p) == Ending::open) each_move(p, [&](const Key& key) { found.push_back(keys_.find(key)); });
  }

 private:
  using Key = typename G::Key;
  static_assert(G::max_moves <= 255);

  // What is still to be done while positions are added.
  struct Work {
    struct Step {  // a position whose moves are being examined
      Number number;
      std::size_t moves;     // the moves still to be examined are `keys` from here on
      Score best;            // of the moves so far
      bool complete = true;  // no move so far leads to a position without a score
    };

    std::vector<Step> path;
    std::vector<Key> keys;
    std::vector<Number> left;  // listed, and waiting for a position that was on the path

    std::uint64_t bytes() const noexcept {
      return path.capacity() * sizeof(Step) + keys.capacity() * sizeof(Key) + left.capacity() * sizeof(Number);
    }
  };

  bool add(const Key& root, Control& control) {
    const std::size_t known = keys_.size();
    try {
      if (list(root, control)) return true;
    } catch (const std::bad_alloc&) {
      control.give_up(Reason::memory);
    } catch (...) {
      keep_first(known);
      throw;
    }
    keep_first(known);
    return false;
  }

  void keep_first(std::size_t known) {
    keys_.keep_first(known);
    scores_.resize(known);
  }

  bool fits(std::uint64_t more, Control& control) const {
    const std::uint64_t needed = keys_.bytes(1) + keys_.size() * sizeof(Score) + more;
    if (needed > max_bytes_ || keys_.size() == Keys::capacity) control.give_up(Reason::memory);
    return control.reason() == Reason::none;
  }

  bool list(const Key& root, Control& control) {
    Meter meter(control);
    Work work;
    keys_.insert(root);
    if (!enter(root, work, meter, control)) return false;
    while (!work.path.empty()) {
      if (work.keys.size() == work.path.back().moves) {
        leave(work);
        continue;
      }
      const Key key = work.keys.back();
      work.keys.pop_back();
      const Number number = keys_.insert(key);
      if (number < scores_.size()) {
        weigh(work.path.back(), scores_[number]);
      } else if (!enter(key, work, meter, control)) {
        return false;
      }
    }
    work.left.shrink_to_fit();
    return work.left.empty() || settle(work.left, control);
  }

  // Starts on the position whose key has just been numbered. False if a limit is reached.
  bool enter(const Key& key, Work& work, Meter& meter, Control& control) {
    work.path.push_back({static_cast<Number>(scores_.size()), work.keys.size(), loss_in(0)});
    scores_.push_back(unsettled);
    const Position p = game_.position(key);
    switch (game_.ending(p)) {
      case Ending::win: work.path.back().best = win_in(0); break;
      case Ending::draw: work.path.back().best = 0; break;
      case Ending::loss: break;
      case Ending::open: each_move(p, [&](const Key& next) { work.keys.push_back(next); });
    }
    return meter.tick() && fits(work.bytes(), control);
  }

  void leave(Work& work) {
    const auto [number, moves, best, complete] = work.path.back();
    work.path.pop_back();
    if (complete) {
      scores_[number] = best;
    } else {
      work.left.push_back(number);
    }
    if (!work.path.empty()) weigh(work.path.back(), scores_[number]);
  }

  static void weigh(typename Work::Step& step, Score after) {
    if (after == unsettled) {
      step.complete = false;
    } else {
      step.best = std::max(step.best, moving_to(after));
    }
  }

  // Calls f(key) for each move of a position.
  template <class F>
  void each_move(const Position& p, F&& f) const {
    game_.each_child(p, [&](const Position& q) {
      f(game_.key(q));
      return false;
    });
  }

  bool settle(const std::vector<Number>& left, Control& control) {
    const std::uint64_t held = bytes() + left.size() * sizeof(Number);
    return settle_backwards(*this, scores_, left, max_bytes_ - std::min(held, max_bytes_), control);
  }

  const G& game_;
  std::uint64_t max_bytes_;
  Keys keys_;
  std::deque<Score> scores_;
};

// The table of a game that reads positions, as a ReachedTable. A game can also score positions that are not in the
// table by others that are: `score(text, ask)`, where ask(position) looks one up.
template <ListableGame G>
class ReachedTableOf final : public ReachedTable {
 public:
  using Position = typename G::Position;

  ReachedTableOf(G game, std::uint64_t max_bytes) : game_(std::move(game)), table_(game_, max_bytes) {}

  std::optional<Score> score(const PositionText& text, Control& control) override {
    const auto ask = [&](const Position& p) { return table_.score(p, control); };
    if constexpr (requires { game_.score(text, ask); }) {
      return game_.score(text, ask);
    } else {
      return ask(game_.read(text));
    }
  }

  std::uint64_t positions() const noexcept override { return table_.positions(); }
  std::uint64_t bytes() const noexcept override { return table_.bytes(); }
  std::map<Score, std::uint64_t> scores() const override { return table_.scores(); }

  std::optional<std::map<std::size_t, std::uint64_t>> branching(Control& control) const override {
    return proofplay::branching(table_, control);
  }

  std::optional<std::vector<Ends>> random_play(const std::vector<std::pair<PositionText, Mass>>& beginnings, int plies,
                                               int max_plies, Control& control) const override {
    std::vector<Beginning> numbered;
    for (const auto& [text, before] : beginnings) {
      const std::uint64_t number = table_.number(game_.read(text));
      if (number == table_.positions()) throw std::invalid_argument("a position not yet looked up");
      numbered.push_back({static_cast<std::uint32_t>(number), before});
    }
    return proofplay::random_play(table_, numbered, plies, max_plies, control.max_bytes(), control);
  }

 private:
  G game_;
  Retrograde<G> table_;
};

}  // namespace proofplay
