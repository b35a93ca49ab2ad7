#include "search/checkpoint.hpp"

#include <bit>
#include <stdexcept>

namespace proofplay {

namespace {

using Count = std::uint32_t;

constexpr std::size_t entry_bytes(std::size_t key_bytes, std::size_t value_bytes) noexcept {
  return key_bytes + value_bytes + 1;
}
constexpr std::size_t max_in_block(std::size_t entry) noexcept { return (std::size_t{1} << 20) / entry; }

std::uint64_t work_of(std::byte width) {
  const auto bits = std::to_integer<unsigned>(width);
  if (bits == 0 || bits > 64) throw std::invalid_argument("an entry's work is out of range");
  return std::uint64_t{1} << (bits - 1);
}

void append(std::vector<std::byte>& block, const void* data, std::size_t bytes) {
  const auto* begin = static_cast<const std::byte*>(data);
  block.insert(block.end(), begin, begin + bytes);
}

}  // namespace

EntryWriter::EntryWriter(Sink& sink, std::size_t key_bytes, std::size_t value_bytes)
    : sink_(sink), key_bytes_(key_bytes), value_bytes_(value_bytes) {}

void EntryWriter::add(const void* key, const void* value, std::uint64_t work) {
  append(block_, key, key_bytes_);
  append(block_, value, value_bytes_);
  block_.push_back(static_cast<std::byte>(std::bit_width(work)));
  if (++count_ == max_in_block(entry_bytes(key_bytes_, value_bytes_))) end_block();
}

void EntryWriter::end() {
  if (count_ != 0) end_block();
  end_block();
}

void EntryWriter::end_block() {
  sink_.write(reinterpret_cast<const std::byte*>(&count_), sizeof count_);
  sink_.write(block_.data(), block_.size());
  block_.clear();
  count_ = 0;
}

void each_saved_entry(Source& source, std::size_t key_bytes, std::size_t value_bytes,
                      const std::function<void(const std::byte*, const std::byte*, std::uint64_t)>& f) {
  const std::size_t size = entry_bytes(key_bytes, value_bytes);
  std::vector<std::byte> block;
  for (;;) {
    Count count = 0;
    source.read(reinterpret_cast<std::byte*>(&count), sizeof count);
    if (count == 0) return;
    if (count > max_in_block(size)) throw std::invalid_argument("a block of entries is too large");
    block.resize(count * size);
    source.read(block.data(), block.size());
    for (std::size_t at = 0; at < block.size(); at += size) {
      f(&block[at], &block[at + key_bytes], work_of(block[at + size - 1]));
    }
  }
}

}  // namespace proofplay
