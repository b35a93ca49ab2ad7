// Depth-first search of an acyclic game: who wins, and how long it takes.
//
// Every question is a test "is the score at least beta?", a null-window search that stops at the first move that
// answers it. Who wins is one test; an exact distance takes a few of them, which share a table of proved bounds.
// Nothing enters the table before its subtree is finished, so an interrupted search leaves nothing wrong behind and
// continues where it was when asked again.
//
// Several threads run the same test on one table. A move that another thread is working on is put off until the others
// have been tried, but only after one move of its position has failed: then all of them may have to be searched (Weill,
// "The ABDADA distributed minimax search algorithm", 1996).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "control.hpp"
#include "search/checkpoint.hpp"
#include "search/game.hpp"
#include "search/memory_budget.hpp"
#include "search/search_threads.hpp"
#include "search/table.hpp"

namespace proofplay {

// Wins and losses only: scores are 1, 0 and -1, and a move negates them.
struct ByResult {
  static constexpr Score of(Score s) noexcept { return static_cast<Score>((s > 0) - (s < 0)); }
  // The value of a move to a position that is worth s to the other player.
  static constexpr Score moving_to(Score s) noexcept { return static_cast<Score>(-s); }
  // The lowest score of a child that refutes its move: with it the move does not reach beta.
  static constexpr Score refuting(Score beta) noexcept { return static_cast<Score>(1 - beta); }
};

// Distances as well: a move brings a score one closer to 0.
struct ByDistance {
  static constexpr Score of(Score s) noexcept { return s; }
  static constexpr Score moving_to(Score s) noexcept { return static_cast<Score>(s > 0 ? 1 - s : s < 0 ? -1 - s : 0); }
  static constexpr Score refuting(Score beta) noexcept {
    return static_cast<Score>(beta > 0 ? -beta : beta < 0 ? 2 - beta : 1);
  }
};

// Points: a position is worth the points still to be won in it, player to move minus opponent, and a move can win some
// at once.
struct ByScore {
  static constexpr Score of(Score s) noexcept { return s; }
  static constexpr Score moving_to(Score s) noexcept { return static_cast<Score>(-s); }
  static constexpr Score refuting(Score beta) noexcept { return static_cast<Score>(1 - beta); }
};

// What such a game provides in addition (game.hpp):
//   gain        points won by the move that led to a position, for the player who made it
//   attainable  the lowest score of at least s that a position can have
template <class G>
concept PointsGame = Game<G> && requires(const G& game, const typename G::Position& p, Score s) {
  { game.gain(p) } -> std::same_as<Score>;
  { game.attainable(p, s) } -> std::same_as<Score>;
};

// Sorts the numbers of moves by their guesses, the lowest first.
void sort_by_guess(std::span<std::uint16_t> moves, const int* guesses);

template <Game G, class Scoring>
class Negamax {
  static_assert(G::acyclic, "depth-first search with a table proves nothing where positions can come back");

 public:
  using Position = typename G::Position;
  using Key = typename G::Key;

  Negamax(const G& game, MemoryBudget memory_budget) : game_(game), table_(std::move(memory_budget)) {}

  // Whether the score is at least beta; none if a limit ended the search. An exception from the game also ends it.
  std::optional<bool> at_least(const Position& p, Score beta, Control& control) {
    beta = threshold(game_, p, beta);
    const std::optional<Bounds> found = ask(p, beta, control);
    if (!found) return std::nullopt;
    return found->lower >= beta;
  }

  // The exact score; none if a limit ended the search.
  std::optional<Score> score(const Position& p, Control& control) { return narrowed(p, {}, next_test, control); }

  // The same, given proved bounds, and trying the shortest games first: each test looks only a little deeper than the
  // previous one, and finds in the table what that one proved.
  std::optional<Score> score_nearest_first(const Position& p, Bounds known, Control& control) {
    return narrowed(p, known, nearest_test, control);
  }

  // What the search has proved, saved for a later run (search/checkpoint.hpp).
  void save(Sink& sink) const { save_entries(table_, sink); }
  LoadCounts load(Source& source) { return load_entries(table_, source); }

 private:
  class Worker;

  // A test, and the threads that run it.
  struct Question {
    Position position;
    Score beta;
    std::optional<Bounds> answer;
    SearchThreads search_threads;

    Question(Negamax& search, const Position& p, Score at_least, Control& control)
        : position(p),
          beta(at_least),
          search_threads(control, {&search.table_}, [this, &search] { Worker(search, *this, false).solve(); }) {}
  };

