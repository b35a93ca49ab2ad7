// Nakatta for tree search with playouts (search/playouts/): boards of up to 19×19, one byte per point.
//
// Whether a stone may be placed depends on the eight points around it (NK1), which are kept as a 16-bit number for each
// point: legality is looked up by that number. Stones are joined in eight directions, as that decides a game
// (docs/rules/nakatta.md), so a playout ends long before the board is full.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/kernels.hpp"
#include "games/nakatta/search.hpp"
#include "search/playouts/game.hpp"
#include "split_mix.hpp"

namespace proofplay::nakatta {

// The content of a point, as two bits of the number of a neighbourhood.
enum Cell : std::uint8_t { no_stone = 0, black_stone = 1, white_stone = 2, off_board = 3 };

// The eight points around a point, in a circle that begins in the west, two bits each: odd ones are corners.
using Around = std::uint16_t;

constexpr unsigned cell_of(unsigned around, int i) noexcept { return around >> 2 * (i & 7) & 3; }

// Whether a colour may place a stone here, if nothing forbidden is on the board yet. It may not if in some 2×2 around
// the point, whose opposite point is empty, one of the two points in between is the enemy's and the other is not one's
// own.
constexpr bool may_place(unsigned around, Cell own) noexcept {
  const unsigned enemy = black_stone + white_stone - own;
  for (int corner = 1; corner < 8; corner += 2) {
    if (cell_of(around, corner) != no_stone) continue;
    const unsigned a = cell_of(around, corner - 1), b = cell_of(around, corner + 1);
    if ((a == enemy && b != own) || (b == enemy && a != own)) return false;
  }
  return true;
}

// Look-up tables over all neighbourhoods.
class Neighbourhoods {
 public:
  static const Neighbourhoods& all() {
    static const Neighbourhoods found;
    return found;
  }

  bool legal(unsigned around, Cell own) const noexcept { return (legal_[around] & own) != 0; }

  // For an enemy stone in the middle: the empty points of the circle, as a set of indices, that reconnect two of one's
  // own stones after the enemy stone has come between them.
  std::uint8_t joining(unsigned around, Cell own) const noexcept {
    return own == black_stone ? joins_black_[around] : joins_white_[around];
  }

 private:
  Neighbourhoods() {
    for (unsigned around = 0; around < legal_.size(); ++around) {
      for (const Cell own : {black_stone, white_stone}) {
        if (may_place(around, own)) legal_[around] |= own;
      }
      joins_black_[around] = joins(around, black_stone);
      joins_white_[around] = joins(around, white_stone);
    }
  }

  static constexpr std::uint8_t joins(unsigned around, unsigned own) noexcept {
    unsigned found = 0;
    for (int i = 0; i < 8; ++i) {
      if (cell_of(around, i) == no_stone && cell_of(around, i - 1) == own && cell_of(around, i + 1) == own) {
        found |= 1U << i;
      }
    }
    return static_cast<std::uint8_t>(found);
  }

  std::array<std::uint8_t, 1 << 16> legal_{};
  std::array<std::uint8_t, 1 << 16> joins_black_{};
  std::array<std::uint8_t, 1 << 16> joins_white_{};
};

inline constexpr int max_ranks_of_playouts = 19;

// A position that moves change in place. Points are numbered rank by rank, with a border of one point around the board.
struct Field {
  static constexpr int stride = max_ranks_of_playouts + 2;
  static constexpr std::size_t points = stride * stride;
  using Point = std::uint16_t;

  std::array<Around, points> around;  // of each point
  std::array<Cell, points> cells;
  std::array<Point, points> chain;  // a stone nearer to the root of its chain
  std::array<std::uint8_t, points> touches;  // of roots: which of their colour's edges
  std::array<Point, max_ranks_of_playouts * max_ranks_of_playouts> empty;
  std::array<Point, points> place;  // the index of a point among the empty ones
  int empty_count = 0;
  Cell turn = black_stone;
  Cell winner = no_stone;
  Point last = 0;  // the point of the last stone; 0 after a pass, and at the start

  bool operator==(const Field& f) const noexcept { return turn == f.turn && cells == f.cells; }
};

class Playouts {
 public:
  using Position = Field;

  static constexpr int codes = max_ranks_of_playouts * max_ranks_of_playouts + 1;
  static constexpr int pass = codes - 1;
  static constexpr bool amaf = true;
  static constexpr bool margins = false;
  static constexpr std::uint32_t expand_after = 1;

