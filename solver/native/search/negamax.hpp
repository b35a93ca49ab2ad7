// Depth-first search of an acyclic game: who wins, and how long it takes.
//
// Every question is a test "is the score at least s?", a boolean search that ends at the first move
// that answers it. Who wins is one test; an exact distance is a few of them, which share a table
// of proved bounds. Nothing enters the table before its subtree is finished, so a search that is cut
// short leaves nothing wrong behind and goes on from where it was when asked again.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "control.hpp"
#include "search/game.hpp"
#include "search/table.hpp"

namespace proofplay {

// Wins and losses only: scores are 1, 0 and -1, and a move turns them round.
struct ByResult {
  static constexpr Score of(Score s) noexcept { return static_cast<Score>((s > 0) - (s < 0)); }
  // What a move is worth that leaves the other player a position of score s.
  static constexpr Score moving_to(Score s) noexcept { return static_cast<Score>(-s); }
  // The least score of a child that spoils the move to it as a way to reach s.
  static constexpr Score spoiler(Score s) noexcept { return static_cast<Score>(1 - s); }
};

// Distances too: a move brings a score one nearer to nought.
struct ByDistance {
  static constexpr Score of(Score s) noexcept { return s; }
  static constexpr Score moving_to(Score s) noexcept { return static_cast<Score>(s > 0 ? 1 - s : s < 0 ? -1 - s : 0); }
  static constexpr Score spoiler(Score s) noexcept { return static_cast<Score>(s > 0 ? -s : s < 0 ? 2 - s : 1); }
};

// Points: a game whose positions are worth what is still to be won in it, player to move less opponent,
// and where a move may win some at once.
struct ByScore {
  static constexpr Score of(Score s) noexcept { return s; }
  static constexpr Score moving_to(Score s) noexcept { return static_cast<Score>(-s); }
  static constexpr Score spoiler(Score s) noexcept { return static_cast<Score>(1 - s); }
};

// What such a game says beside (game.hpp):
//   gain   points that the player who made the move to a position won by it
//   least  the least score of at least s that a position can have
template <class G>
concept PointsGame = Game<G> && requires(const G& game, const typename G::Position& p, Score s) {
  { game.gain(p) } -> std::same_as<Score>;
  { game.least(p, s) } -> std::same_as<Score>;
};

template <Game G, class Scoring>
class Negamax {
  static_assert(G::acyclic, "depth-first search with a table proves nothing where positions can come back");

 public:
  using Position = typename G::Position;

  Negamax(const G& game, std::uint64_t max_bytes) : game_(game), table_(max_bytes) {}

