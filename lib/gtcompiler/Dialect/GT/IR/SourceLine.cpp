//===- SourceLine.cpp - The line that a location names ----------*- C++ -*-===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/SourceLine.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

FileLineColLoc gtcompiler::findLine(Location location) {
  SmallVector<Location> open = {location};
  llvm::DenseSet<Location> seen;
  while (!open.empty()) {
    Location next = open.pop_back_val();
    if (auto line = dyn_cast<FileLineColLoc>(next))
      return line;
    if (!seen.insert(next).second)
      continue;
    if (auto call = dyn_cast<CallSiteLoc>(next))
      open.append({call.getCaller(), call.getCallee()});
    else if (auto name = dyn_cast<NameLoc>(next))
      open.push_back(name.getChildLoc());
    else if (auto fused = dyn_cast<FusedLoc>(next))
      llvm::append_range(open, llvm::reverse(fused.getLocations()));
    else if (auto opaque = dyn_cast<OpaqueLoc>(next))
      open.push_back(opaque.getFallbackLocation());
  }
  return {};
}

std::string gtcompiler::sourceLine(Location location) {
  if (FileLineColLoc file = findLine(location))
    return (file.getFilename().getValue() + ":" + Twine(file.getLine())).str();
  return "unknown";
}
