// Depth-first proof-number search (df-pn) of an acyclic game: who wins.
//
// After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002); thresholds a
// little beyond the next best move's number, so that the search changes its mind less often, after Pawlewicz
// and Lew, "Improving depth-first PN-search: 1 + epsilon trick" (2006).
//
// A question is a test "does the player to move reach the score s?", s being a win, or at least a
// draw. A position's effort is a guess how many positions have to be settled to prove it and to
// disprove it, kept in a table with exact keys; an effort of nought is a proof.
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
#include "search/game.hpp"
#include "search/table.hpp"

namespace proofplay {

// What it may take to prove, and to disprove, that the player to move reaches the score. Effort{}: nothing
// is known.
struct Effort {
  std::uint32_t proof = 0;
  std::uint32_t disproof = 0;
  bool operator==(const Effort&) const noexcept = default;
};

inline constexpr std::uint32_t infinite_effort = std::numeric_limits<std::uint32_t>::max();
inline constexpr Effort proved{0, infinite_effort};
inline constexpr Effort disproved{infinite_effort, 0};

// A game can say what a position that has not been searched seems to take to reach the score s, 1 or 0,
// and whether that is settled: the search then asks neither `ending` nor `estimate`. In other games a
// position that these do not settle is taken to need one step either way.
template <class G>
concept EffortGame = Game<G> && requires(const G& game, const typename G::Position& p, Score s) {
  { game.effort(p, s) } -> std::same_as<Effort>;
};

// A game can make the keys of all children of a position together, faster than one by one.
template <class G>
concept KeyedGame =
    requires(const G& game, const typename G::Position& p,
             bool (*f)(const typename G::Position&, const typename G::Key&)) { game.each_keyed_child(p, f); };

// What a move leads to, and what that takes to prove and to disprove.
template <class G>
struct ChildOf {
  typename G::Position position;
  typename G::Key key;
  Effort effort;
};

// It can fill in the efforts of many children at once, faster than one by one.
template <class G>
concept BatchGame = EffortGame<G> && requires(const G& game, ChildOf<G>* const* children, std::size_t count) {
  game.efforts(children, count, Score{1});
};

template <Game G>
class ProofNumber {
  static_assert(G::acyclic, "this search proves nothing where positions can come back");

 public:
  using Position = typename G::Position;

  ProofNumber(const G& game, std::uint64_t max_bytes)
      : game_(game), wins_(G::draws ? max_bytes / 2 : max_bytes), draws_(G::draws ? max_bytes / 2 : 0) {}

