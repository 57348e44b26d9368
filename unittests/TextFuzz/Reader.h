//===- Reader.h - A program through the parser and the passes ---*- C++ -*-===//
//
// What holds for any text whatsoever: it is refused with an error, or it is a
// program that is printed and read back, goes through every stage with its
// invariants intact, or is refused there with an error.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TEXTFUZZ_READER_H
#define GTJIT_UNITTESTS_TEXTFUZZ_READER_H

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <string>

namespace textfuzz {

class Reader {
public:
  /// Reads and prints; what is wrong about how that went, or nothing.
  std::string read(const std::string &text);
  /// Takes the text through the compiler's stages, as far as they go.
  std::string transform(const std::string &text);
  /// The same as the engine has it done, with code at the end.
  std::string compile(const std::string &text);

  /// Texts that were programs, that went through all stages, and that became code.
  std::int64_t accepted = 0, transformed = 0, compiled = 0;

private:
  mlir::MLIRContext &freshContext();

  std::unique_ptr<mlir::MLIRContext> context; ///< keeps every type: exchanged now and then
  std::int64_t uses = 0;
};

} // namespace textfuzz

#endif // GTJIT_UNITTESTS_TEXTFUZZ_READER_H
