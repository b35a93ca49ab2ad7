// What Nakatta's search asks of the vector code: both players' two-distances in many positions at once.
//
// This header is read by code compiled for several instruction sets, so it holds plain data only: an
// inline function or a template instance made here could be taken from the wrong one.
#pragma once

#include <cstdint>

namespace proofplay::nakatta {

// The stones of positions, each as the player to move sees it (rules.hpp), and what is found of them.
struct alignas(64) TwoDistances {
  static constexpr int capacity = 64;

  std::uint64_t mine[capacity];
  std::uint64_t theirs[capacity];
  std::uint64_t my_distance[capacity];  // as two_distance says in outlook.hpp
  std::uint64_t their_distance[capacity];
};

// A board: its points, and the edges of the player to move and of the other one.
struct Frame {
  std::uint64_t points, my_first, my_last, their_first, their_last;
};

// Fills in the distances of the first `count` positions; those behind them may be overwritten.
struct TwoDistanceKernel {
  const char* name;
  void (*find)(const Frame& frame, TwoDistances& distances, int count);
};

extern const TwoDistanceKernel portable_two_distances;
extern const TwoDistanceKernel avx2_two_distances;
extern const TwoDistanceKernel avx512_two_distances;

}  // namespace proofplay::nakatta