  // Whether the score is at least s; none where a limit ended the search.
  std::optional<bool> at_least(const Position& p, Score s, Control& control) {
    Meter meter(control);
    try {
      s = threshold(p, s);
      return test(p, estimate(p), s, meter).least >= s;
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

  // The exact score; none where a limit ended the search.
  std::optional<Score> score(const Position& p, Control& control) { return narrowed(p, {}, next_test, control); }

  // The same from bounds that are proved, asking for the nearest ends first: each test looks little further
  // than the one before, and finds in the table what that proved.
  std::optional<Score> score_nearest_first(const Position& p, Bounds known, Control& control) {
    return narrowed(p, known, nearest_test, control);
  }

 private:
  struct Stopped {};

  struct Child {
    Position position;
    Estimate estimate;
  };

  std::optional<Score> narrowed(const Position& p, Bounds known, Score (*next)(Bounds), Control& control) {
    Meter meter(control);
    try {
      known = meet(known, meet(estimate(p).bounds, table_.get(game_.key(p))));
      while (known.least < known.most) {
        known = meet(known, test(p, estimate(p), threshold(p, next(known)), meter));
      }
      return known.least;
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

  // First who wins; then points one by one, as good play wins few, and distances by halves.
  static Score next_test(Bounds known) noexcept {
    if (known.least <= 0 && known.most > 0) return 1;
    if (known.least < 0 && known.most == 0) return 0;
    if constexpr (PointsGame<G>) return known.least > 0 ? static_cast<Score>(known.least + 1) : known.most;
    return static_cast<Score>(known.most - (known.most - known.least) / 2);
  }

  // Whether the score is as good as it can be, or better than it has to be, whichever end is nearer.
  static Score nearest_test(Bounds known) noexcept {
    const bool win_is_nearer = known.least >= 0 || plies_of(known.most) <= plies_of(known.least);
    return known.most > 0 && win_is_nearer ? known.most : static_cast<Score>(known.least + 1);
  }

  static Bounds meet(Bounds a, Bounds b) noexcept { return {std::max(a.least, b.least), std::min(a.most, b.most)}; }

  Estimate estimate(const Position& p) const {
    Estimate e;
    switch (game_.ending(p)) {
      case Ending::win: e.bounds.least = e.bounds.most = win_in(0); break;
      case Ending::draw: e.bounds.least = e.bounds.most = 0; break;
      case Ending::loss: e.bounds.least = e.bounds.most = loss_in(0); break;
      case Ending::open: e = game_.estimate(p); break;
    }
    e.bounds.least = Scoring::of(e.bounds.least);
    e.bounds.most = Scoring::of(e.bounds.most);
    return e;
  }

  // Bounds that say whether the score is at least s.
  Bounds test(const Position& p, const Estimate& e, Score s, Meter& meter) {
    if (decides(e.bounds, s)) return e.bounds;
    const auto key = game_.key(p);
    const Bounds before = meet(e.bounds, table_.get(key));
    if (decides(before, s)) return before;
    if (!meter.tick()) throw Stopped{};
    const Bounds after = meet(before, without_draws(search(p, s, meter)));
    table_.put(key, after);
    return after;
  }

  // The least score of at least s that a position can have. Where nothing is drawn, not to lose is to win.
  Score threshold(const Position& p, Score s) const noexcept {
    if constexpr (PointsGame<G>) return game_.least(p, s);
    return !G::draws && s == 0 ? Score{1} : s;
  }

  Score gain(const Position& q) const noexcept {
    if constexpr (PointsGame<G>) return game_.gain(q);
    return 0;
  }

  // The least score of q that spoils the move to it as a way to reach s.
  Score spoiler(const Position& q, Score s) const noexcept {
    return threshold(q, Scoring::spoiler(static_cast<Score>(s - gain(q))));
  }

  static Bounds without_draws(Bounds b) noexcept {
    if constexpr (!G::draws) {
      if (b.least == 0) b.least = 1;
      if (b.most == 0) b.most = -1;
    }
    return b;
  }

  static bool decides(Bounds b, Score s) noexcept { return b.least >= s || b.most < s; }

  // The same from the moves: those first that are decided already, then those to positions where the
  // other player seems to stand worst.
  Bounds search(const Position& p, Score s, Meter& meter) {
    std::array<Child, G::max_moves> children;
    std::size_t count = 0;
    Score best = Scoring::of(loss_in(0));  // what the moves so far are worth at most
    Score reached = -longest;              // what one of them is worth at least
    const auto weigh = [&](const Position& q, Bounds child) {
      best = std::max(best, static_cast<Score>(gain(q) + Scoring::moving_to(child.least)));
      reached = std::max(reached, static_cast<Score>(gain(q) + Scoring::moving_to(child.most)));
      return reached >= s;
    };
    const bool at_once = game_.each_child(p, [&](const Position& q) {
      const Estimate e = estimate(q);
      const Bounds seen = meet(e.bounds, table_.get(game_.key(q)));
      if (decides(seen, spoiler(q, s))) return weigh(q, seen);
      children[count++] = {q, e};
      return false;
    });
    if (at_once) return {reached, longest};
    std::sort(children.begin(), children.begin() + count,
              [](const Child& a, const Child& b) { return a.estimate.guess < b.estimate.guess; });
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [q, e] = children[i];
      if (weigh(q, test(q, e, spoiler(q, s), meter))) return {reached, longest};
    }
    return {reached, best};
  }

  const G& game_;
  Table<typename G::Key, Bounds> table_;
};

}  // namespace proofplay
