//===- StorageBounds.cpp - What a program touches is there ----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtrun/StorageBounds.h"

#include "gtrun/Fault.h"

namespace gtrun {

std::string lineText(gtjit::SourceLine line) {
  if (line.line == 0)
    return {};
  return std::string(line.file) + ":" + std::to_string(line.line) + ": ";
}

static std::string text(gtjit::Dimension dim, gtjit::Range range) {
  return std::string(dim.name()) + "[" + std::to_string(range.lo()) + "," +
         std::to_string(range.hi()) + ")";
}

void checkBounds(const Touched &touched, gtjit::Range available) {
  const gtjit::NamedRange &points = touched.points;
  if (points.range.empty() || (available.contains(points.range) && points.range.isFinite()))
    return;
  throw Fault(lineText(touched.line) + (touched.isWrite ? "writes " : "reads ") + touched.storage +
              " over " + text(points.dim, points.range) + ", which has " +
              text(points.dim, available));
}

} // namespace gtrun
