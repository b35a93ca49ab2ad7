// The baseline: who wins a two-player Sight Reduction deal, by a plain single-threaded scalar sweep over the removal
// lattice, one 64-bit word at a time.
//
//     g++ -O3 -std=c++20 -fno-tree-vectorize scalar_sweep.cpp -o scalar_sweep
//     ./scalar_sweep sight-reduction:bbbb/wwww/wwbw/bbwb/bbbb/wwbw/wbww/bbww:w
//
// prints who wins, for either colour to move, and the time of the sweep in seconds: computing the tables of lines of
// sight, allocating the memory and filling it, but not parsing the position or starting the program.
//
// Pieces never move, so a position is a pair (W, B) of subsets of the deal's white and black pieces. For every W there
// is a row of one bit for each B: bit B % 64 of word B / 64. A row says where Black wins with Black to move; a row for
// White to move is needed only while its W is being processed.
//
// With W fixed, sight depends on B alone, in two ways:
//   white i sees white k     none of the black pieces between the two is in B;
//   white i sees some black  one of the black pieces before the nearest white one is in B;
// and likewise for a black piece. So each is a word computed from B / 64 and a constant. Removing white i leads to the
// row of W without i, at the same place; removing black j leads to a place 2^j earlier in the same row. In ascending
// order of W all required rows are ready.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace {

using Word = std::uint64_t;
using Subset = std::uint32_t;

constexpr std::size_t max_pieces = 16;  // of a colour
constexpr std::size_t in_word = 6;       // black pieces that select the bit in a word
constexpr Word everywhere = ~Word{0};

// Bit B of pattern[j] tells whether black piece j is in B, for the six pieces that fit in a word.
constexpr std::array<Word, in_word> pattern{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                            0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

struct Deal {
  int width = 0;
  std::vector<char> board;  // from a1, file by file within a rank
  int friend_directions = 4;
  bool harder = false;
};

[[noreturn]] void refuse(const char* why) {
  std::fprintf(stderr, "scalar_sweep: %s\n", why);
  std::exit(2);
}

Deal parse(std::string_view text) {
  Deal deal;
  const auto colon = text.find(':');
  std::string_view head = text.substr(0, colon);
  if (colon == text.npos || !head.starts_with("sight-reduction")) refuse("not a position");
  head.remove_prefix(std::string_view("sight-reduction").size());
  while (!head.empty()) {
    if (head.starts_with("+harder")) {
      deal.harder = true;
    } else if (head.starts_with("+easier")) {
      deal.friend_directions = 8;
    } else {
      refuse("only two-player deals, with or without harder and easier, are supported");
    }
    head.remove_prefix(7);
  }
  std::vector<std::vector<char>> ranks(1);  // the top one first
  int gap = 0;
  for (const char c : text.substr(colon + 1)) {
    if (c >= '0' && c <= '9') {
      gap = gap * 10 + (c - '0');
      continue;
    }
    ranks.back().insert(ranks.back().end(), static_cast<std::size_t>(gap), '.');
    gap = 0;
    if (c == ':') break;
    if (c == '/') {
      ranks.emplace_back();
    } else {
      ranks.back().push_back(c);
    }
  }
  deal.width = static_cast<int>(ranks.back().size());
  for (auto rank = ranks.rbegin(); rank != ranks.rend(); ++rank) {
    deal.board.insert(deal.board.end(), rank->begin(), rank->end());
  }
  return deal;
}

// A piece on a line from another piece; lines list the nearest first.
struct PieceOnLine {
  bool white;
  int index;  // among the pieces of its colour
};
using Line = std::vector<PieceOnLine>;

struct Piece {
  std::array<Line, 8> lines;  // orthogonal directions first
};

struct Table {
  std::vector<Piece> white;
  std::vector<Piece> black;
};

Table lines_of_sight(const Deal& deal) {
  constexpr int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}};
  const int height = static_cast<int>(deal.board.size()) / deal.width;
  std::vector<int> index(deal.board.size());
  std::size_t count[2] = {0, 0};
  for (std::size_t s = 0; s < deal.board.size(); ++s) {
    if (deal.board[s] != '.') index[s] = static_cast<int>(count[deal.board[s] == 'w']++);
  }
  if (count[0] > max_pieces || count[1] > max_pieces) refuse("more than 16 pieces of a colour");
  Table table;
  for (int s = 0; s < deal.width * height; ++s) {
    if (deal.board[s] == '.') continue;
    Piece piece;
    for (int d = 0; d < 8; ++d) {
      int file = s % deal.width + steps[d][0];
      int rank = s / deal.width + steps[d][1];
      for (; file >= 0 && file < deal.width && rank >= 0 && rank < height; file += steps[d][0], rank += steps[d][1]) {
        const int other = rank * deal.width + file;
        if (deal.board[other] != '.') {
          piece.lines[d].push_back({deal.board[other] == 'w', index[other]});
        }
      }
    }
    (deal.board[s] == 'w' ? table.white : table.black).push_back(piece);
  }
  return table;
}

// The places of a row where some, or none, of a set of black pieces is in B.
class Presence {
 public:
  Presence() = default;
  explicit Presence(Subset blacks) : high_(blacks >> in_word) {
    for (std::size_t j = 0; j < in_word; ++j) {
      if (blacks >> j & 1) low_ |= pattern[j];
    }
  }

  Word some(Subset word) const { return (word & high_) != 0 ? everywhere : low_; }
  Word none(Subset word) const { return ~some(word); }

 private:
  Subset high_ = 0;
  Word low_ = 0;
};