  // Bounds that decide whether the score is at least beta; none if a limit ended the search.
  std::optional<Bounds> ask(const Position& p, Score beta, Control& control) {
    Question question(*this, p, beta, control);
    Worker(*this, question, true).solve();
    question.search_threads.dismiss_and_rethrow();
    return question.answer;
  }

  std::optional<Score> narrowed(const Position& p, Bounds known, Score (*next)(Bounds), Control& control) {
    known = meet(known, meet(evaluate(game_, p).bounds, table_.get(game_.key(p))));
    while (known.lower < known.upper) {
      const std::optional<Bounds> found = ask(p, threshold(game_, p, next(known)), control);
      if (!found) return std::nullopt;
      known = meet(known, *found);
    }
    return known.lower;
  }

  // Who wins first; then points one at a time, as good play wins few, and distances by bisection.
  static Score next_test(Bounds known) noexcept {
    if (known.lower <= 0 && known.upper > 0) return 1;
    if (known.lower < 0 && known.upper == 0) return 0;
    if constexpr (PointsGame<G>) return known.lower > 0 ? static_cast<Score>(known.lower + 1) : known.upper;
    return static_cast<Score>(known.upper - (known.upper - known.lower) / 2);
  }

  // Whether the score reaches the upper bound, or exceeds the lower one, whichever end of the game is nearer.
  static Score nearest_test(Bounds known) noexcept {
    const bool win_is_nearer = known.lower >= 0 || plies_of(known.upper) <= plies_of(known.lower);
    return known.upper > 0 && win_is_nearer ? known.upper : static_cast<Score>(known.lower + 1);
  }

  static Bounds meet(Bounds a, Bounds b) noexcept { return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)}; }

  static bool decides(Bounds b, Score beta) noexcept { return b.lower >= beta || b.upper < beta; }

  // Called for every move. Forced inline, as GCC inlines less in a file with many games.
  [[gnu::always_inline]] static Evaluation evaluate(const G& game, const Position& p) {
    Evaluation e;
    switch (game.ending(p)) {
      case Ending::win: e.bounds.lower = e.bounds.upper = win_in(0); break;
      case Ending::draw: e.bounds.lower = e.bounds.upper = 0; break;
      case Ending::loss: e.bounds.lower = e.bounds.upper = loss_in(0); break;
      case Ending::open: e = game.evaluate(p); break;
    }
    e.bounds.lower = Scoring::of(e.bounds.lower);
    e.bounds.upper = Scoring::of(e.bounds.upper);
    return e;
  }

  // The lowest score of at least beta that a position can have. If there are no draws, not losing means winning.
  static Score threshold(const G& game, const Position& p, Score beta) noexcept {
    if constexpr (PointsGame<G>) return game.attainable(p, beta);
    return !G::draws && beta == 0 ? Score{1} : beta;
  }

  const G& game_;
  Table<Key, Bounds> table_;
};

// One thread's part of a search.
template <Game G, class Scoring>
class Negamax<G, Scoring>::Worker {
 public:
  Worker(Negamax& search, Question& question, bool leads)
      : question_(question),
        table_(search.table_),
        game_(search.game_, leads),
        search_thread_(question.search_threads, leads) {}

  // Runs the test until it is decided, by any thread, or a limit ends it.
  void solve() {
    try {
      const Position& p = question_.position;
      const Bounds found = test(p, game_->key(p), Negamax::evaluate(*game_, p), question_.beta, 0);
      if (question_.search_threads.finish()) question_.answer = found;
    } catch (const SearchThread::Stopped&) {
    }
  }

 private:
  struct Child {
    Position position;
    Key key;
    Evaluation evaluation;
  };

  // A position on the line from the root to the one being searched.
  struct Level {
    Key key{};
    Score beta = 0;
    std::array<Child, G::max_moves> children;
    std::array<std::uint16_t, G::max_moves> order;
    std::array<int, G::max_moves> guesses;
  };

  // Bounds that decide whether the score is at least beta.
  Bounds test(const Position& p, const Key& key, const Evaluation& e, Score beta, std::size_t depth) {
    if (decides(e.bounds, beta)) return e.bounds;
    const Bounds before = meet(e.bounds, table_.get(key));
    if (decides(before, beta)) return before;
    search_thread_.count(depth, [&](std::size_t d) { return is_done(*levels_[d]); });
    if (search_thread_.gives_up()) return {};
    const std::uint64_t counted = search_thread_.positions();
    std::optional<SearchThreads::Mark> mark;
    if (search_thread_.joined()) mark.emplace(search_thread_.search_threads(), key.hash());
    Level& here = level(depth);
    here.key = key;
    here.beta = beta;
    const Bounds found = search(p, beta, here, depth);
    if (search_thread_.gives_up()) return search_thread_.has_given_up(depth) ? meet(before, done_by_others_) : Bounds{};
    const Bounds after = meet(before, without_draws(found));
    table_.put(key, after, search_thread_.positions() - counted + 1);
    return after;
  }