  // Whether the player to move wins (s = 1), or at least draws (s = 0); none where a limit ended
  // the search.
  std::optional<bool> at_least(const Position& p, Score s, Control& control) {
    Meter meter(control);
    try {
      return decide(p, !G::draws || s > 0, meter);
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

  // 1, 0 or -1 for the player to move; none where a limit ended the search.
  std::optional<Score> result(const Position& p, Control& control) {
    Meter meter(control);
    try {
      if (decide(p, true, meter)) return Score{1};
      return G::draws && decide(p, false, meter) ? Score{0} : Score{-1};
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

 private:
  struct Stopped {};

  using Child = ChildOf<G>;

  using Children = std::array<Child, G::max_moves>;
  using Number = std::uint32_t;
  static constexpr Number most_effort = infinite_effort - 1;  // without being a proof

  bool decide(const Position& p, bool win, Meter& meter) {
    Effort e = known(p, game_.key(p), win);
    if (!settled(e)) e = search(p, win, {infinite_effort, infinite_effort}, 0, meter);
    return e.proof == 0;
  }

  static constexpr bool settled(Effort e) noexcept { return e.proof == 0 || e.disproof == 0; }

  // What the other player has to reach to spoil it. Where nothing is drawn, not to lose is to win.
  static constexpr bool spoiler(bool win) noexcept { return !G::draws || !win; }

  Table<typename G::Key, Effort>& table(bool win) noexcept { return win ? wins_ : draws_; }

  // What is known of a position before it is searched.
  Effort known(const Position& p, const typename G::Key& key, bool win) {
    const Effort seen = table(win).get(key);
    return seen == Effort{} ? first_effort(p, win ? 1 : 0) : seen;
  }

  Effort first_effort(const Position& p, Score s) const {
    if constexpr (EffortGame<G>) {
      return game_.effort(p, s);
    } else {
      switch (game_.ending(p)) {
        case Ending::win: return proved;
        case Ending::draw: return s > 0 ? disproved : proved;
        case Ending::loss: return disproved;
        case Ending::open: break;
      }
      const Bounds bounds = game_.estimate(p).bounds;
      return bounds.least >= s ? proved : bounds.most < s ? disproved : Effort{1, 1};
    }
  }

  // Searches until the effort reaches a limit, be it because the question is settled.
  Effort search(const Position& p, bool win, Effort limit, std::size_t depth, Meter& meter) {
    if (!meter.tick()) throw Stopped{};
    Children& children = level(depth);
    const std::optional<std::size_t> count = look(p, win, children);
    const Effort e = count ? work_on(children.data(), *count, win, limit, depth, meter) : proved;
    table(win).put(game_.key(p), e);
    return e;
  }

  // Where the moves of a position so many plies below the first are put.
  Children& level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.push_back(std::make_unique<Children>());
    return *levels_[depth];
  }

  // Puts the moves that are still open and says how many; none if one of the others settles it.
  std::optional<std::size_t> look(const Position& p, bool win, Children& children) {
    std::size_t all = 0;
    each_keyed_child(p, [&](const Position& q, const typename G::Key& key) {
      children[all] = {q, key, {}};
      table(spoiler(win)).prefetch(key);
      ++all;
      return false;
    });
    for (std::size_t i = 0; i < all; ++i) {
      children[i].effort = table(spoiler(win)).get(children[i].key);
      if (children[i].effort.disproof == 0 && children[i].effort.proof != 0) return std::nullopt;
    }
    guess(children, all, spoiler(win));
    std::size_t open = 0;
    for (std::size_t i = 0; i < all; ++i) {
      if (children[i].effort.disproof == 0) return std::nullopt;
      if (children[i].effort.proof != 0) children[open++] = children[i];
    }
    return open;
  }

  template <class F>
  void each_keyed_child(const Position& p, F&& f) const {
    if constexpr (KeyedGame<G>) {
      game_.each_keyed_child(p, f);
    } else {
      game_.each_child(p, [&](const Position& q) { return f(q, game_.key(q)); });
    }
  }

  // Says of the moves of which nothing is known what they seem to take.
  void guess(Children& children, std::size_t count, bool win) const {
    if constexpr (BatchGame<G>) {
      std::array<Child*, G::max_moves> fresh;
      std::size_t unknown = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if (children[i].effort == Effort{}) fresh[unknown++] = &children[i];
      }
      game_.efforts(fresh.data(), unknown, win ? 1 : 0);
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        if (children[i].effort == Effort{}) children[i].effort = first_effort(children[i].position, win ? 1 : 0);
        if (children[i].effort.disproof == 0) return;
      }
    }
  }

  // The same with the moves that are still open: always the one that seems least to prove. Each search of a
  // move raises its numbers to one of its limits, and what it was raised to stays in `children`:
  // so this ends even if the table loses entries.
  Effort work_on(Child* children, std::size_t count, bool win, Effort limit, std::size_t depth, Meter& meter) {
    while (count != 0) {
      const Choice c = choose(children, count);
      Child& best = children[c.best];
      const Effort e{best.effort.disproof, c.disproof};
      if (e.proof >= limit.proof || e.disproof >= limit.disproof) return e;
      best.effort = raised(best, spoiler(win), child_limit(best.effort, c, limit), depth, meter);
      if (best.effort.disproof == 0) return proved;
      if (best.effort.proof == 0) best = children[--count];
    }
    return disproved;
  }

  // A child's effort once it has reached a limit, which it may have done since by another way.
  Effort raised(const Child& child, bool win, Effort limit, std::size_t depth, Meter& meter) {
    const Effort seen = table(win).get(child.key);
    if (seen.proof >= limit.proof || seen.disproof >= limit.disproof) return seen;
    return search(child.position, win, limit, depth + 1, meter);
  }

  struct Choice {
    std::size_t best = 0;
    Number second = infinite_effort;  // what the next best move takes
    Number disproof = 0;              // of the position: all moves have to be refuted
  };

  static Choice choose(const Child* children, std::size_t count) noexcept {
    Choice c;
    Number least = infinite_effort;
    for (std::size_t i = 0; i < count; ++i) {
      c.disproof = sum(c.disproof, children[i].effort.proof);
      const Number effort = children[i].effort.disproof;
      if (i == 0 || effort < least) {
        c.second = least;
        least = effort;
        c.best = i;
      } else {
        c.second = std::min(c.second, effort);
      }
    }
    return c;
  }

  static constexpr Number sum(Number a, Number b) noexcept { return a < most_effort - b ? a + b : most_effort; }

  // How far a child may be raised: until the position's effort is past its limit, or another move seems
  // clearly less to prove. Efforts too great to be told apart put no limit on it.
  static constexpr Effort child_limit(Effort child, const Choice& c, Effort limit) noexcept {
    const Number later = sum(c.second == infinite_effort ? most_effort : c.second, c.second / 4 + 1);
    return {limit.disproof == infinite_effort ? infinite_effort : limit.disproof - (c.disproof - child.proof),
            std::min(limit.proof, later == most_effort ? infinite_effort : later)};
  }

  const G& game_;
  Table<typename G::Key, Effort> wins_;
  Table<typename G::Key, Effort> draws_;
  // By plies, and kept: to make them anew at each position would take longer than to fill them.
  std::vector<std::unique_ptr<Children>> levels_;
};

}  // namespace proofplay
