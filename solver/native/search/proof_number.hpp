// Depth-first proof-number search (df-pn) of an acyclic game: who wins.
//
// After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). Thresholds are slightly larger
// than the second-best move's number, so that the search switches moves less often, after Pawlewicz and Lew, "Improving
// depth-first PN-search: 1 + epsilon trick" (2006).
//
// A question is a test "does the player to move reach the score s?", where s is a win, or at least a draw. The effort
// of a position is its proof and disproof number, a guess of how many positions must be settled to prove it and to
// disprove it, kept in a table with exact keys; an effort of 0 is a proof.
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
#include "search/allowance.hpp"
#include "search/checkpoint.hpp"
#include "search/crew.hpp"
#include "search/game.hpp"
#include "search/table.hpp"

namespace proofplay {

// The estimated work to prove, and to disprove, that the player to move reaches the score. Effort{}: nothing is known.
struct Effort {
  std::uint32_t proof = 0;
  std::uint32_t disproof = 0;
  bool operator==(const Effort&) const noexcept = default;
};

inline constexpr std::uint32_t infinite_effort = std::numeric_limits<std::uint32_t>::max();
inline constexpr Effort proved{0, infinite_effort};
inline constexpr Effort disproved{infinite_effort, 0};

// A game can estimate the effort of an unsearched position for reaching the score s, 1 or 0, and tell whether that is
// settled: the search then calls neither `ending` nor `estimate`. In other games an unsettled position starts with an
// effort of 1 both ways.
template <class G>
concept EffortGame = Game<G> && requires(const G& game, const typename G::Position& p, Score s) {
  { game.effort(p, s) } -> std::same_as<Effort>;
};

// A game can note something about a child, a hint, that helps to estimate its effort later.
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

// A child of a position, and the effort to prove and to disprove it.
template <class G>
struct ChildOf {
  typename G::Position position;
  typename G::Key key;
  Effort effort;
  typename HintOf<G>::Type hint{};
};

// A game can make all children of a position together, with their keys, faster than one by one: each_keyed_child calls
// f(child) for each. It may leave out moves that lose at once, and returns whether one wins at once; then it need not
// have made all.
template <class G>
concept KeyedGame = requires(const G& game, const typename G::Position& p, void (*f)(const ChildOf<G>&)) {
  { game.each_keyed_child(p, f) } -> std::same_as<bool>;
};

// A game can fill in the efforts of many children at once, faster than one by one.
template <class G>
concept BatchGame = EffortGame<G> && requires(const G& game, ChildOf<G>* const* children, std::size_t count) {
  game.efforts(children, count, Score{1});
};

template <Game G>
class ProofNumber {
  static_assert(G::acyclic, "this search proves nothing where positions can come back");

 public:
  using Position = typename G::Position;
  using Key = typename G::Key;

  ProofNumber(const G& game, const Allowance& allowance)
      : game_(game), wins_(allowance), draws_(G::draws ? allowance : Allowance(0)) {}

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

  static constexpr Number max_effort = infinite_effort - 1;  // the largest that is not a proof

  // One question, and the threads that search it.
  struct Question {
    Position position;
    bool win;
    std::optional<bool> answer;
    Crew crew;

    Question(ProofNumber& search, const Position& p, bool wins, Control& control)
        : position(p),
          win(wins),
          crew(control, {&search.wins_, &search.draws_}, [this, &search] { Worker(search, *this, false).solve(); }) {}
  };

  std::optional<bool> decide(const Position& p, bool win, Control& control) {
    const Effort e = known(p, game_.key(p), win);
    if (settled(e)) return e.proof == 0;
    Question question(*this, p, win, control);
    Worker(*this, question, true).solve();
    question.crew.dismiss_and_rethrow();
    return question.answer;
  }

  static constexpr bool settled(Effort e) noexcept { return e.proof == 0 || e.disproof == 0; }
  static constexpr bool reached(Effort e, Effort limit) noexcept {
    return e.proof >= limit.proof || e.disproof >= limit.disproof;
  }

  // Whether the other player needs a win to refute this; else a draw is enough. If there are no draws, not losing means
  // winning.
  static constexpr bool refuting(bool win) noexcept { return !G::draws || !win; }

