#include "games/sight_reduction/two_player/search.hpp"

#include <stdexcept>

namespace proofplay::sight_reduction {

TwoPlayerSearch::TwoPlayerSearch(int width, int height, const Pieces& deal, const Variant& v,
                                 const MemoryBudget& memory_budget)
    : deal_(deal),
      variant_(v),
      lines_(width, height),
      game_(lines_, v),
      values_(lines_, v, v.harder ? MemoryBudget(0) : memory_budget),
      results_(game_, v.harder ? memory_budget : MemoryBudget(0)),
      distances_(game_, memory_budget) {}

TwoPlayerSearch::~TwoPlayerSearch() = default;

std::optional<bool> TwoPlayerSearch::mover_wins(const Pieces& p, Colour turn, Control& control) {
  check(p);
  if (variant_.harder) return results_.at_least({p, turn}, 1, control);
  const std::optional<bool> reaches = values_.at_least(p, turn == Colour::white ? 1 : 0, control);
  if (!reaches) return std::nullopt;
  return turn == Colour::white ? *reaches : !*reaches;
}

std::optional<int> TwoPlayerSearch::distance(const Pieces& p, Colour turn, Control& control) {
  check(p);
  const std::optional<Score> score = distances_.score({p, turn}, control);
  if (!score) return std::nullopt;
  return plies_of(*score);
}

std::optional<int> TwoPlayerSearch::value(const Pieces& p, Control& control) {
  check(p);
  if (variant_.harder) throw std::invalid_argument("with `harder` values need not be integers");
  return values_.value(p, control);
}

void TwoPlayerSearch::save(Sink& sink) const { save_all(sink, values_, results_, distances_); }
LoadCounts TwoPlayerSearch::load(Source& source) { return load_all(source, values_, results_, distances_); }

void TwoPlayerSearch::check(const Pieces& p) const {
  if ((p.white & ~deal_.white) != 0 || (p.black & ~deal_.black) != 0) {
    throw std::invalid_argument("some of these pieces are not in the deal");
  }
}

}  // namespace proofplay::sight_reduction
