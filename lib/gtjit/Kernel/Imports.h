//===- Imports.h - Functions that kernels call ------------------*- C++ -*-===//
//
// Code of images calls nothing by name. What it needs from outside, its image
// lists; expressions say which function it is, texts of them find it here, by its
// symbol.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_IMPORTS_H
#define GTJIT_KERNEL_IMPORTS_H

#include "gtjit/Kernel/ImageView.h"
#include "gtjit/SourceLine.h"
#include "gtjit/Types/Prototype.h"

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gtjit::detail {

/// A function of this process. Each has one object, which lives as long as the process.
struct ImportedFunction {
  std::string symbol;
  Prototype prototype;
  const void *address;
};

/// A function as a program calls it: by its symbol, or, if two have one, another name.
struct ImportArgument {
  std::string name;
  const ImportedFunction *function;
  bool mayFail = false; ///< where it reports a status the evaluation fails
};

/// The functions of this process that programs may call. Thread-safe.
class Imports {
public:
  static Imports &process();

  /// Makes a function known by its symbol, in the place of another one at another
  /// address, which expressions that have it keep. Throws ValueError for a symbol that is
  /// no identifier of C, is known with another prototype, or for no address; DTypeError
  /// for a prototype that C lacks.
  const ImportedFunction &add(std::string_view symbol, const Prototype &prototype,
                              const void *address, SourceLine line);
  /// The function that `symbol` is. Throws KeyError if none is known, TypeError if it has
  /// another prototype than `wanted`.
  const ImportedFunction &find(std::string_view symbol, const Prototype &wanted, SourceLine line);
  /// The same where the hash of the prototype is all that is known of it.
  const ImportedFunction &find(std::string_view symbol, std::uint64_t prototype, SourceLine line);

private:
  const ImportedFunction *last(std::string_view symbol);

  std::mutex mutex;
  std::deque<ImportedFunction> functions;                                ///< each once
  std::map<std::string, const ImportedFunction *, std::less<>> bySymbol; ///< added last
};

/// While it lives, symbols that are not known on this thread are those of the process's
/// libraries, with the prototype that is wanted.
class ProcessSymbols {
public:
  explicit ProcessSymbols(bool allowed);
  ~ProcessSymbols();
  ProcessSymbols(const ProcessSymbols &) = delete;
  ProcessSymbols &operator=(const ProcessSymbols &) = delete;

private:
  bool before;
};

/// What an image imports of `given`, in its order, written to `addresses`. False if it
/// imports anything else.
bool bindImports(const ImageView &image, std::span<const ImportArgument> given,
                 const void **addresses);

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_IMPORTS_H
