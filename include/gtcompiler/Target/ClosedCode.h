//===- ClosedCode.h - Code that needs nothing from outside ------*- C++ -*-===//
//
// What an image holds of machine code, whatever machine it is for.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_CLOSEDCODE_H
#define GTCOMPILER_TARGET_CLOSEDCODE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gtcompiler {

/// Code and its constants, relocated against each other: one run of bytes that
/// can be placed at any address that is a multiple of a page.
struct ClosedCode {
  std::vector<std::uint8_t> bytes;
  /// Offset of each function.
  std::map<std::string, std::uint64_t> functions;
};

/// Code that is closed but for calls of functions beside it.
struct OpenCode {
  /// The place of a call's distance from itself, of four bytes.
  struct Call {
    std::uint64_t place;
    std::int64_t addend;
    std::string function;
  };

  ClosedCode code;
  std::vector<Call> calls;
};

/// A function that programs have in common, with code of its own.
struct CommonFunction {
  std::string name;     ///< in the program
  const OpenCode *code; ///< of this one function
};

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_CLOSEDCODE_H