  // Throws std::invalid_argument unless the board is square, with 1 to 19 ranks.
  Playouts(int width, int height) : ranks_(height) {
    if (width != height || height < 1 || height > max_ranks_of_playouts) {
      throw std::invalid_argument("Nakatta's playouts need a square board of 1 to 19 ranks");
    }
  }

  // Stones are joined in four directions, as in the rules.
  Playouts to_the_end() const {
    Playouts game = *this;
    game.join_each_ = 2;
    return game;
  }
  Position to_the_end(const Field& f) const {
    const std::string text = cells(f);
    return read({text, f.turn == black_stone ? 0 : 1});
  }

  float exploration(const Method& m) const noexcept { return m.amaf ? 0.2F : 0.5F; }

  // Reads cells as Board::read does, without checking that the position is legal. `turn` is 0 for Black.
  Position read(const PositionText& p) const {
    const auto& [cells, turn, flags] = p;
    if (cells.size() != static_cast<std::size_t>(ranks_ * ranks_)) {
      throw std::invalid_argument("the number of cells does not fit the board");
    }
    Field f;
    f.cells.fill(off_board);
    f.touches.fill(0);
    f.chain.fill(0);
    f.place.fill(0);
    for (int i = 0; i < ranks_ * ranks_; ++i) {
      const Point point = point_of(i);
      f.cells[point] = no_stone;
      f.place[point] = static_cast<Point>(f.empty_count);
      f.empty[static_cast<std::size_t>(f.empty_count++)] = point;
    }
    f.around.fill(0);
    for (int i = 0; i < ranks_ * ranks_; ++i) {
      const Point point = point_of(i);
      for (int k = 0; k < 8; ++k) f.around[point] |= static_cast<Around>(f.cells[point + circle[k]] << 2 * k);
    }
    for (int i = 0; i < ranks_ * ranks_; ++i) {
      switch (cells[static_cast<std::size_t>(i)]) {
        case '.': break;
        case 'b': put(f, point_of(i), black_stone); break;
        case 'w': put(f, point_of(i), white_stone); break;
        default: throw std::invalid_argument("a point must be empty, b or w");
      }
    }
    if (turn != 0 && turn != 1) throw std::invalid_argument("the turn must be 0 or 1");
    f.turn = turn == 0 ? black_stone : white_stone;
    f.last = 0;
    return f;
  }

  // A chain in eight directions decides the game.
  std::optional<Score> end(const Field& f) const noexcept {
    if (f.winner == no_stone) return std::nullopt;
    return static_cast<Score>(f.winner == f.turn ? 1 : -1);
  }

  Bounds bounds(const Field& f) const noexcept {
    const std::optional<Score> score = end(f);
    return score ? Bounds{*score, *score} : Bounds{-1, 1};
  }

  template <class F>
  void each_move(const Field& f, F&& found) const {
    bool passes = true;
    const Guess guess(*this, f);
    for (int i = 0; i < f.empty_count; ++i) {
      const Point point = f.empty[static_cast<std::size_t>(i)];
      if (!legal(f, point)) continue;
      passes = false;
      found(code_of(point), guess.after(point));
    }
    if (passes) found(pass, 0.5F);
  }

  // Priors from the proof numbers that the exact search estimates for proving a move and for refuting it.
  template <class F>
  void look(const Field& f, F&& found) const {
    struct Lead {
      int code;
      float steps;
    };
    std::vector<Lead> leads;
    float best = 0;
    with_key_for(ranks_, [&]<class K>() {
      using S = typename K::Set;
      const ResultGame<K> game(BoardOf<S>(ranks_, ranks_));
      const PositionOf<S> p = game.board().read(cells(f), f.turn == black_stone ? 0 : 1);
      for (S legal = game.board().my_legal(p); legal != 0;) {
        const int seen = take_lowest(legal);
        const int point = f.turn == black_stone ? seen : transposed_point<S>(seen);
        const Lead lead{point / nakatta::stride<S> * ranks_ + point % nakatta::stride<S>,
                        lead_of(game.proof_numbers(p.after(bit<S>(seen)), 1))};
        if (leads.empty() || lead.steps > best) best = lead.steps;
        leads.push_back(lead);
      }
    });
    for (const Lead& lead : leads) found(lead.code, 0.7F - std::min(0.4F, 0.07F * (best - lead.steps)));
  }

