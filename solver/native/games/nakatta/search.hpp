// Nakatta as a game for the general searches (search/game.hpp), and the search that answers for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "control.hpp"
#include "games/nakatta/rules.hpp"
#include "search/game.hpp"
#include "search/negamax.hpp"
#include "search/proof_number.hpp"
#include "sets/ternary.hpp"

namespace proofplay::nakatta {

// The stones of a board of up to 6×6 points, as a number of 36 digits to base 3: 3^36 < 2^58.
struct SmallKey {
  std::uint64_t code = 0;

  static constexpr int most_ranks = 6;

  static SmallKey of(const Position& p) noexcept {
    std::uint64_t code = 0;
    for (int shift = 8 * (most_ranks - 1); shift >= 0; shift -= 8) {
      code = code * Rank::count + Rank::of(p.mine >> shift, p.theirs >> shift);
    }
    return {code};
  }

  Position position() const noexcept {
    Position p;
    std::uint64_t left = code;
    for (int shift = 0; left != 0; shift += 8, left /= Rank::count) {
      const auto [mine, theirs] = Rank::sets(left % Rank::count);
      p.mine |= Bits{mine} << shift;
      p.theirs |= Bits{theirs} << shift;
    }
    return p;
  }

  std::uint64_t hash() const noexcept { return mix(code); }
  bool operator==(const SmallKey&) const noexcept = default;

 private:
  using Rank = Ternary<most_ranks>;
};

// The stones of any board.
struct LargeKey {
  Bits mine = 0;
  Bits theirs = 0;

  static LargeKey of(const Position& p) noexcept { return {p.mine, p.theirs}; }
  Position position() const noexcept { return {mine, theirs}; }

  std::uint64_t hash() const noexcept { return mix(mix(mine) + theirs); }
  bool operator==(const LargeKey&) const noexcept = default;
};

// The rules, with nothing said of a position that has not ended. No game is drawn, and nobody's turn
// is skipped twice in a row: see docs/rules/nakatta.md.
template <class K>
class Rules {
 public:
  using Position = nakatta::Position;
  using Key = K;

  static constexpr bool acyclic = true;  // stones are never taken away
  static constexpr bool draws = false;
  static constexpr int max_moves = 64;

  explicit Rules(const Board& board) : board_(board) {}

  const Board& board() const noexcept { return board_; }

  // The same for the four images of a position; as positions are seen by the player to move, it covers
  // the exchange of the colours too.
  Key key(const Position& p) const noexcept {
    Position least = p;
    for (int symmetry = 1; symmetry < 4; ++symmetry) {
      const Position q{board_.image(p.mine, symmetry), board_.image(p.theirs, symmetry)};
      if (q.mine < least.mine || (q.mine == least.mine && q.theirs < least.theirs)) least = q;
    }
    return Key::of(least);
  }

  // One of the images that have this key.
  Position position(const Key& key) const noexcept { return key.position(); }

  // By NK5.
  Ending ending(const Position& p) const noexcept {
    if (connects(p.theirs, board_.their_edges())) return Ending::loss;
    return connects(p.mine, board_.my_edges()) ? Ending::win : Ending::open;
  }

  Estimate estimate(const Position&) const noexcept { return {}; }

  template <class F>
  bool each_child(const Position& p, F&& f) const {
    Bits moves = board_.my_legal(p);
    if (moves == 0) return board_.empty(p) != 0 && f(p.after(0));
    while (moves != 0) {
      if (f(p.after(bit(take_lowest(moves))))) return true;
    }
    return false;
  }

  int count_children(const Position& p) const noexcept {
    const int moves = size(board_.my_legal(p));
    return moves == 0 && board_.empty(p) != 0 ? 1 : moves;
  }

 protected:
  // More plies than are left: every other one at least places a stone.
  int most_plies(const Position& p) const noexcept { return 2 * size(board_.empty(p)); }

 private:
  static bool connects(Bits stones, const Edges& edges) noexcept {
    return (joined(stones, edges.first, around4) & edges.last) != 0;
  }

  Board board_;
};

// How near a player is to a chain between their edges.
struct Outlook {
  Bits finishing = 0;  // where a stone placed now would make one
  int distance = 0;    // how many stones it takes, if the other player stands still; `far` if nothing helps

  static constexpr int far = 64;
};

// `legal`: where the player could place a stone now; `open`: where stones of theirs may yet come;
// `around`: which neighbours join a chain.
template <class Around>
Outlook outlook(Bits own, Bits legal, Bits open, const Edges& edges, Around around) noexcept {
  const Bits from_first = joined(own, edges.first, around);
  if ((from_first & edges.last) != 0) return {0, 0};
  const Bits front = edges.first | around(from_first);
  const Bits goal = edges.last | around(joined(own, edges.last, around));
  Outlook found{legal & front & goal, 1};
  for (Bits reached = front & open; (reached & goal) == 0; ++found.distance) {
    const Bits more = reached | (open & around(joined(own | reached, around(reached), around)));
    if (more == reached) return {0, Outlook::far};
    reached = more;
  }
  return found;
}

// For the question who wins. A chain of neighbours in any of the eight directions decides it
// (docs/rules/nakatta.md), and so does a point where nobody can keep one from being finished.
template <class K>
class ResultGame : public Rules<K> {
 public:
  using Rules<K>::board;
  using Rules<K>::Rules;

