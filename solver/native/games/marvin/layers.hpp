// The layers of a Marvin table on disk, one file each, so that a long run can be resumed and its results looked up
// later.
//
// A file is a line of text that describes its contents, the values of the layer as they are in memory, and a checksum
// of eight bytes. It is written under another name, and renamed when it is complete.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "games/marvin/row.hpp"
#include "search/table.hpp"

namespace proofplay::marvin {

class LayerFiles {
 public:
  // `board` names the board in the files' first lines. The folder is created if it is missing.
  LayerFiles(std::filesystem::path folder, std::string board) : folder_(std::move(folder)), board_(std::move(board)) {
    std::filesystem::create_directories(folder_);
  }

  // Throws std::filesystem::filesystem_error if the file cannot be written.
  void write(int kings, const LayerValues& layer) const {
    const std::filesystem::path partial = path(kings).concat(".partial");
    {
      std::ofstream file(partial, std::ios::binary | std::ios::trunc);
      const std::string head = first_line(kings, layer.lowest, layer.highest);
      file.write(head.data(), static_cast<std::streamsize>(head.size()));
      file.write(reinterpret_cast<const char*>(layer.bytes.data()), static_cast<std::streamsize>(layer.bytes.size()));
      const std::uint64_t sum = checksum(layer.bytes);
      file.write(reinterpret_cast<const char*>(&sum), sizeof(sum));
      if (!file.flush()) {
        throw std::filesystem::filesystem_error("cannot write", partial, std::make_error_code(std::errc::io_error));
      }
    }
    std::filesystem::rename(partial, path(kings));
  }

  // A layer of this many bytes; none if its file is missing or is not as `write` left it.
  std::optional<LayerValues> read(int kings, std::uint64_t bytes) const {
    std::ifstream file(path(kings), std::ios::binary);
    LayerValues layer;
    if (!read_head(file, kings, layer)) return std::nullopt;
    layer.bytes.resize(bytes);
    std::uint64_t sum = 0;
    file.read(reinterpret_cast<char*>(layer.bytes.data()), static_cast<std::streamsize>(bytes));
    file.read(reinterpret_cast<char*>(&sum), sizeof(sum));
    if (!file || sum != checksum(layer.bytes) || file.peek() != std::ifstream::traits_type::eof()) return std::nullopt;
    return layer;
  }

  // One byte of a layer whose file is known to exist.
  Byte byte(int kings, std::uint64_t at) const {
    std::ifstream file(path(kings), std::ios::binary);
    LayerValues layer;
    if (read_head(file, kings, layer)) {
      file.seekg(static_cast<std::streamoff>(at), std::ios::cur);
      if (const int found = file.get(); file) return static_cast<Byte>(found);
    }
    throw std::filesystem::filesystem_error("cannot read", path(kings), std::make_error_code(std::errc::io_error));
  }

  bool exists(int kings) const { return std::filesystem::exists(path(kings)); }

 private:
  std::filesystem::path path(int kings) const { return folder_ / ("kings-" + std::to_string(kings)); }

  std::string before_values(int kings) const {
    return "marvin layer 1, board " + board_ + ", kings " + std::to_string(kings) + ", values ";
  }
  std::string first_line(int kings, int lowest, int highest) const {
    return before_values(kings) + std::to_string(lowest) + " to " + std::to_string(highest) + "\n";
  }

  // Leaves the file position at the layer's first byte.
  bool read_head(std::ifstream& file, int kings, LayerValues& layer) const {
    std::string line;
    if (!std::getline(file, line)) return false;
    const std::string expected = before_values(kings);
    if (line.rfind(expected, 0) != 0) return false;
    std::istringstream values(line.substr(expected.size()));
    std::string to;
    return values >> layer.lowest >> to >> layer.highest &&
           first_line(kings, layer.lowest, layer.highest) == line + "\n";
  }

  static std::uint64_t checksum(const std::vector<Byte>& bytes) noexcept {
    std::uint64_t sum = bytes.size();
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, std::min(sizeof(word), bytes.size() - i));
      sum = mix(sum + word);
    }
    return sum;
  }

  std::filesystem::path folder_;
  std::string board_;
};

}  // namespace proofplay::marvin
