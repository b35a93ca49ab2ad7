// Depth-first proof-number search (df-pn) of an acyclic game: who wins.
//
// After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). Thresholds are slightly larger
// than the second-best move's number, so that the search switches moves less often, after Pawlewicz and Lew, "Improving
// depth-first PN-search: 1 + epsilon trick" (2006).
//
// A question is a test "does the player to move reach the score s?", where s is a win, or at least a draw. The
// proof numbers of a position are a guess of how many positions must be settled to prove
// it and to disprove it, kept in a table with exact keys; a proof number of 0 is a proof.
//
// Several threads search the same question on one table. If a thread is already working on the move that seems easiest
// to prove, other threads treat it as harder than it is, after Kaneko, "Parallel depth first proof number search"
// (2010); and once a thread has settled a position, searches below it stop, as in Pawlewicz and Hayward, "Scalable
// parallel DFPN search" (2013).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "control.hpp"
#include "search/checkpoint.hpp"
#include "search/game.hpp"
#include "search/memory_budget.hpp"
#include "search/search_threads.hpp"
#include "search/table.hpp"

namespace proofplay {

// The estimated work to prove, and to disprove, that the player to move reaches the score. ProofNumbers{}: nothing is
// known.
struct ProofNumbers {
  std::uint32_t proof = 0;
  std::uint32_t disproof = 0;
  bool operator==(const ProofNumbers&) const noexcept = default;
};

inline constexpr std::uint32_t infinite_number = std::numeric_limits<std::uint32_t>::max();
inline constexpr ProofNumbers proved{0, infinite_number};
inline constexpr ProofNumbers disproved{infinite_number, 0};

// A game can estimate the proof numbers of an unsearched position for reaching the score s, 1 or 0, and tell whether
// that is settled: the search then calls neither `ending` nor `evaluate`. In other games an unsettled position starts
// with proof and disproof numbers of 1.
template <class G>
concept ProofNumberGame = Game<G> && requires(const G& game, const typename G::Position& p, Score s) {
  { game.proof_numbers(p, s) } -> std::same_as<ProofNumbers>;
};

// A game can note something about a child, a hint, that helps to estimate its proof numbers later.
template <class G>
concept HintingGame = requires { typename G::Hint; };

template <class G>
struct HintOf {
  struct Type {};
};
template <HintingGame G>
struct HintOf<G> {
  using Type = typename G::Hint;
};

// A child of a position, and the proof numbers to prove and to disprove it.
template <class G>
struct ChildOf {
  typename G::Position position;
  typename G::Key key;
  ProofNumbers proof_numbers;
  typename HintOf<G>::Type hint{};
};

// A game can make all children of a position together, with their keys, faster than one by one: each_keyed_child calls
// f(child) for each. It may leave out moves that lose at once, and returns whether one wins at once; then it need not
// have made all.
template <class G>
concept KeyedGame = requires(const G& game, const typename G::Position& p, void (*f)(const ChildOf<G>&)) {
  { game.each_keyed_child(p, f) } -> std::same_as<bool>;
};

// A game can fill in the proof numbers of many children at once, faster than one by one.
template <class G>
concept BatchGame = ProofNumberGame<G> && requires(const G& game, ChildOf<G>* const* children, std::size_t count) {
  game.proof_numbers(children, count, Score{1});
};

template <Game G>
class ProofNumber {
  static_assert(G::acyclic, "this search proves nothing where positions can come back");

 public:
  using Position = typename G::Position;
  using Key = typename G::Key;

  ProofNumber(const G& game, const MemoryBudget& memory_budget)
      : game_(game), wins_(memory_budget), draws_(G::draws ? memory_budget : MemoryBudget(0)) {}

  // Whether the player to move wins (s = 1), or at least draws (s = 0); none if a limit ended the search. An exception
  // from the game also ends it.
  std::optional<bool> at_least(const Position& p, Score s, Control& control) {
    return decide(p, !G::draws || s > 0, control);
  }

  // 1, 0 or -1 for the player to move; none if a limit ended the search.
  std::optional<Score> result(const Position& p, Control& control) {
    const std::optional<bool> wins = decide(p, true, control);
    if (!wins) return std::nullopt;
    if (*wins) return Score{1};
    if (!G::draws) return Score{-1};
    const std::optional<bool> draws = decide(p, false, control);
    if (!draws) return std::nullopt;
    return *draws ? Score{0} : Score{-1};
  }

