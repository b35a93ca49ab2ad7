// Matches between playout searches with equal time. Prints one line per game: 1 if the first player named has won, 0 if
// it has lost, 0.5 for a draw.
//
//   matches GAME FILES RANKS SECONDS GAMES SEED FIRST SECOND
//
// FIRST and SECOND are full, uct or flat. SECONDS is the CPU time per move, so that other load on the machine favours
// neither side. Games begin with random moves, and each opening is played twice, with the colours exchanged.
#include <sys/time.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/manhattan/playouts.hpp"
#include "games/marvin/playouts.hpp"
#include "games/minelayers/playouts.hpp"
#include "games/nakatta/playouts.hpp"
#include "games/sight_reduction/two_player/playouts.hpp"
#include "search/playouts/tree_search.hpp"

using namespace proofplay;

namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;
constexpr int max_plies = 1000;

struct Options {
  int width;
  int height;
  double seconds;
  int games;
  std::uint64_t seed;
  Method players[2];
};

const std::map<std::string, Method> methods{{"full", {}}, {"uct", plain_uct}, {"flat", flat_monte_carlo}};

template <class G>
std::vector<int> codes_of(const G& game, const typename G::Position& p) {
  std::vector<int> codes;
  game.each_move(p, [&](int code, float) { codes.push_back(code); });
  return codes;
}

// Stops a search of this process after a given amount of CPU time.
class Timer {
 public:
  Timer(Control& control, double seconds) {
    running_ = &control;
    std::signal(SIGPROF, [](int) {
      if (Control* running = running_.load()) running->stop();
    });
    set(seconds);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer() {
    set(0);
    running_ = nullptr;
  }

 private:
  static void set(double seconds) {
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(seconds);
    timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - std::floor(seconds)) * 1e6);
    setitimer(ITIMER_PROF, &timer, nullptr);
  }

  static inline std::atomic<Control*> running_{nullptr};
};

template <class G>
int choose(const G& game, const typename G::Position& p, const Options& o, const Method& method, std::uint64_t seed) {
  const std::vector<int> codes = codes_of(game, p);
  if (codes.size() == 1) return codes[0];
  std::vector<typename G::Position> after;
  for (const int code : codes) game.play(after.emplace_back(p), code);
  const std::vector<Bounds> known(codes.size());
  Control control;
  const Timer timer(control, o.seconds);
  return codes[TreeSearch<G>(game, max_bytes, method).run(p, after, known, seed, {.play_on = true}, control).best];
}

// The result for the player to move at the beginning.
template <class G>
int play(const G& game, typename G::Position p, const Options& o, std::size_t first, std::uint64_t seed) {
  for (int ply = 0; ply < max_plies; ++ply) {
    if (const auto score = game.end(p)) return (ply % 2 == 0 ? 1 : -1) * ((*score > 0) - (*score < 0));
    game.play(p, choose(game, p, o, o.players[(first + static_cast<std::size_t>(ply)) % 2],
                        seed + static_cast<std::uint64_t>(ply)));
  }
  return 0;
}

// start(chance) returns a position, from which `random_plies` random plies are played first.
template <class G, class Start>
void match(const G& game, const Options& o, int random_plies, Start&& start) {
  SplitMix chance(o.seed);
  for (int pair = 0; 2 * pair < o.games; ++pair) {
    typename G::Position p = start(chance);
    for (int ply = 0; ply < random_plies && !game.end(p); ++ply) {
      const std::vector<int> codes = codes_of(game, p);
      game.play(p, codes[chance.below(codes.size())]);
    }
    for (std::size_t first = 0; first < 2; ++first) {
      const int result = play(game, p, o, first, chance.next());
      std::printf("%g\n", (1 + (first == 0 ? result : -result)) / 2.0);
      std::fflush(stdout);
    }
  }
}

std::string checkerboard(int width, int height) {
  std::string cells;
  for (int rank = 0; rank < height; ++rank) {
    for (int file = 0; file < width; ++file) {
      const bool middle =
          (rank == height / 2 || rank == height / 2 - 1) && (file == width / 2 || file == width / 2 - 1);
      cells += middle ? '.' : (rank + file) % 2 == 0 ? 'r' : 'b';
    }
  }
  return cells;
}

void run(const std::string& name, const Options& o) {
  const auto squares = static_cast<std::size_t>(o.width * o.height);
  const std::string empty(squares, '.'), full = checkerboard(o.width, o.height);
  if (name == "nakatta") {
    const nakatta::Playouts game(o.width, o.height);
    match(game, o, 2, [&](SplitMix&) { return game.read({empty}); });
  } else if (name == "marvin") {
    const marvin::Playouts game(o.width, o.height);
    match(game, o, 2, [&](SplitMix&) { return game.read({empty}); });
  } else if (name == "manhattan") {
    const manhattan::Playouts game(o.width, o.height);
    match(game, o, 4, [&](SplitMix&) { return game.read({full}); });
  } else if (name == "minelayers") {
    const minelayers::Playouts game(o.width, o.height);
    match(game, o, 0, [&](SplitMix& chance) {
      const auto width = static_cast<std::size_t>(o.width);
      std::string cells(squares, '.');
      cells[chance.below(width)] = 'A';
      cells[squares - width + chance.below(width)] = 'B';
      return game.read({cells});
    });
  } else if (name == "sight-reduction") {
    const sight_reduction::Playouts game(o.width, o.height, {});
    match(game, o, 0, [&](SplitMix& chance) {
      std::string cells(squares, 'w');
      for (std::size_t i = 0; i < squares / 2; ++i) cells[i] = 'b';
      for (std::size_t left = squares; left > 1; --left) std::swap(cells[left - 1], cells[chance.below(left)]);
      return game.read({cells});
    });
  } else {
    throw std::invalid_argument("unknown game: " + name);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 9) return 2;
  try {
    run(words[1], {std::atoi(words[2]),
                   std::atoi(words[3]),
                   std::atof(words[4]),
                   std::atoi(words[5]),
                   std::strtoull(words[6], nullptr, 10),
                   {methods.at(words[7]), methods.at(words[8])}});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