  Table<Key, Effort>& table(bool win) noexcept { return win ? wins_ : draws_; }

  // What is known about a position before it is searched.
  Effort known(const Position& p, const Key& key, bool win) {
    const Effort seen = table(win).get(key);
    return seen == Effort{} ? first_effort(game_, p, win ? 1 : 0) : seen;
  }

  static Effort first_effort(const G& game, const Position& p, Score s) {
    if constexpr (EffortGame<G>) {
      return game.effort(p, s);
    } else {
      switch (game.ending(p)) {
        case Ending::win: return proved;
        case Ending::draw: return s > 0 ? disproved : proved;
        case Ending::loss: return disproved;
        case Ending::open: break;
      }
      const Bounds bounds = game.estimate(p).bounds;
      return bounds.lower >= s ? proved : bounds.upper < s ? disproved : Effort{1, 1};
    }
  }

  struct Choice {
    std::size_t best = 0;
    Number second = infinite_effort;  // the effort of the second-best move
    Number proof = infinite_effort;  // of the position: one move has to be proved
    Number disproof = 0;  // of the position: all moves have to be refuted
  };

  static Choice choose(const Child* children, std::size_t count) noexcept {
    Choice c;
    for (std::size_t i = 0; i < count; ++i) {
      c.disproof = sum(c.disproof, children[i].effort.proof);
      const Number effort = children[i].effort.disproof;
      if (i == 0 || effort < c.proof) {
        c.second = c.proof;
        c.proof = effort;
        c.best = i;
      } else {
        c.second = std::min(c.second, effort);
      }
    }
    return c;
  }

  static constexpr Number sum(Number a, Number b) noexcept { return a < max_effort - b ? a + b : max_effort; }

  // The limit for a child: search it until the position's effort exceeds its limit, or another move seems clearly
  // easier to prove. Saturated efforts are no limit.
  static constexpr Effort child_limit(Effort child, const Choice& c, Effort limit) noexcept {
    const Number later = sum(c.second == infinite_effort ? max_effort : c.second, c.second / 4 + 1);
    return {limit.disproof == infinite_effort ? infinite_effort : limit.disproof - (c.disproof - child.proof),
            std::min(limit.proof, later == max_effort ? infinite_effort : later)};
  }

  const G& game_;
  Table<Key, Effort> wins_;
  Table<Key, Effort> draws_;
};

// One thread's part of a search.
template <Game G>
class ProofNumber<G>::Worker {
 public:
  Worker(ProofNumber& search, Question& question, bool leads)
      : search_(search), question_(question), game_(search.game_, leads), crew_member_(question.crew, leads) {}

  // Searches until the question is settled, by any thread, or a limit ends it.
  void solve() {
    try {
      const Position& p = question_.position;
      const Effort e = search(p, game_->key(p), question_.win, {infinite_effort, infinite_effort}, 0);
      if (question_.crew.finish()) question_.answer = e.proof == 0;
    } catch (const CrewMember::Stopped&) {
    }
  }

 private:
  // A position on the line from the root to the one being searched.
  struct Level {
    Key key{};
    bool win = true;
    Effort limit;
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

  // Searches until the effort reaches a limit, or the position is settled.
  Effort search(const Position& p, const Key& key, bool win, Effort limit, std::size_t depth) {
    crew_member_.count(depth, [&](std::size_t d) { return is_done(*levels_[d]); });
    if (crew_member_.gives_up()) return {};
    const std::uint64_t before = crew_member_.positions();
    std::optional<Crew::Mark> mark;
    if (crew_member_.joined()) mark.emplace(crew_member_.crew(), key.hash());
    Level& here = level(depth);
    here.key = key;
    here.win = win;
    here.limit = limit;
    const std::optional<std::size_t> open = look(p, win, here.children);
    const Effort e = open ? work_on(here.children.data(), *open, win, limit, depth) : proved;
    if (crew_member_.gives_up()) return crew_member_.has_given_up(depth) ? done_by_others_ : Effort{};
    search_.table(win).put(key, e, crew_member_.positions() - before + 1);
    return e;
  }

