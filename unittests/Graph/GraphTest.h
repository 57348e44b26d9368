//===- GraphTest.h - A runtime without a compiler ---------------*- C++ -*-===//
//
// Graphs are built and looked at, never compiled.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_GRAPH_GRAPHTEST_H
#define GTJIT_UNITTESTS_GRAPH_GRAPHTEST_H

#include "../ExpectError.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Operations/Shift.h"
#include "gtjit/gtjit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gtjit {

class GraphTest : public testing::Test {
protected:
  static RuntimeOptions options() {
    RuntimeOptions options;
    options.reference = true;
    options.graphDepth = 0; // graphs are as deep as they are written
    return options;
  }
  Runtime runtime{options()};
  Runtime::Scope scope{runtime};

  /// A one-dimensional storage without a halo.
  static Storage on(NamedRange range, DType type = F64) { return zeros(Domain(range), type); }

  /// The bits of operand `n`, a number.
  static std::uint64_t numberOf(const Field &field, std::size_t n) {
    return detail::as<detail::NumberNode>(*field.get()->inputs[n])->bits;
  }

  static detail::FlatGraph flattened(const Field &field) {
    detail::ArrayView target = detail::plannedView(*field.get());
    return detail::flatten({{field.ref(), target, target.domain, {}}});
  }
};

/// A domain prints as its text in failures.
inline void PrintTo(const Domain &domain, std::ostream *out) { *out << domain; }

} // namespace gtjit

#endif // GTJIT_UNITTESTS_GRAPH_GRAPHTEST_H