  // Whether others have decided the test of a position.
  bool is_done(const Level& above) {
    done_by_others_ = table_.get(above.key);
    return decides(done_by_others_, above.beta);
  }

  // Storage for the moves of a position `depth` plies below the root; it is reused for later positions.
  Level& level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
    return *levels_[depth];
  }

  // The part of `test` that tries the moves: first those that are already decided, then the others, starting with those
  // that look worst for the other player.
  Bounds search(const Position& p, Score beta, Level& here, std::size_t depth) {
    const std::size_t all = list(p, here);
    BestSoFar best;
    std::size_t count = 0;
    for (std::size_t i = 0; i < all; ++i) {
      if (!is_decided(here.children[i], beta, best)) {
        here.guesses[i] = here.children[i].evaluation.guess;
        here.order[count++] = static_cast<std::uint16_t>(i);
      }
      if (best.lower >= beta) return {best.lower, longest};
    }
    const auto begin = here.order.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
    sort_by_guess(std::span(begin, end), here.guesses.data());
    for (auto next = begin; next != end; ++next) {
      if (search_thread_.joined() && best.any) put_off_busy(here, next, end);
      const Child& child = here.children[*next];
      const Bounds found = test(child.position, child.key, child.evaluation, refuting(child.position, beta), depth + 1);
      if (search_thread_.gives_up()) return {};
      include(best, child.position, found);
      if (best.lower >= beta) return {best.lower, longest};
    }
    return {best.lower, best.upper};
  }

  // Bounds of the best of the moves examined so far.
  struct BestSoFar {
    Score lower = -longest;  // at least one of them reaches it
    Score upper = Scoring::of(loss_in(0));  // none of them exceeds it
    bool any = false;
  };

  void include(BestSoFar& best, const Position& q, Bounds child) const {
    best.upper = std::max(best.upper, static_cast<Score>(gain(q) + Scoring::moving_to(child.lower)));
    best.lower = std::max(best.lower, static_cast<Score>(gain(q) + Scoring::moving_to(child.upper)));
    best.any = true;
  }

  std::size_t list(const Position& p, Level& here) const {
    std::size_t all = 0;
    game_->each_child(p, [&](const Position& q) {
      Child& child = here.children[all++];
      child.position = q;
      child.key = game_->key(q);
      table_.prefetch(child.key);
      return false;
    });
    return all;
  }

  // Whether it is already known if a move reaches beta; if so, includes it in `best`. Bounds in the table are at least
  // as narrow as those of the evaluation.
  bool is_decided(Child& child, Score beta, BestSoFar& best) const {
    const Score child_beta = refuting(child.position, beta);
    Bounds seen = table_.get(child.key);
    if (seen == Bounds{} || !decides(seen, child_beta)) {
      child.evaluation = Negamax::evaluate(*game_, child.position);
      seen = meet(child.evaluation.bounds, seen);
      if (!decides(seen, child_beta)) return false;
    }
    include(best, child.position, seen);
    return true;
  }

  // Brings forward a move that no other thread is working on, if there is one.
  template <class Iterator>
  void put_off_busy(const Level& here, Iterator next, Iterator end) noexcept {
    const auto is_free = [&](std::uint16_t i) {
      return search_thread_.search_threads().busy(here.children[i].key.hash()) == 0;
    };
    const Iterator found = std::find_if(next, end, is_free);
    if (found != end) std::rotate(next, found, found + 1);
  }

  Score gain(const Position& q) const noexcept {
    if constexpr (PointsGame<G>) return game_->gain(q);
    return 0;
  }

  // The lowest score of q that refutes the move to it: with it the move does not reach beta.
  Score refuting(const Position& q, Score beta) const noexcept {
    return threshold(*game_, q, Scoring::refuting(static_cast<Score>(beta - gain(q))));
  }

  static Bounds without_draws(Bounds b) noexcept {
    if constexpr (!G::draws) {
      if (b.lower == 0) b.lower = 1;
      if (b.upper == 0) b.upper = -1;
    }
    return b;
  }

  Question& question_;
  Table<Key, Bounds>& table_;
  GameOfThread<G> game_;
  SearchThread search_thread_;
  std::vector<std::unique_ptr<Level>> levels_;  // by ply
  Bounds done_by_others_;
};

}  // namespace proofplay
