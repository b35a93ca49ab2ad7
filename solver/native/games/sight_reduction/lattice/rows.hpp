// The interface to the vector code of the removal lattice: the moves of one row at once.
//
// Sight Reduction's pieces never move, so a position reached from a deal is a pair of subsets, one of each colour's
// pieces. One colour, the outer one, is an index; for each of its subsets there is a row with one bit (or one bit in
// each of several planes) for every subset of the other, the row colour. The bit of subset R of row pieces is bit R of
// the row: removing row pieces moves a bit down by their number. With 64 bits per word and 8 words per line, row piece
// j is
//
//      j = 0…5   a bit of the position inside a word
//      j = 6…8   a bit of the word inside a line
//      j = 9…    a bit of the line inside the row
//
// The planes of a line are stored side by side: plane p of line l begins at word (l * planes + p) * 8.
//
// This header is included by code compiled for several instruction sets, so it contains plain data only: the linker
// could take an inline function or a template instance from the wrong one.
#pragma once

#include <cstdint>

namespace proofplay::sight_reduction::lattice {

using Word = std::uint64_t;
using Set = std::uint32_t;  // a set of outer pieces, or of row pieces: at most 32

inline constexpr int line_words = 8;
inline constexpr int line_pieces = 9;
inline constexpr int tile_lines = 128;  // rows are processed in tiles of this many lines, 8 KB per plane

// A condition on the row pieces present, R.
//   open: at least one of the sets is disjoint from R (no row piece blocks one of the directions)
//   not open: the only set intersects R (some row piece is seen)
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
  bool back;          // the position at the other end has these row pieces in addition, and legality is tested there
  const Word* child;  // the row of the position at the other end
};

// Rows are prefetched in chunks of this many lines, counting all planes as one.
inline constexpr int chunk_lines = 32;

// One row, or a tile of it, to be computed from the rows at the other end of its moves. All have the same planes. Words
// up to one line before and after the child rows of options that remove row pieces may be read. While the kernel works
// on option i, it prefetches chunk i.
struct RowJob {
  Word* row;
  const Option* options;
  int count;
  int planes;
  std::uint32_t first_line;
  std::uint32_t lines;
  const Word* const* prefetches;
  int prefetch_count;
};

struct RowKernel {
  const char* name;

  // Plane 0 := some option is legal and has its bit set.
  void (*some)(const RowJob&);
  // Plane 0 := no option is legal and has its bit set.
  void (*none)(const RowJob&);

  // Plane 0, "the mover loses", as in `none`; the other planes hold a number, low bit first, that encodes half the
  // distance to the end, k = ⌊distance / 2⌋ (distances are odd exactly if the mover wins): the complement of k if the
  // mover loses, and k + 1, modulo 2^(planes - 1), if the mover wins. In this form both players' choices are a maximum
  // over the options that count.
  void (*distance)(const RowJob&);

  std::uint64_t (*ones)(const Word* words, std::uint64_t count);
};

extern const RowKernel portable_rows;
#ifdef PROOFPLAY_X86_64
extern const RowKernel avx2_rows;
extern const RowKernel avx512_rows;
#endif

// Planes that `distance` can handle, plane 0 included; the others have one plane.
inline constexpr int min_planes = 3;
inline constexpr int max_planes = 5;

}  // namespace proofplay::sight_reduction::lattice