  // What the search has found, saved for a later run (search/checkpoint.hpp).
  void save(Sink& sink) const {
    save_entries(wins_, sink);
    if constexpr (G::draws) save_entries(draws_, sink);
  }
  LoadCounts load(Source& source) {
    LoadCounts loaded = load_entries(wins_, source);
    if constexpr (G::draws) loaded = loaded + load_entries(draws_, source);
    return loaded;
  }

 private:
  using Child = ChildOf<G>;
  using Children = std::array<Child, G::max_moves>;
  using Number = std::uint32_t;

  class Worker;

  static constexpr Number max_number = infinite_number - 1;  // the largest that is not a proof

  // One question, and the threads that search it.
  struct Question {
    Position position;
    bool win;
    std::optional<bool> answer;
    SearchThreads search_threads;

    Question(ProofNumber& search, const Position& p, bool wins, Control& control)
        : position(p), win(wins), search_threads(control, {&search.wins_, &search.draws_}, [this, &search] {
            Worker(search, *this, false).solve();
          }) {}
  };

  std::optional<bool> decide(const Position& p, bool win, Control& control) {
    const ProofNumbers e = known(p, game_.key(p), win);
    if (settled(e)) return e.proof == 0;
    Question question(*this, p, win, control);
    Worker(*this, question, true).solve();
    question.search_threads.dismiss_and_rethrow();
    return question.answer;
  }

  static constexpr bool settled(ProofNumbers e) noexcept { return e.proof == 0 || e.disproof == 0; }
  static constexpr bool reached(ProofNumbers e, ProofNumbers limit) noexcept {
    return e.proof >= limit.proof || e.disproof >= limit.disproof;
  }

  // Whether the other player needs a win to refute this; else a draw is enough. If there are no draws, not losing means
  // winning.
  static constexpr bool refuting(bool win) noexcept { return !G::draws || !win; }

  Table<Key, ProofNumbers>& table(bool win) noexcept { return win ? wins_ : draws_; }

  // What is known about a position before it is searched.
  ProofNumbers known(const Position& p, const Key& key, bool win) {
    const ProofNumbers seen = table(win).get(key);
    return seen == ProofNumbers{} ? first_proof_numbers(game_, p, win ? 1 : 0) : seen;
  }

  static ProofNumbers first_proof_numbers(const G& game, const Position& p, Score s) {
    if constexpr (ProofNumberGame<G>) {
      return game.proof_numbers(p, s);
    } else {
      switch (game.ending(p)) {
        case Ending::win: return proved;
        case Ending::draw: return s > 0 ? disproved : proved;
        case Ending::loss: return disproved;
        case Ending::open: break;
      }
      const Bounds bounds = game.evaluate(p).bounds;
      return bounds.lower >= s ? proved : bounds.upper < s ? disproved : ProofNumbers{1, 1};
    }
  }

  struct Choice {
    std::size_t best = 0;
    Number second = infinite_number;  // the proof numbers of the second-best move
    Number proof = infinite_number;  // of the position: one move has to be proved
    Number disproof = 0;  // of the position: all moves have to be refuted
  };

  static Choice choose(const Child* children, std::size_t count) noexcept {
    Choice c;
    for (std::size_t i = 0; i < count; ++i) {
      c.disproof = sum(c.disproof, children[i].proof_numbers.proof);
      const Number proof_numbers = children[i].proof_numbers.disproof;
      if (i == 0 || proof_numbers < c.proof) {
        c.second = c.proof;
        c.proof = proof_numbers;
        c.best = i;
      } else {
        c.second = std::min(c.second, proof_numbers);
      }
    }
    return c;
  }

  static constexpr Number sum(Number a, Number b) noexcept { return a < max_number - b ? a + b : max_number; }

  // The limit for a child: search it until the position's proof numbers exceed their limit, or another move seems
  // clearly easier to prove. Saturated proof numbers are no limit.
  static constexpr ProofNumbers child_limit(ProofNumbers child, const Choice& c, ProofNumbers limit) noexcept {
    const Number later = sum(c.second == infinite_number ? max_number : c.second, c.second / 4 + 1);
    return {limit.disproof == infinite_number ? infinite_number : limit.disproof - (c.disproof - child.proof),
            std::min(limit.proof, later == max_number ? infinite_number : later)};
  }

  const G& game_;
  Table<Key, ProofNumbers> wins_;
  Table<Key, ProofNumbers> draws_;
};

// One thread's part of a search.
template <Game G>
class ProofNumber<G>::Worker {
 public:
  Worker(ProofNumber& search, Question& question, bool leads)
      : search_(search),
        question_(question),
        game_(search.game_, leads),
        search_thread_(question.search_threads, leads) {}