  void play(Field& f, int code) const {
    if (code == pass) {
      f.last = 0;
    } else {
      put(f, point_of(code), f.turn);
    }
    f.turn = other(f.turn);
  }

  Forecast playout(Field f, SplitMix& chance, PlayedMoves& played, const Method& method) const {
    const Cell mover = f.turn;
    while (f.winner == no_stone) {
      const Point point = choose(f, chance, method.guided);
      played.push_back(static_cast<std::uint16_t>(point == 0 ? pass : code_of(point)));
      if (point != 0) put(f, point, f.turn);
      f.last = point;
      f.turn = other(f.turn);
    }
    return forecast_of(f.winner == mover ? 1 : -1);
  }

  int ranks() const noexcept { return ranks_; }

  // The symbols of a position, a1 first, rank by rank.
  std::string cells(const Field& f) const {
    std::string found;
    for (int i = 0; i < ranks_ * ranks_; ++i) found += ".bw"[f.cells[point_of(i)]];
    return found;
  }

  class Prover {
   public:
    Prover(const Playouts& game, std::uint64_t max_bytes)
        : game_(game), search_(make_search(game.ranks_, game.ranks_, max_bytes)) {}

    // On large boards the search is slower relative to the playouts.
    Bounds prove(const Field& f, std::uint64_t positions) {
      Control control(game_.ranks_ > nakatta::stride<Bits> ? positions / 16 : positions);
      const std::string cells = game_.cells(f);
      const std::optional<int> result = search_->result({cells, f.turn == black_stone ? 0 : 1}, control);
      if (!result) return {-1, 1};
      const auto score = static_cast<Score>(*result);
      return {score, score};
    }

   private:
    const Playouts& game_;
    std::unique_ptr<DistanceSearch> search_;
  };

 private:
  using Point = Field::Point;

  static constexpr int stride = Field::stride;
  // Starting in the west, so that odd ones are diagonal.
  static constexpr std::array<int, 8> circle{-1, stride - 1, stride, stride + 1, 1, 1 - stride, -stride, -stride - 1};

  // How much harder it is to prove a win of the opponent than a win of the player, in doublings.
  static float lead_of(const ProofNumbers& opponent) noexcept {
    constexpr float settled = 40;
    if (opponent.disproof == 0) return settled;
    if (opponent.proof == 0) return -settled;
    return std::log2(static_cast<float>(opponent.proof)) - std::log2(static_cast<float>(opponent.disproof));
  }

  static constexpr Cell other(Cell c) noexcept { return c == black_stone ? white_stone : black_stone; }

  Point point_of(int code) const noexcept {
    return static_cast<Point>((code / ranks_ + 1) * stride + code % ranks_ + 1);
  }
  int code_of(Point point) const noexcept { return (point / stride - 1) * ranks_ + point % stride - 1; }

  bool legal(const Field& f, Point point) const noexcept { return known_.legal(f.around[point], f.turn); }

  // The edges of a colour that a point lies on: 1 for the first, 2 for the last.
  unsigned edges_at(Point point, Cell colour) const noexcept {
    const int line = colour == black_stone ? point / stride : point % stride;
    return (line == 1 ? 1U : 0U) | (line == ranks_ ? 2U : 0U);
  }

  static Point root(Field& f, Point point) noexcept {
    while (f.chain[point] != point) {
      f.chain[point] = f.chain[f.chain[point]];
      point = f.chain[point];
    }
    return point;
  }

  void put(Field& f, Point point, Cell colour) const noexcept {
    f.cells[point] = colour;
    const Point moved = f.empty[static_cast<std::size_t>(--f.empty_count)];
    f.empty[f.place[point]] = moved;
    f.place[moved] = f.place[point];
    unsigned touched = edges_at(point, colour);
    f.chain[point] = point;
    for (int k = 0; k < 8; ++k) {
      const auto beside = static_cast<Point>(point + circle[static_cast<std::size_t>(k)]);
      f.around[beside] |= static_cast<Around>(colour << 2 * ((k + 4) & 7));
      if (f.cells[beside] != colour || k % join_each_ != 0) continue;
      const Point joined = root(f, beside);
      touched |= f.touches[joined];
      f.chain[joined] = point;
    }
    f.touches[point] = static_cast<std::uint8_t>(touched);
    if (touched == 3) f.winner = colour;
    f.last = point;
  }