// Which pieces a piece sees, over all B, with W fixed.
struct Sight {
  Presence black;                 // it sees a black piece if some of these are in B,
  std::array<Presence, 8> white;  // a white one if, for one of these sets, none is in B
  int ways = 0;

  Word sees_white(Subset word) const {
    Word seen = 0;
    for (int k = 0; k < ways; ++k) seen |= white[k].none(word);
    return seen;
  }
};

Sight look(const Piece& piece, Subset whites, int white_directions, int black_directions) {
  Sight sight;
  Subset blacks_seen = 0;
  bool nothing_between = false;
  for (int d = 0; d < 8; ++d) {
    Subset before = 0;
    bool white_there = false;
    for (const PieceOnLine seen : piece.lines[d]) {
      white_there = seen.white && (whites >> seen.index & 1);
      if (white_there) break;
      if (!seen.white) before |= Subset{1} << seen.index;
    }
    if (d < black_directions) blacks_seen |= before;
    if (d >= white_directions || !white_there || nothing_between) continue;
    nothing_between = before == 0;
    if (nothing_between) sight.ways = 0;  // other directions add nothing
    sight.white[sight.ways++] = Presence(before);
  }
  sight.black = Presence(blacks_seen);
  return sight;
}

class Sweep {
 public:
  explicit Sweep(const Deal& deal)
      : deal_(deal),
        table_(lines_of_sight(deal)),
        words_(Subset{1} << std::max(table_.black.size(), in_word) >> in_word),
        rows_(Subset{1} << table_.white.size()),
        black_wins_(std::make_unique_for_overwrite<Word[]>(std::size_t{rows_} * words_)),
        white_wins_(std::make_unique_for_overwrite<Word[]>(words_)) {
    for (Subset whites = 0; whites < rows_; ++whites) {
      white_to_move(whites);
      black_to_move(whites);
    }
  }

  // Whether White wins the deal itself with White to move, and Black with Black to move.
  bool white_wins_first() const { return at_deal(white_wins_.get()); }
  bool black_wins_first() const { return at_deal(row(rows_ - 1)); }

 private:
  bool at_deal(const Word* row) const {
    const Subset blacks = (Subset{1} << table_.black.size()) - 1;
    return row[blacks >> in_word] >> (blacks % 64) & 1;
  }

  Word* row(Subset whites) const { return &black_wins_[std::size_t{whites} * words_]; }

  // White wins if removing a piece leads to a place where Black does not.
  void white_to_move(Subset whites) {
    std::fill_n(white_wins_.get(), words_, Word{0});
    for (Subset rest = whites; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Sight sight = look(table_.white[i], whites, deal_.friend_directions, 8);
      const Word* const after = row(whites ^ Subset{1} << i);
      if (deal_.harder) {
        add_wins(after, [sight](Subset word) { return sight.sees_white(word) & sight.black.some(word); });
      } else if (sight.ways == 1) {
        add_wins(after, [way = sight.white[0]](Subset word) { return way.none(word); });
      } else if (sight.ways > 1) {
        add_wins(after, [sight](Subset word) { return sight.sees_white(word); });
      }
    }
  }

  // Local copies tell the compiler that the stores change neither the pointers nor the masks.
  template <class Legal>
  void add_wins(const Word* after, Legal legal) {
    Word* const wins = white_wins_.get();
    const Subset words = words_;
#pragma GCC unroll 4
    for (Subset word = 0; word < words; ++word) wins[word] |= legal(word) & ~after[word];
  }

  // Black wins if removing a piece that is present leads to a place where White does not.
  void black_to_move(Subset whites) {
    std::array<Sight, max_pieces> sights;
    for (std::size_t j = 0; j < table_.black.size(); ++j) {
      sights[j] = look(table_.black[j], whites, 8, deal_.friend_directions);
    }
    if (deal_.harder) {
      fill_black_wins(row(whites), [&](std::size_t j) {
        return [&sight = sights[j]](Subset word) { return sight.black.some(word) & sight.sees_white(word); };
      });
    } else {
      fill_black_wins(row(whites), [&](std::size_t j) {
        return [friends = sights[j].black](Subset word) { return friends.some(word); };
      });
    }
  }

  template <class Legal>
  void fill_black_wins(Word* wins, Legal legal_for) {
    const Word* const white_wins = white_wins_.get();
    const Subset words = words_;
    for (Subset word = 0; word < words; ++word) {
      const Word here = white_wins[word];
      Word won = 0;
#pragma GCC unroll 6
      for (std::size_t j = 0; j < in_word; ++j) {
        won |= legal_for(j)(word) & pattern[j] & ~(here << (1 << j));
      }
      wins[word] = won;
    }
    for (std::size_t j = in_word; j < table_.black.size(); ++j) {
      const auto legal = legal_for(j);
      const Subset step = Subset{1} << (j - in_word);
      for (Subset block = step; block < words; block += 2 * step) {
#pragma GCC unroll 4
        for (Subset word = block; word < block + step; ++word) {
          wins[word] |= legal(word) & ~white_wins[word - step];
        }
      }
    }
  }

  const Deal& deal_;
  Table table_;
  Subset words_;  // in a row
  Subset rows_;
  std::unique_ptr<Word[]> black_wins_;
  std::unique_ptr<Word[]> white_wins_;  // of the current W
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) refuse("usage: scalar_sweep POSITION");
  const Deal deal = parse(argv[1]);
  const auto begin = std::chrono::steady_clock::now();
  const Sweep sweep(deal);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::printf("white to move: %s wins\n", sweep.white_wins_first() ? "white" : "black");
  std::printf("black to move: %s wins\n", sweep.black_wins_first() ? "black" : "white");
  std::printf("%.3f s\n", taken.count());
}
