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
  /// Offset of each global function.
  std::map<std::string, std::uint64_t> functions;
};

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_CLOSEDCODE_H
