// The interface to the vector code of Nakatta's search: both players' two-distances in many positions at once.
//
// This header is included by code compiled for several instruction sets, so it contains plain data only: the linker
// could take an inline function or a template instance from the wrong one.
#pragma once

#include <cstdint>

namespace proofplay::nakatta {

// The stones of positions, each as the player to move sees it (rules.hpp), and their two-distances.
struct alignas(64) TwoDistances {
  static constexpr int capacity = 64;

  std::uint64_t mine[capacity];
  std::uint64_t theirs[capacity];
  std::uint64_t my_distance[capacity];  // as two_distance in evaluation.hpp
  std::uint64_t their_distance[capacity];
};

// A board: its points, and the edges of the player to move and of the other one.
struct Frame {
  std::uint64_t points, my_first, my_last, their_first, their_last;
};

// Fills in the distances of the first `count` positions; those after them may be overwritten.
struct TwoDistanceKernel {
  const char* name;
  void (*find)(const Frame& frame, TwoDistances& distances, int count);
};

extern const TwoDistanceKernel portable_two_distances;
extern const TwoDistanceKernel avx2_two_distances;
extern const TwoDistanceKernel avx512_two_distances;

}  // namespace proofplay::nakatta
