//===- Frame.h - Dimensions, sizes and storages of a scenario ---*- C++ -*-===//
//
// The part of the generator that chooses where things lie: how many
// dimensions, how long, where they start, how memory is laid out.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_FRAME_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_FRAME_H

#include "Random.h"
#include "Scenario.h"

namespace gtjit::randomgraphs {

/// The ranges that a scenario's storages lie around.
class Frame {
public:
  /// 0 to 6 dimensions, a few thousand points at most, any origin.
  explicit Frame(Random &random);

  const std::vector<NamedRange> &ranges() const { return all; }
  /// A storage over these dimensions and perhaps others.
  StorageSpec storage(Random &random, DType dtype, Memory memory,
                      const std::vector<Dimension> &needed) const;
  Memory anyMemory(Random &random) const;
  /// Another layout for the same points.
  static void layOut(Random &random, StorageSpec &spec);

private:
  std::vector<NamedRange> all;
};

/// A number as an operand of fields of that type: usual values and extremes.
Literal anyLiteral(Random &random, DType dtype);
/// Puts an element of that type there: usual values, and extremes unless
/// `tame`, so that long sums are not all NaN.
void putElement(std::byte *to, Random &random, DType dtype, bool tame);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_FRAME_H
