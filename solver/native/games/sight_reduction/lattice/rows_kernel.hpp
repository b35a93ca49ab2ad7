// The three sweeps of a row (see rows.hpp for what they compute), for any vector width.
#pragma once

#include "games/sight_reduction/lattice/rows_vector.hpp"

namespace proofplay::sight_reduction::lattice {
namespace {

template <int planes>
inline Word* tile_of(const RowJob& job) {
  return job.row + job.first_line * (planes * line_words);
}

template <int planes, class F>
inline void each_vector(const RowJob& job, F f) {
  Word* const tile = tile_of<planes>(job);
  for (std::uint32_t v = 0; v < job.lines * vectors_in_line; ++v) f(tile + word_of<planes>(v));
}

template <int planes, class Body>
inline void each_option(const RowJob& job, Body body) {
  for (int i = 0; i < job.count; ++i) {
    const Fetch<planes> fetch(i < job.prefetch_count ? job.prefetches[i] : nullptr);
    TileOption<planes>(job.options[i], job).each(body, fetch);
  }
}

template <int planes>
struct Some {
  Word* tile;

  template <Shift shift>
  void apply(std::uint32_t v, Vector legal, const Word* child, int bits) {
    Word* const own = tile + word_of<planes>(v);
    store(own, load(own) | (legal & moved<shift>(child, bits)));
  }
};

template <int planes>
void some_of(const RowJob& job) {
  each_vector<planes>(job, [](Word* own) { store(own, Vector{}); });
  each_option<planes>(job, Some<planes>{tile_of<planes>(job)});
}

template <int planes>
void none_of(const RowJob& job) {
  some_of<planes>(job);
  each_vector<planes>(job, [](Word* own) { store(own, ~load(own)); });
}

// Raises the number in `own`, planes 1 and up, to the child's if that is greater, where `counts` is set.
template <int planes, Shift shift>
inline void raise(Word* own, const Word* child, int bits, Vector counts) {
  if constexpr (planes > 1) {
    Vector theirs[planes];
    Vector greater{};
    for (int p = 1; p < planes; ++p) {
      theirs[p] = moved<shift>(child + p * line_words, bits);
      const Vector less = ~load(own + p * line_words);
      greater = p == 1 ? theirs[p] & less : majority(theirs[p], less, greater);
    }
    greater &= counts;
    for (int p = 1; p < planes; ++p) {
      store(own + p * line_words, choose(greater, theirs[p], load(own + p * line_words)));
    }
  }
}

template <int planes>
inline void clear_number(Word* own) {
  for (int p = 1; p < planes; ++p) store(own + p * line_words, Vector{});
}

// A winner considers the children that lose; a loser, whose children all win, considers every legal one.
template <int planes>
struct Deepest {
  Word* tile;

  template <Shift shift>
  void apply(std::uint32_t v, Vector legal, const Word* child, int bits) {
    Word* const own = tile + word_of<planes>(v);
    raise<planes, shift>(own, child, bits, legal & (moved<shift>(child, bits) ^ load(own)));
  }
};

template <int planes>
void distance_of(const RowJob& job) {
  none_of<planes>(job);
  each_vector<planes>(job, clear_number<planes>);
  each_option<planes>(job, Deepest<planes>{tile_of<planes>(job)});
  each_vector<planes>(job, [](Word* own) {
    Vector carry = ~load(own);
    for (int p = 1; p < planes; ++p) {
      const Vector digit = ~load(own + p * line_words);
      store(own + p * line_words, digit ^ carry);
      carry &= digit;
    }
  });
}

// Winners need plane 0 only.
void some(const RowJob& job) { some_of<1>(job); }
void none(const RowJob& job) { none_of<1>(job); }

void distance(const RowJob& job) {
  using Sweep = void(const RowJob&);
  Sweep* const versions[max_planes - min_planes + 1] = {distance_of<3>, distance_of<4>, distance_of<5>};
  versions[job.planes - min_planes](job);
}

std::uint64_t ones(const Word* words, std::uint64_t count) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) sum += static_cast<unsigned>(__builtin_popcountll(words[i]));
  return sum;
}

}  // namespace
}  // namespace proofplay::sight_reduction::lattice