  // All that ends the search is in the bounds.
  Ending ending(const Position&) const noexcept { return Ending::open; }

  Estimate estimate(const Position& p) const noexcept {
    const Standing s = standing(p);
    Bounds bounds;
    if (s.won) bounds.least = win_in(Rules<K>::most_plies(p));
    if (s.lost) bounds.most = loss_in(Rules<K>::most_plies(p));
    return {bounds, s.their_distance - s.my_distance};
  }

  // A stone more to place makes four times the work, as measured. Whose turn it is has half a stone in hand.
  Effort effort(const Position& p, Score) const noexcept {
    const Standing s = standing(p);
    if (s.won) return proved;
    if (s.lost) return disproved;
    return {work(s.my_distance), 2 * work(s.their_distance)};
  }

  template <class F>
  bool each_child(const Position& p, F&& f) const {
    Bits moves = answers(board().my_legal(p), their_outlook(p).finishing);
    if (moves == 0) return f(p.after(0));
    while (moves != 0) {
      if (f(p.after(bit(take_lowest(moves))))) return true;
    }
    return false;
  }

 private:
  struct Standing {
    bool won = false;
    bool lost = false;
    int my_distance = 0;
    int their_distance = 0;
  };

  Standing standing(const Position& p) const noexcept {
    const Bits legal = board().my_legal(p);
    const Outlook mine = outlook(p.mine, legal, board().open(p.mine, p.theirs), board().my_edges(), around8);
    if (mine.distance == 0 || mine.finishing != 0) return {.won = true};
    const Outlook theirs = their_outlook(p);
    if (theirs.distance == 0 || (theirs.finishing != 0 && answers(legal, theirs.finishing) == 0)) {
      return {.lost = true};
    }
    return {.my_distance = mine.distance, .their_distance = theirs.distance};
  }

  Outlook their_outlook(const Position& p) const noexcept {
    return outlook(p.theirs, board().their_legal(p), board().open(p.theirs, p.mine), board().their_edges(), around8);
  }

  // The moves that keep the other player from finishing at once. What is not on a point, or next to it,
  // leaves it as legal as it was.
  static Bits answers(Bits legal, Bits finishing) noexcept {
    while (finishing != 0) legal &= around8(bit(take_lowest(finishing)));
    return legal;
  }

  static std::uint32_t work(int distance) noexcept { return std::uint32_t{1} << 2 * std::min(distance, 8); }
};

// For the question how long it takes: what the orthogonal distances and the result say of it.
template <class K>
class DistanceGame : public Rules<K> {
 public:
  using Rules<K>::board;

  explicit DistanceGame(const Board& b) : Rules<K>(b), results_(b) {}

  Estimate estimate(const Position& p) const noexcept {
    const Bits empty = board().empty(p);
    const Outlook mine = outlook(p.mine, board().my_legal(p), empty, board().my_edges(), around4);
    if (mine.finishing != 0) return {{win_in(1), win_in(1)}, 0};
    const Outlook theirs = outlook(p.theirs, empty, empty, board().their_edges(), around4);
    Estimate e = results_.estimate(p);
    // Who needs one stone, and cannot place it now, needs another turn.
    e.bounds.most = std::min(e.bounds.most, win_in(2 * std::max(mine.distance, 2) - 1));
    e.bounds.least = std::max(e.bounds.least, loss_in(2 * theirs.distance));
    return e;
  }

 private:
  ResultGame<K> results_;
};

// Kept open for one size of board; what one question has proved serves the next. `turn` is 0 for Black.
// Cells as Board::read takes them.
class Search {
 public:
  // max_bytes: what all tables together may take.
  Search(int width, int height, std::uint64_t max_bytes) : board_(width, height) {
    if (height <= SmallKey::most_ranks) {
      tables_ = std::make_unique<TablesFor<SmallKey>>(board_, max_bytes);
    } else {
      tables_ = std::make_unique<TablesFor<LargeKey>>(board_, max_bytes);
    }
  }

  // 1 if the player to move wins, else -1; none where a limit ended the search.
  std::optional<int> result(std::string_view cells, int turn, Control& control) {
    return tables_->result(board_.read(cells, turn), control);
  }

  // Plies to the end, where the winner hurries and the loser delays; none where a limit ended the search.
  std::optional<int> distance(std::string_view cells, int turn, Control& control) {
    return tables_->distance(board_.read(cells, turn), control);
  }

 private:
  struct Tables {
    virtual ~Tables() = default;
    virtual std::optional<int> result(const Position& p, Control& control) = 0;
    virtual std::optional<int> distance(const Position& p, Control& control) = 0;
  };

  template <class K>
  struct TablesFor final : Tables {
    TablesFor(const Board& board, std::uint64_t max_bytes)
        : result_game(board),
          distance_game(board),
          results(result_game, max_bytes / 2),
          distances(distance_game, max_bytes / 2) {}

    std::optional<int> result(const Position& p, Control& control) override { return results.result(p, control); }
    std::optional<int> distance(const Position& p, Control& control) override {
      const std::optional<Score> score = distances.score(p, control);
      if (!score) return std::nullopt;
      return plies_of(*score);
    }

    ResultGame<K> result_game;
    DistanceGame<K> distance_game;
    ProofNumber<ResultGame<K>> results;
    Negamax<DistanceGame<K>, ByDistance> distances;
  };

  Board board_;
  std::unique_ptr<Tables> tables_;
};

}  // namespace proofplay::nakatta
