// The kernel of two_distances.hpp, written once for any vector width and compiled for each instruction set.
//
// A file that includes this defines TWO_DISTANCES_LANES (the number of positions in a vector) before, and the
// TwoDistanceKernel that names `find` after. Everything is in an unnamed namespace and only integer types of the
// standard library are used: no function compiled here for one instruction set can end up being called by code meant
// for another.
#pragma once

#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "games/nakatta/two_distances.hpp"

namespace proofplay::nakatta {
namespace {

using Word = std::uint64_t;
using Vector [[gnu::vector_size(8 * TWO_DISTANCES_LANES), gnu::may_alias]] = Word;

constexpr Word first_file_points = 0x0101010101010101U;
constexpr Word last_file_points = 0x8080808080808080U;

inline Vector all_of(Word w) { return Vector{} + w; }
inline Vector load(const Word* p) { return *reinterpret_cast<const Vector*>(p); }
inline void store(Word* p, Vector v) { *reinterpret_cast<Vector*>(p) = v; }

// All bits of a lane, or none.
inline Vector where_zero(Vector v) { return reinterpret_cast<Vector>(v == 0); }

inline bool any(Vector v) {
#if defined(__AVX512F__) && TWO_DISTANCES_LANES == 8
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(v)) != 0;
#elif defined(__AVX2__) && TWO_DISTANCES_LANES == 4
  return _mm256_testz_si256(reinterpret_cast<__m256i>(v), reinterpret_cast<__m256i>(v)) == 0;
#else
  Word all = 0;
  for (int i = 0; i < TWO_DISTANCES_LANES; ++i) all |= v[i];
  return all != 0;
#endif
}

// As in rules.hpp.
inline Vector east(Vector b) { return (b & ~last_file_points) << 1; }
inline Vector west(Vector b) { return (b & ~first_file_points) >> 1; }
inline Vector north(Vector b) { return b << 8; }
inline Vector south(Vector b) { return b >> 8; }

inline Vector around(Vector b) {
  const Vector row = b | east(b) | west(b);
  return row | north(row) | south(row);
}

inline Vector joined(Vector stones, Vector from) {
  for (from &= stones;;) {
    const Vector more = around(from) & stones;
    if (!any(more ^ from)) return from;
    from = more;
  }
}

inline Vector open(Vector empty, Vector enemy) {
  const Vector foe_east = west(enemy), foe_west = east(enemy), foe_north = south(enemy), foe_south = north(enemy);
  const Vector open_east = west(empty), open_west = east(empty);
  return empty & ~((south(open_east) & foe_east & foe_north) | (south(open_west) & foe_west & foe_north) |
                   (north(open_east) & foe_east & foe_south) | (north(open_west) & foe_west & foe_south));
}

// The points with at least two points of a set around them.
inline Vector beside_two(Vector b) {
  const Vector e = east(b), w = west(b);
  const Vector one = e | w, two = e & w;
  const Vector row_one = one | b, row_two = two | (one & b);
  const Vector above = north(row_one), below = south(row_one);
  return two | north(row_two) | south(row_two) | (one & (above | below)) | (above & below);
}

inline Vector two_distance(Vector own, Vector open_points, Word first, Word last) {
  Vector chains = joined(own, all_of(first));
  const Vector goal = last | around(joined(own, all_of(last)));
  Vector reached = (first | around(chains)) & open_points;
  Vector left = ~Vector{};  // the lanes that are still counting
  Vector found{};
  for (Word distance = 1;; ++distance) {
    const Vector ends = reached & goal;
    const Vector done = left & ~where_zero(ends & (ends - 1));
    found |= done & distance;
    left &= ~done;
    if (!any(left)) return found;
    const Vector twice = beside_two(reached | chains);
    chains |= joined(own, twice);
    const Vector more = open_points & ~reached & (twice | around(chains));
    const Vector stuck = left & where_zero(more);
    const Vector one_end = ~where_zero(ends);
    found |= stuck & ((one_end & (distance + 1)) | (~one_end & (distance + 4)));
    left &= ~stuck;
    reached |= more;
  }
}

// Fills the last vector with copies of the last position, so that its other lanes take no further steps.
void fill_up(TwoDistances& d, int count) {
  for (int i = count; i % TWO_DISTANCES_LANES != 0; ++i) {
    d.mine[i] = d.mine[count - 1];
    d.theirs[i] = d.theirs[count - 1];
  }
}

void find(const Frame& frame, TwoDistances& d, int count) {
  fill_up(d, count);
  for (int i = 0; i < count; i += TWO_DISTANCES_LANES) {
    const Vector mine = load(d.mine + i), theirs = load(d.theirs + i);
    const Vector empty = frame.points & ~(mine | theirs);
    store(d.my_distance + i, two_distance(mine, open(empty, theirs), frame.my_first, frame.my_last));
    store(d.their_distance + i, two_distance(theirs, open(empty, mine), frame.their_first, frame.their_last));
  }
}

}  // namespace
}  // namespace proofplay::nakatta
