// The row kernel, written once for any vector width and compiled for each instruction set.
//
// A file that includes this defines LATTICE_VECTOR_WORDS (a power of two up to 8) before, and the RowKernel that names
// these functions after. Everything is in an unnamed namespace and only integer types of the standard library are used:
// no function compiled here for one instruction set can end up being called by code meant for another.
#pragma once

#include "games/sight_reduction/lattice/rows.hpp"

namespace proofplay::sight_reduction::lattice {
namespace {

constexpr std::uint32_t vector_words = LATTICE_VECTOR_WORDS;
constexpr std::uint32_t vectors_in_line = line_words / vector_words;
constexpr int vector_pieces = 6 + (vector_words == 8 ? 3 : vector_words == 4 ? 2 : 1);
constexpr std::uint32_t tile_vectors = tile_lines * vectors_in_line;

using Vector [[gnu::vector_size(8 * vector_words), gnu::may_alias]] = Word;
using Unaligned [[gnu::vector_size(8 * vector_words), gnu::may_alias, gnu::aligned(8)]] = Word;

inline Vector load(const Word* p) { return *reinterpret_cast<const Unaligned*>(p); }
inline void store(Word* p, Vector v) { *reinterpret_cast<Unaligned*>(p) = v; }

// Bit-sliced building blocks: each bit of the result is chosen by the same bit of three vectors.
inline Vector majority(Vector a, Vector b, Vector c) { return (a & b) | (c & (a | b)); }
inline Vector choose(Vector which, Vector yes, Vector no) { return no ^ ((no ^ yes) & which); }

// Which subsets of the pieces inside a word, or of the pieces that select a word inside a vector, are disjoint from a
// set, and which contain it.
struct Patterns {
  Word disjoint_bits[64];
  Word containing_bits[64];
  alignas(64) Word disjoint_words[vector_words][vector_words];
  alignas(64) Word containing_words[vector_words][vector_words];

  constexpr Patterns() : disjoint_bits{}, containing_bits{}, disjoint_words{}, containing_words{} {
    for (unsigned set = 0; set < 64; ++set) {
      for (unsigned subset = 0; subset < 64; ++subset) {
        if ((subset & set) == 0) disjoint_bits[set] |= Word{1} << subset;
        if ((subset & set) == set) containing_bits[set] |= Word{1} << subset;
      }
    }
    for (unsigned set = 0; set < vector_words; ++set) {
      for (unsigned subset = 0; subset < vector_words; ++subset) {
        disjoint_words[set][subset] = (subset & set) == 0 ? ~Word{0} : 0;
        containing_words[set][subset] = (subset & set) == set ? ~Word{0} : 0;
      }
    }
  }
};

constexpr Patterns patterns;

constexpr Set low_pieces = (Set{1} << vector_pieces) - 1;

inline Vector disjoint(Set low) { return load(patterns.disjoint_words[low >> 6]) & patterns.disjoint_bits[low & 63]; }

inline Vector containing(Set low) {
  return load(patterns.containing_words[low >> 6]) & patterns.containing_bits[low & 63];
}

// A condition inside one tile. What is the same for the whole tile is evaluated once. The rest depends on the position
// inside a vector, and on the vector, but only on few of the pieces that number it.
class TileCondition {
 public:
  // `tile`: the row pieces present throughout the tile where legality is tested.
  // `inside`: the pieces that number the positions of a tile.
  TileCondition(const Condition& c, Set tile, Set inside) : present_(c.present & inside) {
    possible_ = (c.present & ~inside & ~tile) == 0;
    for (int i = 0; i < c.count && possible_; ++i) add(c.sights[i], tile | c.present, inside);
    varying_ &= ~forbidden_;
  }

  bool possible() const { return possible_; }

  // Sets of the pieces that number a vector inside the tile: those that must be present, those that must be absent, and
  // the others that the condition depends on.
  std::uint32_t needed() const { return present_ >> vector_pieces; }
  std::uint32_t forbidden() const { return forbidden_; }
  std::uint32_t varying() const { return varying_; }

  // The positions inside a vector where the condition holds, given the vector's varying pieces.
  Vector holds(std::uint32_t vector) const {
    Vector all = containing(present_ & low_pieces);
    for (int i = 0; i < count_; ++i) all &= holds(sights_[i], vector);
    return all;
  }

 private:
  static Vector holds(const Sight& sight, std::uint32_t vector) {
    Vector open{};
    for (int k = 0; k < sight.count; ++k) {
      const Set set = sight.sets[k];
      if (((set >> vector_pieces) & vector) == 0) open |= disjoint(set & low_pieces);
    }
    return sight.open ? open : ~open;
  }

  void add(const Sight& sight, Set certain, Set inside) {
    Sight& kept = sights_[count_];
    kept.open = sight.open;
    kept.count = 0;
    std::uint32_t common = ~std::uint32_t{0};
    std::uint32_t any = 0;
    for (int k = 0; k < sight.count; ++k) {
      const bool met = (sight.sets[k] & certain) != 0;
      const Set set = sight.sets[k] & inside;
      if (met ? !sight.open : sight.open && set == 0) return;  // holds in the whole tile
      if (met || set == 0) continue;
      kept.sets[kept.count++] = set;
      common &= set >> vector_pieces;
      any |= set >> vector_pieces;
    }
    if (kept.count == 0) possible_ = false;
    if (sight.open) forbidden_ |= common;
    varying_ |= any;
    ++count_;
  }