  // Whether the work of other threads has brought a position's effort to its limit.
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
    Table<Key, Effort>& table = search_.table(refuting(win));
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
      child->effort = table.get(child->key);
      if (child->effort == Effort{}) {
        unknown.add(*child);
      } else if (child->effort.disproof == 0) {
        return std::nullopt;
      }
    }
    guess(unknown, refuting(win));
    std::size_t open = 0;
    for (std::size_t i = 0; i < all; ++i) {
      if (children[i].effort.disproof == 0) return std::nullopt;
      if (children[i].effort.proof != 0) children[open++] = children[i];
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

  // Estimates the effort of moves about which nothing is known.
  void guess(const Selection& moves, bool win) const {
    if constexpr (BatchGame<G>) {
      if (moves.size() != 0) game_->efforts(moves.begin(), moves.size(), win ? 1 : 0);
    } else {
      for (Child* child : moves) {
        child->effort = first_effort(*game_, child->position, win ? 1 : 0);
        if (child->effort.disproof == 0) return;
      }
    }
  }

  // The part of `search` that tries the moves that are still open, always the one that seems easiest to prove. Each
  // search of a move raises its numbers to one of its limits, and the raised numbers stay in `children`, so this ends
  // even if the table loses entries.
  Effort work_on(Child* children, std::size_t count, bool win, Effort limit, std::size_t depth) {
    while (count != 0) {
      Choice c = choose(children, count);
      const Effort e{c.proof, c.disproof};
      if (reached(e, limit)) return e;
      if (crew_member_.joined() && is_busy(children[c.best])) avoid_others(c, children, count, limit);
      Child& best = children[c.best];
      const std::uint64_t before = crew_member_.positions();
      best.effort = raised(best, refuting(win), child_limit(best.effort, c, limit), depth);
      if (crew_member_.gives_up()) return {};
      if (best.effort.disproof == 0) return proved;
      if (best.effort.proof == 0) best = children[--count];
      if (crew_member_.joined() && crew_member_.positions() - before >= worth_a_look) {
        const std::optional<std::size_t> open = look_again(children, count, refuting(win));
        if (!open) return proved;
        count = *open;
      }
    }
    return disproved;
  }

  // A child's effort once it has reached a limit; it may already have done so by another path.
  Effort raised(const Child& child, bool win, Effort limit, std::size_t depth) {
    const Table<Key, Effort>& table = search_.table(win);
    table.prefetch(child.key);
    if (may_be_known(table, group_of(child.key), child.key)) {
      const Effort seen = table.get(child.key);
      if (reached(seen, limit)) return seen;
    }
    return search(child.position, child.key, win, limit, depth + 1);
  }

  static std::uint64_t group_of(const Key& key) noexcept {
    if constexpr (GroupedKey<Key>) return key.group();
    return 0;
  }
  static bool may_be_known(const Table<Key, Effort>& table, std::uint64_t group, const Key& key) noexcept {
    if constexpr (GroupedKey<Key>) return table.may_have(group, key);
    return true;
  }

  bool is_busy(const Child& child) noexcept { return crew_member_.crew().busy(child.key.hash()) != 0; }

  // Chooses again as if a move's effort were larger by half for each thread that is working on it. A move that has
  // reached the limit is never chosen, as its search would end at once.
  void avoid_others(Choice& c, const Child* children, std::size_t count, Effort limit) noexcept {
    Number smallest = infinite_effort;
    c.second = infinite_effort;
    for (std::size_t i = 0; i < count; ++i) {
      const Number effort = children[i].effort.disproof;
      const unsigned others = crew_member_.crew().busy(children[i].key.hash());
      const Number seems = others == 0 ? effort : sum(effort, sum(effort / 2, 1) * std::min(others, 4U));
      if (seems < smallest && effort < limit.proof) {
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
      const Effort seen = search_.table(win).get(child.key);
      if (seen != Effort{} && settled(seen)) {
        if (seen.disproof == 0) return std::nullopt;
        continue;
      }
      child.effort = {std::max(child.effort.proof, seen.proof), std::max(child.effort.disproof, seen.disproof)};
      children[open++] = child;
    }
    return open;
  }

  ProofNumber& search_;
  Question& question_;
  GameOfThread<G> game_;
  CrewMember crew_member_;
  std::vector<std::unique_ptr<Level>> levels_;  // by ply
  Effort done_by_others_;
};

}  // namespace proofplay
