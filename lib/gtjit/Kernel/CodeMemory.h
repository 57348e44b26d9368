//===- CodeMemory.h - Executable memory for many images ---------*- C++ -*-===//
//
// Images are small and many, and a process may have few memory maps (65,530 by
// default): they lie side by side in large pieces, each of which is one map of code and one of
// room for more as long as nobody writes. Knows nothing of what the bytes are.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_CODEMEMORY_H
#define GTJIT_KERNEL_CODEMEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>

namespace gtjit::detail {

/// Bytes that can be called, at a page of their own. Not writable once they are.
struct CodeRange {
  std::uint8_t *address = nullptr;
  std::size_t pages = 0;

  std::size_t bytes() const { return pages * 4096; }
};

/// Thread-safe.
class CodeMemory {
public:
  /// The process's. Never destroyed: code may run until the very end.
  static CodeMemory &process();

  /// A copy of `bytes`, executable. Throws MemoryError if the system gives no
  /// memory, or no further memory map.
  CodeRange store(std::span<const std::uint8_t> bytes);
  /// Gives back what nobody calls any more.
  void release(CodeRange range) noexcept;

  /// Pieces, of two memory maps at most.
  std::size_t maps() const;

  CodeMemory();
  CodeMemory(const CodeMemory &) = delete;
  CodeMemory &operator=(const CodeMemory &) = delete;
  ~CodeMemory();

private:
  class Piece;
  CodeRange take(std::size_t pages);
  Piece &pieceOf(CodeRange range) noexcept;
  void giveBack(CodeRange range) noexcept;

  mutable std::mutex mutex;
  std::map<std::uint8_t *, std::unique_ptr<Piece>> pieces; ///< by address
};

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_CODEMEMORY_H