  Set present_;
  int count_ = 0;
  bool possible_;
  std::uint32_t forbidden_ = 0;
  std::uint32_t varying_ = 0;
  Sight sights_[3];
};

// Where the vectors of a tile are in rows with this many planes.
template <int planes>
constexpr std::uint32_t word_of(std::uint32_t vector) {
  return vector / vectors_in_line * (planes * line_words) + vector % vectors_in_line * vector_words;
}

// The same for the position that has these row pieces in addition: the distance in words.
template <int planes>
constexpr std::uint32_t words_up(Set row_pieces) {
  return (row_pieces >> line_pieces) * (planes * line_words) + ((row_pieces >> 6) & (line_words - 1));
}

enum class Shift { none, up, down };

template <Shift shift>
inline Vector moved(const Word* p, int bits) {
  const Vector v = load(p);
  if constexpr (shift == Shift::up) return v << bits;
  if constexpr (shift == Shift::down) return v >> bits;
  return v;
}

// Prefetches a chunk of a row a little at a time: rows come from memory while the loops below compute.
template <int planes>
class Fetch {
 public:
  explicit Fetch(const Word* chunk) : next_(chunk), left_(chunk == nullptr ? 0 : chunk_lines) {}

  void step() {
    if (left_ == 0) return;
    --left_;
    for (int p = 0; p < planes; ++p) __builtin_prefetch(next_ + p * line_words, 0, 2);
    next_ += planes * line_words;
  }

 private:
  const Word* next_;
  int left_;
};

// One option on one tile. Positions are numbered from the tile's first one; for each vector of positions where the
// option can be legal, a body receives the number of the vector, a mask of the legal positions and the beginning of the
// children.
template <int planes>
class TileOption {
 public:
  TileOption(const Option& option, const RowJob& job)
      : row_(option.row),
        back_(option.back),
        condition_(option.legal, tile(option, job), inside(job)),
        leaves_row_(back_ && (job.first_line & (row_ >> line_pieces)) != 0),
        last_(job.lines * vectors_in_line - 1),
        child_(option.child) {
    const std::int64_t up = words_up<planes>(row_);
    offset_ = std::int64_t{job.first_line} * (planes * line_words) + (back_ ? up : -up);
  }

  // Calls body.template apply<shift>(vector, legal, child, bits) for vectors in ascending order.
  template <class Body>
  void each(Body body, const Fetch<planes>& fetch) const {
    if (!condition_.possible() || leaves_row_) return;
    const int bits = row_ & 63;
    if (back_) {
      run<Shift::down>(body, bits, fetch);
    } else if (bits != 0) {
      run<Shift::up>(body, bits, fetch);
    } else {
      run<Shift::none>(body, 0, fetch);
    }
  }

 private:
  static Set inside(const RowJob& job) { return (job.lines << line_pieces) - 1; }
  static Set tile(const Option& option, const RowJob& job) {
    return job.first_line << line_pieces | (option.back ? option.row & ~inside(job) : 0);
  }

  // The mask for the positions of a vector, at whichever end legality is tested.
  Vector legal(std::uint32_t vector) const {
    const Vector there = condition_.holds(vector);
    if (!back_) return there;
    Word words[2 * line_words] = {};
    store(words, there);
    return load(words + ((row_ & low_pieces) >> 6)) >> (row_ & 63);
  }

  // Everything that the loops use is local: for all the compiler knows, the rows written to could alias anything.
  template <Shift shift, class Body>
  void run(Body body, int bits, Fetch<planes> fetch) const {
    const Word* const child = child_;
    const std::int64_t offset = offset_;
    const std::uint32_t free = last_ & ~condition_.needed() & ~condition_.forbidden();
    const std::uint32_t varying = condition_.varying() & free;
    const std::uint32_t first = back_ ? 0 : condition_.needed();
    std::uint32_t x = 0;
    if (varying == 0) {
      const Vector mask = legal(0);
      do {
        const std::uint32_t v = x | first;
        fetch.step();
        body.template apply<shift>(v, mask, child + (offset + word_of<planes>(v)), bits);
        x = (x - free) & free;
      } while (x != 0);
      return;
    }
    alignas(64) Word masks[tile_vectors * vector_words];
    do {
      store(masks + x * vector_words, legal(x));
      x = (x - varying) & varying;
    } while (x != 0);
    do {
      const std::uint32_t v = x | first;
      const Vector mask = load(masks + (x & varying) * vector_words);
      fetch.step();
      body.template apply<shift>(v, mask, child + (offset + word_of<planes>(v)), bits);
      x = (x - free) & free;
    } while (x != 0);
  }

  Set row_;
  bool back_;
  TileCondition condition_;
  bool leaves_row_;  // the whole tile has a piece that would have to be put back
  std::uint32_t last_;
  const Word* child_;
  std::int64_t offset_;
};

}  // namespace
}  // namespace proofplay::sight_reduction::lattice