  // Searches until the question is settled, by any thread, or a limit ends it.
  void solve() {
    try {
      const Position& p = question_.position;
      const ProofNumbers e = search(p, game_->key(p), question_.win, {infinite_number, infinite_number}, 0);
      if (question_.search_threads.finish()) question_.answer = e.proof == 0;
    } catch (const SearchThread::Stopped&) {
    }
  }

 private:
  // A position on the line from the root to the one being searched.
  struct Level {
    Key key{};
    bool win = true;
    ProofNumbers limit;
    Children children;
  };

  // Some of the moves of a position.
  class Selection {
   public:
    void add(Child& child) noexcept { moves_[size_++] = &child; }
    std::size_t size() const noexcept { return size_; }
    Child* const* begin() const noexcept { return moves_.data(); }
    Child* const* end() const noexcept { return moves_.data() + size_; }

   private:
    std::array<Child*, G::max_moves> moves_;
    std::size_t size_ = 0;
  };

  // Searches until the proof numbers reach a limit, or the position is settled.
  ProofNumbers search(const Position& p, const Key& key, bool win, ProofNumbers limit, std::size_t depth) {
    search_thread_.count(depth, [&](std::size_t d) { return is_done(*levels_[d]); });
    if (search_thread_.gives_up()) return {};
    const std::uint64_t before = search_thread_.positions();
    std::optional<SearchThreads::Mark> mark;
    if (search_thread_.joined()) mark.emplace(search_thread_.search_threads(), key.hash());
    Level& here = level(depth);
    here.key = key;
    here.win = win;
    here.limit = limit;
    const std::optional<std::size_t> open = look(p, win, here.children);
    const ProofNumbers e = open ? work_on(here.children.data(), *open, win, limit, depth) : proved;
    if (search_thread_.gives_up()) return search_thread_.has_given_up(depth) ? done_by_others_ : ProofNumbers{};
    search_.table(win).put(key, e, search_thread_.positions() - before + 1);
    return e;
  }

  // Whether the work of other threads has brought a position's proof numbers to their limit.
  bool is_done(const Level& above) {
    done_by_others_ = search_.table(above.win).get(above.key);
    return reached(done_by_others_, above.limit);
  }

  // Storage for the moves of a position `depth` plies below the root. It is reused: making it anew at each position
  // would take longer than filling it.
  Level& level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
    return *levels_[depth];
  }

  // Stores the moves that are still open and returns how many; none if one of the others settles the position.
  std::optional<std::size_t> look(const Position& p, bool win, Children& children) {
    Table<Key, ProofNumbers>& table = search_.table(refuting(win));
    std::size_t all = 0;
    std::uint64_t group = 0;
    const bool wins = each_keyed_child(p, [&](const Child& child) {
      if constexpr (!GroupedKey<Key>) {
        table.prefetch(child.key);
      } else if (all == 0) {
        table.prefetch_group(group = child.key.group());
      }
      children[all++] = child;
    });
    if (wins) return std::nullopt;
    Selection in_table, unknown;
    for (std::size_t i = 0; i < all; ++i) {
      Child& child = children[i];
      if (!may_be_known(table, group, child.key)) {
        unknown.add(child);
        continue;
      }
      if constexpr (GroupedKey<Key>) table.prefetch(child.key);
      in_table.add(child);
    }
    for (Child* child : in_table) {
      child->proof_numbers = table.get(child->key);
      if (child->proof_numbers == ProofNumbers{}) {
        unknown.add(*child);
      } else if (child->proof_numbers.disproof == 0) {
        return std::nullopt;
      }
    }
    guess(unknown, refuting(win));
    std::size_t open = 0;
    for (std::size_t i = 0; i < all; ++i) {
      if (children[i].proof_numbers.disproof == 0) return std::nullopt;
      if (children[i].proof_numbers.proof != 0) children[open++] = children[i];
    }
    return open;
  }

  // Calls f(child) for each child that needs a search; returns whether a move wins at once.
  template <class F>
  bool each_keyed_child(const Position& p, F&& f) const {
    if constexpr (KeyedGame<G>) {
      return game_->each_keyed_child(p, f);
    } else {
      return game_->each_child(p, [&](const Position& q) { return f({q, game_->key(q), {}}), false; });
    }
  }

