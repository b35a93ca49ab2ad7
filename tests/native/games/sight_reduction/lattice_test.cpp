// The removal lattice against plain recursion over the rules, on small random boards of every variant.
#include <doctest/doctest.h>

#include <map>
#include <ostream>
#include <random>
#include <tuple>

#include "games/sight_reduction/lattice/numbers.hpp"
#include "games/sight_reduction/lattice/outcomes.hpp"
#include "games/sight_reduction/lattice/reachable.hpp"
#include "games/sight_reduction/plain.hpp"

namespace proofplay::sight_reduction::lattice {

static std::ostream& operator<<(std::ostream& out, const Deal& deal) {
  return out << deal.geometry.width() << 'x' << deal.geometry.height() << std::hex << " white " << deal.pieces.white
             << " black " << deal.pieces.black << std::dec << (deal.variant.harder ? " harder" : "")
             << (deal.variant.easier ? " easier" : "") << (deal.variant.pairs ? " pairs" : "");
}

}  // namespace proofplay::sight_reduction::lattice

using namespace proofplay;
using namespace proofplay::sight_reduction;
using namespace proofplay::sight_reduction::lattice;

namespace {

using Key = std::tuple<Bits, Bits, Colour>;

Key key(const Pieces& p, Colour turn) { return {p.white, p.black, turn}; }

// Plain recursion also about the solitaire, and about what play reaches.
class Rules : public Plain {
 public:
  Rules(const Deal& deal, std::optional<Keep> keep)
      : Plain({deal.geometry.width(), deal.geometry.height(), deal.variant, deal.pieces}), deal_(deal), keep_(keep) {}

  bool solvable(const Pieces& p, Colour turn) {
    if (solved(p)) return true;
    const auto [known, fresh] = solvable_.try_emplace(key(p, turn), false);
    if (!fresh) return known->second;
    bool found = false;
    each_child(deal_, p, turn, [&](const Pieces& child) { found |= solvable(child, other(turn)); });
    return solvable_[key(p, turn)] = found;
  }

  std::map<Key, int> reached(Colour turn) {
    std::map<Key, int> found;
    reach(deal_.pieces, turn, found);
    return found;
  }

 private:
  bool solved(const Pieces& p) const {
    if (deal_.variant.pairs) return p.all() == 0;
    if (keep_) return p == Pieces{bit(keep_->white), bit(keep_->black)};
    return size(p.white) == 1 && size(p.black) == 1;
  }

  void reach(const Pieces& p, Colour turn, std::map<Key, int>& found) {
    if (!found.emplace(key(p, turn), size(p.all())).second) return;
    each_child(deal_, p, turn, [&](const Pieces& child) { reach(child, other(turn), found); });
  }

