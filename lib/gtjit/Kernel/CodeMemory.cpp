//===- CodeMemory.cpp - Executable memory for many images -----------------===//
//
// A piece is mapped readable and writable. The pages of one image become executable, and
// read-only, once it is copied there; the system merges them with those before. Pages that are
// given back stay as they are until others are copied there, for which they become writable
// again, or the whole piece goes.
//
//===----------------------------------------------------------------------===//
#include "CodeMemory.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>
#include <sys/mman.h>
#include <utility>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static constexpr std::size_t kPage = 4096;
/// 4 MiB: the code of some 500 evaluations.
static constexpr std::size_t kPiecePages = 1024;

[[noreturn]] static void throwNoMemory() {
  MemoryError error({},
                    std::string("the system gives no executable memory: ") + std::strerror(errno));
  error.addNote({}, "memory, or the number of memory maps of a process (vm.max_map_count), is "
                    "used up, or executable memory is forbidden");
  throw error;
}

/// Consecutive pages, of which some are in use.
class CodeMemory::Piece {
public:
  Piece(std::uint8_t *address, std::size_t pages)
      : address(address), used(pages), unusedPages(pages) {}
  ~Piece() { ::munmap(address, used.size() * kPage); }
  Piece(const Piece &) = delete;

  /// The first free pages that are enough; null if there are none.
  std::uint8_t *take(std::size_t count) {
    if (unusedPages < count)
      return nullptr;
    auto place = std::search_n(used.begin(), used.end(), static_cast<std::ptrdiff_t>(count), false);
    if (place == used.end())
      return nullptr;
    std::fill_n(place, count, true);
    unusedPages -= count;
    return address + static_cast<std::size_t>(place - used.begin()) * kPage;
  }
  void giveBack(CodeRange range) noexcept {
    std::fill_n(used.begin() + (range.address - address) / static_cast<std::ptrdiff_t>(kPage),
                range.pages, false);
    unusedPages += range.pages;
  }
  bool isUnused() const { return unusedPages == used.size(); }

  /// Makes pages that are taken writable; not those that are, since they never held code.
  bool open(CodeRange range) {
    std::uint8_t *begin = range.address, *end = begin + range.bytes();
    bool isOpen =
        begin >= fresh || ::mprotect(begin, static_cast<std::size_t>(std::min(end, fresh) - begin),
                                     PROT_READ | PROT_WRITE) == 0;
    fresh = std::max(fresh, end);
    return isOpen;
  }

private:
  std::uint8_t *address;
  std::uint8_t *fresh = address; ///< from here on no page has held code
  std::vector<bool> used;        ///< by page
  std::size_t unusedPages;
};

CodeMemory &CodeMemory::process() {
  static CodeMemory &memory = *new CodeMemory;
  return memory;
}

CodeMemory::CodeMemory() = default;
CodeMemory::~CodeMemory() = default;

/// Pages of a piece that has enough, else of a fresh one.
CodeRange CodeMemory::take(std::size_t pages) {
  for (auto &[address, piece] : pieces)
    if (std::uint8_t *place = piece->take(pages))
      return {place, pages};
  std::size_t size = std::max(pages, kPiecePages);
  void *mapped =
      ::mmap(nullptr, size * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    throwNoMemory();
  ::madvise(mapped, size * kPage, MADV_NOHUGEPAGE); // pages change one by one
  auto *address = static_cast<std::uint8_t *>(mapped);
  auto piece = std::make_unique<Piece>(address, size);
  std::uint8_t *place = piece->take(pages);
  pieces.emplace(address, std::move(piece));
  return {place, pages};
}

CodeRange CodeMemory::store(std::span<const std::uint8_t> bytes) {
  std::lock_guard lock(mutex);
  CodeRange range = take((bytes.size() + kPage - 1) / kPage);
  std::size_t size = range.bytes();
  if (pieceOf(range).open(range)) {
    std::memcpy(range.address, bytes.data(), bytes.size());
    if (::mprotect(range.address, size, PROT_READ | PROT_EXEC) == 0) {
      __builtin___clear_cache(reinterpret_cast<char *>(range.address),
                              reinterpret_cast<char *>(range.address + size));
      return range;
    }
  }
  int reason = errno;
  giveBack(range);
  errno = reason;
  throwNoMemory();
}

CodeMemory::Piece &CodeMemory::pieceOf(CodeRange range) noexcept {
  return *std::prev(pieces.upper_bound(range.address))->second;
}

void CodeMemory::giveBack(CodeRange range) noexcept {
  auto piece = std::prev(pieces.upper_bound(range.address));
  piece->second->giveBack(range);
  if (piece->second->isUnused())
    pieces.erase(piece);
}

void CodeMemory::release(CodeRange range) noexcept {
  std::lock_guard lock(mutex);
  giveBack(range);
}

std::size_t CodeMemory::maps() const {
  std::lock_guard lock(mutex);
  return pieces.size();
}