  // Estimates the proof numbers of moves about which nothing is known.
  void guess(const Selection& moves, bool win) const {
    if constexpr (BatchGame<G>) {
      if (moves.size() != 0) game_->proof_numbers(moves.begin(), moves.size(), win ? 1 : 0);
    } else {
      for (Child* child : moves) {
        child->proof_numbers = first_proof_numbers(*game_, child->position, win ? 1 : 0);
        if (child->proof_numbers.disproof == 0) return;
      }
    }
  }

  // The part of `search` that tries the moves that are still open, always the one that seems easiest to prove. Each
  // search of a move raises its numbers to one of its limits, and the raised numbers stay in `children`, so this ends
  // even if the table loses entries.
  ProofNumbers work_on(Child* children, std::size_t count, bool win, ProofNumbers limit, std::size_t depth) {
    while (count != 0) {
      Choice c = choose(children, count);
      const ProofNumbers e{c.proof, c.disproof};
      if (reached(e, limit)) return e;
      if (search_thread_.joined() && is_busy(children[c.best])) avoid_others(c, children, count, limit);
      Child& best = children[c.best];
      const std::uint64_t before = search_thread_.positions();
      best.proof_numbers = raised(best, refuting(win), child_limit(best.proof_numbers, c, limit), depth);
      if (search_thread_.gives_up()) return {};
      if (best.proof_numbers.disproof == 0) return proved;
      if (best.proof_numbers.proof == 0) best = children[--count];
      if (search_thread_.joined() && search_thread_.positions() - before >= worth_a_look) {
        const std::optional<std::size_t> open = look_again(children, count, refuting(win));
        if (!open) return proved;
        count = *open;
      }
    }
    return disproved;
  }

  // A child's proof numbers once they have reached a limit; they may already have done so by another path.
  ProofNumbers raised(const Child& child, bool win, ProofNumbers limit, std::size_t depth) {
    const Table<Key, ProofNumbers>& table = search_.table(win);
    table.prefetch(child.key);
    if (may_be_known(table, group_of(child.key), child.key)) {
      const ProofNumbers seen = table.get(child.key);
      if (reached(seen, limit)) return seen;
    }
    return search(child.position, child.key, win, limit, depth + 1);
  }

  static std::uint64_t group_of(const Key& key) noexcept {
    if constexpr (GroupedKey<Key>) return key.group();
    return 0;
  }
  static bool may_be_known(const Table<Key, ProofNumbers>& table, std::uint64_t group, const Key& key) noexcept {
    if constexpr (GroupedKey<Key>) return table.may_have(group, key);
    return true;
  }

  bool is_busy(const Child& child) noexcept { return search_thread_.search_threads().busy(child.key.hash()) != 0; }

  // Chooses again as if a move's proof numbers were larger by half for each thread that is working on it. A move that
  // has reached the limit is never chosen, as its search would end at once.
  void avoid_others(Choice& c, const Child* children, std::size_t count, ProofNumbers limit) noexcept {
    Number smallest = infinite_number;
    c.second = infinite_number;
    for (std::size_t i = 0; i < count; ++i) {
      const Number proof_numbers = children[i].proof_numbers.disproof;
      const unsigned others = search_thread_.search_threads().busy(children[i].key.hash());
      const Number seems =
          others == 0 ? proof_numbers : sum(proof_numbers, sum(proof_numbers / 2, 1) * std::min(others, 4U));
      if (seems < smallest && proof_numbers < limit.proof) {
        c.second = smallest;
        smallest = seems;
        c.best = i;
      } else {
        c.second = std::min(c.second, seems);
      }
    }
  }

  // After this many positions, others may have found out something about the other moves.
  static constexpr std::uint64_t worth_a_look = 64;

  // Takes over what other threads have found: no number decreases, so the search makes progress. Returns how many moves
  // are still open; none if one of the others settles the position.
  std::optional<std::size_t> look_again(Child* children, std::size_t count, bool win) noexcept {
    for (std::size_t i = 0; i < count; ++i) search_.table(win).prefetch(children[i].key);
    std::size_t open = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = children[i];
      const ProofNumbers seen = search_.table(win).get(child.key);
      if (seen != ProofNumbers{} && settled(seen)) {
        if (seen.disproof == 0) return std::nullopt;
        continue;
      }
      child.proof_numbers = {std::max(child.proof_numbers.proof, seen.proof),
                             std::max(child.proof_numbers.disproof, seen.disproof)};
      children[open++] = child;
    }
    return open;
  }

  ProofNumber& search_;
  Question& question_;
  GameOfThread<G> game_;
  SearchThread search_thread_;
  std::vector<std::unique_ptr<Level>> levels_;  // by ply
  ProofNumbers done_by_others_;
};

}  // namespace proofplay