  Deal deal_;
  std::optional<Keep> keep_;
  std::map<Key, bool> solvable_;
};

// Calls f(Pieces, Colour) with every position of the lattice.
template <class F>
void each_position(const Pieces& all, F&& f) {
  for (Bits white = all.white;; white = (white - 1) & all.white) {
    for (Bits black = all.black;; black = (black - 1) & all.black) {
      f(Pieces{white, black}, Colour::white);
      f(Pieces{white, black}, Colour::black);
      if (black == 0) break;
    }
    if (white == 0) break;
  }
}

// How to compute a lattice.
struct Setup {
  int threads;
  const RowKernel& kernel;
};

void work_out(Sweep& lattice, const Setup& setup) {
  Control control;
  REQUIRE(lattice.run(setup.threads, control));
}

void check_reachable(const Deal& deal, Colour turn, Rules& rules, const Setup& setup) {
  ReachableLattice lattice(deal, turn, setup.kernel);
  work_out(lattice, setup);
  const std::map<Key, int> reached = rules.reached(turn);
  int fewest = size(deal.pieces.all());
  for (const auto& entry : reached) fewest = std::min(fewest, entry.second);
  for (const auto& entry : reached) {
    const auto& [white, black, to_move] = entry.first;
    CHECK(lattice.reachable({{white, black}, to_move}));
  }
  CHECK(lattice.reached() == reached.size());
  const ReachableLattice::Position end = lattice.min_end();
  CHECK(size(end.pieces.all()) == fewest);
  Pieces p = deal.pieces;
  Colour t = turn;
  for (const Bits removal : lattice.line_to(end)) {
    CHECK(each_removal(deal.geometry, deal.variant, p, t, [&](Bits legal) { return legal == removal; }));
    p = p.without(removal);
    t = other(t);
  }
  CHECK(p == end.pieces);
  CHECK(t == end.turn);
}

void check(const Deal& deal, std::optional<Keep> keep, const Setup& setup) {
  INFO(deal);
  Rules rules(deal, keep);
  WinLattice win(deal, setup.kernel);
  DistanceLattice distance(deal, setup.kernel);
  SolvableLattice solvable(deal, keep, setup.kernel);
  work_out(win, setup);
  work_out(distance, setup);
  work_out(solvable, setup);
  each_position(deal.pieces, [&](const Pieces& p, Colour turn) {
    const int plies = rules.distance(p, turn);
    CHECK(win.mover_wins(p, turn) == (plies % 2 != 0));
    CHECK(distance.distance(p, turn) == plies);
    CHECK(solvable.solvable(p, turn) == rules.solvable(p, turn));
  });
  check_reachable(deal, Colour::white, rules, setup);
  check_reachable(deal, Colour::black, rules, setup);
  if (deal.variant.harder) return;
  each_position(deal.pieces, [&](const Pieces& p, Colour) {
    const int value = rules.value(p);
    CHECK(win.lead(p, Colour::white) == std::max(value, 0));
    CHECK(win.lead(p, Colour::black) == std::max(-value, 0));
  });
  CHECK(rules.options_apart());
}

struct Shape {
  int width;
  int height;
};

Deal random_deal(std::mt19937& random, int variant, int max_pieces) {
  constexpr Shape shapes[] = {{1, 9}, {7, 1}, {2, 4}, {3, 3}, {4, 3}, {5, 2},
                              {4, 4}, {5, 5}, {3, 7}, {8, 8}, {1, 1}, {13, 4}};
  const Shape shape = shapes[random() % std::size(shapes)];
  Deal deal{Geometry(shape.width, shape.height), {(variant & 1) != 0, (variant & 2) != 0, (variant & 4) != 0}, {}};
  // Some deals are crowded, some have many holes, some have nearly only one colour.
  const unsigned whites = random() % 9;
  const int squares = deal.geometry.squares();
  const int pieces = std::min(squares, max_pieces - static_cast<int>(random() % 4));
  while (size(deal.pieces.all()) < pieces) {
    const Bits square = bit(static_cast<int>(random() % static_cast<unsigned>(squares)));
    if ((deal.pieces.all() & square) != 0) continue;
    (random() % 8 < whites ? deal.pieces.white : deal.pieces.black) |= square;
  }
  return deal;
}

int random_piece(std::mt19937& random, Bits pieces) {
  for (auto skip = random() % static_cast<unsigned>(size(pieces)); skip > 0; --skip) pieces &= pieces - 1;
  return lowest(pieces);
}

TEST_CASE("lattices of small boards agree with recursion") {
  std::mt19937 random(2011);
  const std::vector<const RowKernel*> kernels = row_kernels();
  for (int round = 0; round < 160; ++round) {
    const Deal deal = random_deal(random, round % 8, 10);
    std::optional<Keep> keep;
    if (round % 3 == 0 && !deal.variant.pairs && deal.pieces.white != 0 && deal.pieces.black != 0) {
      keep = Keep{random_piece(random, deal.pieces.white), random_piece(random, deal.pieces.black)};
    }
    check(deal, keep, {1 + round % 3, *kernels[static_cast<std::size_t>(round) % kernels.size()]});
  }
}

// Boards that fill whole lines and tiles: every kernel and number of threads gives the same results, and a sample of
// positions agrees with its children.
void large_board(std::mt19937& random, int variant, int whites, int blacks) {
  Deal deal{Geometry(8, 4), {(variant & 1) != 0, (variant & 2) != 0, (variant & 4) != 0}, {}};
  for (Bits* colour : {&deal.pieces.white, &deal.pieces.black}) {
    const int count = colour == &deal.pieces.white ? whites : blacks;
    while (size(*colour) < count) {
      const Bits square = bit(static_cast<int>(random() % 32));
      if ((deal.pieces.all() & square) == 0) *colour |= square;
    }
  }
  INFO(deal);
  struct Answers {
    WinLattice win;
    DistanceLattice distance;
    SolvableLattice solvable;
    ReachableLattice reachable;

    Answers(const Deal& d, const Setup& s)
        : win(d, s.kernel), distance(d, s.kernel), solvable(d, {}, s.kernel), reachable(d, Colour::white, s.kernel) {
      work_out(win, s);
      work_out(distance, s);
      work_out(solvable, s);
      work_out(reachable, s);
    }
  };
  Rules rules(deal, {});
  for (const RowKernel* kernel : row_kernels()) {
    check_reachable(deal, Colour::black, rules, {2, *kernel});
  }
  std::vector<std::unique_ptr<Answers>> all;
  int threads = 0;
  for (const RowKernel* kernel : row_kernels()) {
    all.push_back(std::make_unique<Answers>(deal, Setup{1 + threads++ % 3, *kernel}));
  }
  const Answers& first = *all.front();
  for (const auto& answers : all) {
    CHECK(answers->reachable.reached() == first.reachable.reached());
    CHECK(answers->reachable.min_end() == first.reachable.min_end());
  }
  for (int i = 0; i < 1000; ++i) {
    const Bits keep = random() | random();
    const Pieces p{deal.pieces.white & keep, deal.pieces.black & (random() | random())};
    for (const Colour turn : {Colour::white, Colour::black}) {
      bool wins = false;
      bool solved = size(p.white) == 1 && size(p.black) == 1;
      int soonest = 99;
      int latest = 0;
      each_child(deal, p, turn, [&](const Pieces& child) {
        wins |= !first.win.mover_wins(child, other(turn));
        solved |= first.solvable.solvable(child, other(turn));
        const int plies = 1 + first.distance.distance(child, other(turn));
        latest = std::max(latest, plies);
        if (plies % 2 != 0) soonest = std::min(soonest, plies);
      });
      CHECK(first.win.mover_wins(p, turn) == wins);
      CHECK(first.distance.distance(p, turn) == (wins ? soonest : latest));
      if (!deal.variant.pairs) {
        CHECK(first.solvable.solvable(p, turn) == solved);
      }
      if (!deal.variant.harder && turn == Colour::white) {
        if (i % 50 == 0) CHECK((first.win.lead(p, turn) > 0) == wins);
      }
      for (const auto& answers : all) {
        CHECK(answers->win.mover_wins(p, turn) == wins);
        CHECK(answers->distance.distance(p, turn) == first.distance.distance(p, turn));
        CHECK(answers->solvable.solvable(p, turn) == first.solvable.solvable(p, turn));
        CHECK(answers->reachable.reachable({p, turn}) == first.reachable.reachable({p, turn}));
      }
    }
  }
}

TEST_CASE("every kernel computes the same lattices of larger boards, and positions agree with their children") {
  std::mt19937 random(2012);
  for (int variant = 0; variant < 8; ++variant) large_board(random, variant, 4, 14);
  large_board(random, 4, 18, 2);
  large_board(random, 3, 9, 9);
}

TEST_CASE("limits end a lattice") {
  const Deal deal{Geometry(4, 4), {}, {0x5a5a, 0xa5a5}};
  const std::uint64_t bytes = WinLattice::bytes(8, 8, 2);
  const auto ends = [&](std::uint64_t nodes, double seconds, std::uint64_t memory) {
    WinLattice lattice(deal);
    Control control(nodes, seconds, memory);
    lattice.run(2, control);
    return control.reason();
  };
  CHECK(ends(65536, 60, bytes) == Reason::none);
  CHECK(ends(65535, 60, bytes) == Reason::nodes);
  CHECK(ends(65536, 0, bytes) == Reason::time);
  CHECK(ends(65536, 60, bytes - 1) == Reason::memory);
  WinLattice asked_too_early(deal);
  CHECK_THROWS_AS(asked_too_early.mover_wins(deal.pieces, Colour::white), std::logic_error);
}

}  // namespace