  // A point for the player to move, 0 for a pass. An answer to the last stone if it came between two stones, else any.
  Point choose(Field& f, SplitMix& chance, bool answers) const noexcept {
    if (answers && f.last != 0) {
      unsigned joining = known_.joining(f.around[f.last], f.turn);
      while (joining != 0) {
        // A random one of them: the first at or after a random index.
        const unsigned from = static_cast<unsigned>(chance.below(8));
        const unsigned turned = (joining >> from | joining << (8 - from)) & 0xff;
        const int k = static_cast<int>((static_cast<unsigned>(lowest(turned)) + from) & 7);
        const auto point = static_cast<Point>(f.last + circle[static_cast<std::size_t>(k)]);
        if (legal(f, point)) return point;
        joining &= ~(1U << k);
      }
    }
    const auto count = static_cast<std::size_t>(f.empty_count);
    std::size_t i = chance.below(count);
    for (std::size_t tried = 0; tried < count; ++tried, i = i + 1 == count ? 0 : i + 1) {
      if (legal(f, f.empty[i])) return f.empty[i];
    }
    return 0;
  }

  // Guesses for the moves of a position, by how many stones a chain through a point takes, for both players.
  class Guess {
   public:
    Guess(const Playouts& game, const Field& f) noexcept : game_(game), field_(f) {
      const Cell mine = f.turn, theirs = other(f.turn);
      measure(mine, 1, my_first_);
      measure(mine, 2, my_last_);
      measure(theirs, 1, their_first_);
      measure(theirs, 2, their_last_);
      for (int i = 0; i < f.empty_count; ++i) {
        const Point p = f.empty[static_cast<std::size_t>(i)];
        my_shortest_ = std::min(my_shortest_, my_first_[p] + my_last_[p]);
        their_shortest_ = std::min(their_shortest_, their_first_[p] + their_last_[p]);
      }
    }

    // The chance of winning after a stone.
    float after(Point p) const noexcept {
      const int mine = my_first_[p] + my_last_[p] - my_shortest_;
      const int theirs = their_first_[p] + their_last_[p] - their_shortest_;
      float guess =
          0.5F - 0.1F * static_cast<float>(std::min(mine, 4)) - 0.1F * static_cast<float>(std::min(theirs, 4));
      if (field_.last != 0) {
        const unsigned joining = game_.known_.joining(field_.around[field_.last], field_.turn);
        for (int k = 0; k < 8; ++k) {
          if ((joining >> k & 1) != 0 && p == field_.last + circle[static_cast<std::size_t>(k)]) guess += 0.25F;
        }
      }
      return guess;
    }

   private:
    static constexpr std::uint8_t far_away = 100;
    using Distances = std::array<std::uint8_t, Field::points>;

    // The number of stones a colour needs from one of its edges to each point, including the point itself.
    void measure(Cell colour, unsigned edge, Distances& found) const noexcept {
      found.fill(far_away);
      std::array<Point, Field::points> queue;
      std::size_t count = 0;
      std::array<Point, Field::points> later;
      std::size_t later_count = 0;
      const auto reach = [&](Point p, int stones) {
        const Cell cell = field_.cells[p];
        if (cell == colour) {
          if (found[p] > stones) found[p] = static_cast<std::uint8_t>(stones), queue[count++] = p;
        } else if (cell == no_stone && found[p] == far_away) {
          found[p] = static_cast<std::uint8_t>(stones + 1), later[later_count++] = p;
        }
      };
      const int n = game_.ranks_;
      for (int i = 1; i <= n; ++i) {
        const int line = edge == 1 ? 1 : n;
        reach(static_cast<Point>(colour == black_stone ? line * stride + i : i * stride + line), 0);
      }
      for (int stones = 0;; ++stones) {
        for (std::size_t at = 0; at < count; ++at) {
          for (const int step : circle) reach(static_cast<Point>(queue[at] + step), stones);
        }
        if (later_count == 0) return;
        count = 0;
        for (std::size_t i = 0; i < later_count; ++i) queue[count++] = later[i];
        later_count = 0;
      }
    }

    const Playouts& game_;
    const Field& field_;
    Distances my_first_, my_last_, their_first_, their_last_;
    int my_shortest_ = 2 * far_away;
    int their_shortest_ = 2 * far_away;
  };

  int ranks_;
  int join_each_ = 1;  // every direction of the circle, or every second
  const Neighbourhoods& known_ = Neighbourhoods::all();
};

}  // namespace proofplay::nakatta
