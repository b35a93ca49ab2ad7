// What the removal lattice asks of the vector code: the moves of one row at once.
//
// Sight Reduction's pieces never move, so a position reached from a deal is a pair of subsets, one of
// each colour's pieces. One colour, the outer one, is an index; for each of its subsets there is a row
// with one bit (or one bit in each of several planes) for every subset of the other, the row colour.
// The bit of subset R of row pieces is bit R of the row: removing row pieces moves a bit down by
// their number, 64 bits a word, 8 words a line, so row piece j is
//
//      j = 0…5   a bit of the position inside a word
//      j = 6…8   a bit of the word inside a line
//      j = 9…    a bit of the line inside the row
//
// The planes of a line stand side by side: plane p of line l begins at word (l * planes + p) * 8.
//
// This header is read by code compiled for several instruction sets, so it holds plain data only: an
// inline function or a template instance made here could be taken from the wrong one.
#pragma once

#include <cstdint>

namespace proofplay::sight_reduction::lattice {

using Word = std::uint64_t;
using Set = std::uint32_t;  // a set of outer pieces, or of row pieces: at most 32

inline constexpr int line_words = 8;
inline constexpr int line_pieces = 9;
inline constexpr int tile_lines = 128;  // rows are worked on in tiles of so many lines, 8 KB a plane

// A condition on the row pieces present, R.
//   open: at least one of the sets is disjoint from R (no row piece in the way, in one direction)
//   not open: the one set meets R (some row piece is seen)
struct Sight {
  Set sets[8];
  std::uint8_t count;
  bool open;
};

// When a move is legal: all of `present` are in R, and every sight holds.
struct Condition {
  Set present;
  int count;
  Sight sights[3];
};

// A move out of every position of a row at once, or, with `back`, into it.
struct Option {
  Condition legal;
  Set outer;          // the pieces removed: outer ones, and row ones
  Set row;
  bool back;          // the position on the other end has these row pieces more, and `legal` is asked there
  const Word* child;  // the row of the position on the other end
};

// A piece of a row that is to be in the cache soon: so many lines, of all planes.
inline constexpr int piece_lines = 32;

// One row, or a tile of it, to be worked out from the rows at the other end of its moves. They have the
// same planes. Words up to one line before and after the child rows of options that remove
// row pieces may be read. While it works on an option, the kernel fetches the piece of that number.
struct Task {
  Word* row;
  const Option* options;
  int count;
  int planes;
  std::uint32_t first_line;
  std::uint32_t lines;
  const Word* const* soon;
  int soon_count;
};

struct RowKernel {
  const char* name;

  // Plane 0 := some option is legal and has its bit set.
  void (*some)(const Task&);
  // Plane 0 := no option is legal and has its bit set.
  void (*none)(const Task&);

  // Plane 0, "the mover loses", as `none`; the other planes a number, low bit first, that holds half the
  // distance to the end, k = ⌊distance / 2⌋ (distances are odd exactly when the mover wins): the
  // complement of k where the mover loses, and k + 1, modulo 2^(planes - 1), where the mover wins. In this
  // form both players' choices are a maximum over the options that count.
  void (*distance)(const Task&);

  // Plane 0 as `none`; the other planes a number: 0 where the mover loses, else one more than the
  // greatest over the options that win.
  void (*lead)(const Task&);

  std::uint64_t (*ones)(const Word* words, std::uint64_t count);
};

extern const RowKernel portable_rows;
#ifdef PROOFPLAY_X86_64
extern const RowKernel avx2_rows;
extern const RowKernel avx512_rows;
#endif

// Planes that `distance` and `lead` can handle, plane 0 included.
inline constexpr int max_planes = 6;

}  // namespace proofplay::sight_reduction::lattice
