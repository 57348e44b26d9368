//===- WrittenMemory.h - What shares memory with a store --------*- C++ -*-===//
//
// Questions about all stores of an evaluation at once: does one write what
// another writes, or what is read through another block? Each is answered in
// about the time that looking at every store takes, however many there are.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_WRITTENMEMORY_H
#define GTJIT_EVALUATE_WRITTENMEMORY_H

#include "gtjit/Graph/FlatGraph.h"

#include <optional>
#include <vector>

namespace gtjit::detail {

/// Numbers of two stores, in order.
struct WrittenTwice {
  std::size_t first;
  std::size_t second;
};

/// Two stores that may write the same element: of all such pairs the one whose
/// first, then second, comes first.
std::optional<WrittenTwice> findWrittenTwice(const std::vector<StoreRequest> &stores);

/// True if an argument shares memory with a target of another block.
bool writesThroughOtherBlock(const FlatGraph &program);

/// Arguments that are no targets but share memory with one.
std::vector<std::size_t> inputsInWrittenMemory(const FlatGraph &program);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_WRITTENMEMORY_H
