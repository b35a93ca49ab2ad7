// The exact value of every Marvin position on a small board, or in an endgame, by retrograde analysis.
//
// Kings stay for ever, so positions fall into layers by the number of kings, and a layer is computed from the one with
// one more king. Only the open points differ: those without a king at the beginning. The rows of a layer, one per set
// of kings, do not depend on each other and are shared among threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "control.hpp"
#include "games/marvin/king_sets.hpp"
#include "games/marvin/layer_work.hpp"
#include "games/marvin/layers.hpp"
#include "games/marvin/open.hpp"
#include "games/marvin/row.hpp"
#include "games/marvin/rules.hpp"

namespace proofplay::marvin {

class MarvinTable {
 public:
  // For all positions that have at least these kings; at most 25 points are left without one. With a folder, each layer
  // is written there when it is done, and only two layers are in memory at once; else all are.
  MarvinTable(int width, int height, Bits kings, const std::filesystem::path& folder)
      : points_(width, height),
        board_(points_, kings),
        king_sets_(board_),
        layers_(static_cast<std::size_t>(board_.count()) + 1),
        fewest_kings_(board_.count() + 1) {
    if (!folder.empty()) {
      files_.emplace(folder, std::to_string(width) + "x" + std::to_string(height) + ":" + std::to_string(kings));
    }
  }

  MarvinTable(const MarvinTable&) = delete;
  MarvinTable& operator=(const MarvinTable&) = delete;

  // Counts the positions, which is little work compared with `run`. False if the control's limits end it.
  bool survey(Control& control) {
    surveyed_ = surveyed_ || king_sets_.find(control);
    return surveyed_;
  }

  // Known after survey(): the number of positions, counting symmetric images once, and the memory needed to compute
  // them.
  std::uint64_t positions() const noexcept { return king_sets_.positions(); }
  std::uint64_t bytes() const noexcept {
    std::uint64_t values = 0;
    for (int kings = 0; kings <= board_.count(); ++kings) {
      const std::uint64_t layer = king_sets_.layer(kings).bytes;
      const std::uint64_t above = kings < board_.count() ? king_sets_.layer(kings + 1).bytes : 0;
      values = files_ ? std::max(values, layer + above) : values + layer;
    }
    return values + king_sets_.bytes();
  }

  // Computes all layers, starting after those already in the folder. False if the control's limits end it, or are too
  // low to begin; then it can be run again. Even then positions of finished layers can be looked up.
  bool run(int threads, Control& control) {
    if (threads < 1) throw std::invalid_argument("threads must be at least 1");
    if (complete_) return true;
    try {
      complete_ = survey(control) && admitted(control) && work_out(threads, control);
    } catch (const std::bad_alloc&) {
      control.give_up(Reason::memory);
    }
    return complete_;
  }

  int open_points() const noexcept { return board_.count(); }

  // The fewest kings, counted among the open points, with which positions can be looked up.
  int fewest_kings() const noexcept { return fewest_kings_; }

  // The number of positions of a layer, counting symmetric images once, and the range of their values; `kings` are
  // counted among the open points.
  struct Summary {
    int kings;
    std::uint64_t positions;
    int lowest;
    int highest;
  };

  // Of the finished layers.
  std::vector<Summary> summary() const {
    std::vector<Summary> found;
    for (int kings = fewest_kings_; kings <= board_.count(); ++kings) {
      const LayerValues& layer = layers_[static_cast<std::size_t>(kings)];
      found.push_back({kings, king_sets_.layer(kings).positions, layer.lowest, layer.highest});
    }
    return found;
  }

  // The kings that the player to move will still make, minus the opponent's. Throws std::logic_error if the layer is
  // not finished.
  int value(const Stacks& s) const {
    if ((board_.kings() & ~s.kings) != 0 || !points_.legal(s)) {
      throw std::invalid_argument("not a position of this table");
    }
    const Set kings = board_.open(s.kings);
    if (size(kings) < fewest_kings_) throw std::logic_error("this layer has not been computed");
    const KingSets::Image image = king_sets_.image(kings);
    Ranks ranks(board_);
    ranks.set_kings(image.kings);
    const std::uint32_t rank = ranks.of((*image.map)(board_.open(s.singletons)));
    const std::uint64_t at = king_sets_.begin(image.kings) + rank / 2;
    const Byte pair = byte(size(kings), at);
    return stored_value(&pair, rank % 2, (board_.count() - size(kings)) % 2);
  }

  // Kings at the end, White's minus Red's. White is turn 0, Red 1.
  int score(std::string_view cells, int turn) const {
    const StacksAndLead p = read(points_, cells);
    const int more = value(p.stacks);
    return p.lead + (turn == 0 ? more : -more);
  }

 private:
  // Whether the limits allow all layers to be computed.
  bool admitted(Control& control) const {
    if (bytes() > control.max_bytes()) control.give_up(Reason::memory);
    if (control.max_nodes() - control.nodes() < positions()) control.give_up(Reason::nodes);
    return control.running();
  }

  bool work_out(int threads, Control& control) {
    covered_ = 0;
    for (int kings = board_.count(); kings >= 0; --kings) {
      LayerValues& layer = layers_[static_cast<std::size_t>(kings)];
      if (!take_up(kings, layer, control)) {
        if (!work_out_layer(kings, threads, layer, control)) return false;
        if (files_) files_->write(kings, layer);
      }
      fewest_kings_ = kings;
      if (files_ && kings < board_.count()) release(layers_[static_cast<std::size_t>(kings) + 1]);
    }
    if (files_) release(layers_.front());
    return true;
  }

  static void release(LayerValues& layer) { std::vector<Byte>().swap(layer.bytes); }

  // Takes over a layer that already exists, in memory or in its file; false if there is none.
  bool take_up(int kings, LayerValues& layer, Control& control) {
    if (layer.bytes.empty()) {
      if (!files_) return false;
      std::optional<LayerValues> read = files_->read(kings, king_sets_.layer(kings).bytes);
      if (!read) return false;
      layer = std::move(*read);
    }
    covered_ += king_sets_.layer(kings).positions;
    control.set_progress(static_cast<double>(covered_) / static_cast<double>(king_sets_.positions()));
    return true;
  }

  bool work_out_layer(int kings, int threads, LayerValues& layer, Control& control) {
    static const LayerValues nothing;
    const bool last = kings == board_.count();
    const LayerValues& next = last ? nothing : layers_[static_cast<std::size_t>(kings) + 1];
    LayerValues made;
    LayerWork work(board_, king_sets_, covered_);
    if (!work.run(kings, next, threads, made, control)) return false;
    layer = std::move(made);
    return true;
  }

  Byte byte(int kings, std::uint64_t at) const {
    const std::vector<Byte>& bytes = layers_[static_cast<std::size_t>(kings)].bytes;
    return bytes.empty() ? files_->byte(kings, at) : bytes[at];
  }

  Points points_;
  OpenBoard board_;
  KingSets king_sets_;
  std::optional<LayerFiles> files_;
  std::vector<LayerValues> layers_;  // without their bytes if they are in files
  int fewest_kings_;
  std::uint64_t covered_ = 0;  // positions, in this run
  bool surveyed_ = false;
  bool complete_ = false;
};

}  // namespace proofplay::marvin
