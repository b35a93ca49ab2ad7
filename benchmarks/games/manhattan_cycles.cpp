// Checks whether play on a small Manhattan board can return to a position, by examining all boards.
//
// Play that returns to a position consists of quiet steps only, that is, steps that join nothing. A board is kept as
// long as a quiet step of either colour, regardless of the turn, leads to another board that is kept. If none is left
// in the end, no sequence of quiet steps goes on for ever, so no position repeats. Remaining boards would need a closer
// look.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "games/manhattan/rules.hpp"

using namespace proofplay;
using namespace proofplay::manhattan;

namespace {

// All boards of a size, as base-3 numbers: red 1, blue 2.
class Boards {
 public:
  explicit Boards(int squares) : digits_(std::size_t{1} << squares) {
    std::uint64_t all = 1;
    for (int i = 0; i < squares; ++i) {
      for (std::size_t low = 0; low < std::size_t{1} << i; ++low) digits_[low | bit(i)] = digits_[low] + all;
      all *= 3;
    }
    kept_.assign(all / 64 + 1, ~std::uint64_t{0});
  }

  std::uint64_t number(Bits red, Bits blue) const { return digits_[red] + 2 * digits_[blue]; }
  bool kept(std::uint64_t n) const { return (kept_[n / 64] >> n % 64 & 1) != 0; }
  void drop(std::uint64_t n) { kept_[n / 64] &= ~bit(static_cast<int>(n % 64)); }

 private:
  std::vector<std::uint64_t> digits_;
  std::vector<std::uint64_t> kept_;
};

// Whether f(own after the step) holds for some quiet step of a colour.
template <class F>
bool some_quiet_step(const Board& board, Bits own, Bits empty, F&& f) {
  for (Bits left = singletons(board, own); left != 0; left &= left - 1) {
    const Bits from = left & -left, rest = own & ~from;
    for (Bits to = steps(board, from, own, empty) & ~board.beside(rest); to != 0; to &= to - 1) {
      if (f(rest | (to & -to))) return true;
    }
  }
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const int width = std::atoi(arguments[1]), height = std::atoi(arguments[2]);
  const Board board(width, height);
  const Bits squares = board.squares();
  Boards boards(width * height);
  std::uint64_t kept = 1, dropped = 1;
  for (int pass = 1; kept != 0 && dropped != 0; ++pass) {
    kept = dropped = 0;
    for (Bits red = 0; red <= squares; ++red) {
      const Bits rest = squares & ~red;
      for (Bits blue = rest;; blue = (blue - 1) & rest) {
        const std::uint64_t n = boards.number(red, blue);
        if (boards.kept(n)) {
          const Bits empty = rest & ~blue;
          const bool goes_on =
              some_quiet_step(board, red, empty, [&](Bits r) { return boards.kept(boards.number(r, blue)); }) ||
              some_quiet_step(board, blue, empty, [&](Bits b) { return boards.kept(boards.number(red, b)); });
          goes_on ? ++kept : (boards.drop(n), ++dropped);
        }
        if (blue == 0) break;
      }
    }
    std::printf("pass %d: %llu boards kept\n", pass, static_cast<unsigned long long>(kept));
    std::fflush(stdout);
  }
  return kept == 0 ? 0 : 1;
}
