//===- MatchedStores.h - Stores compared with a plan ------------*- C++ -*-===//
//
// Whether stores are those of a plan but for memory and numbers, and what of their memory
// others need.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_MATCHEDSTORES_H
#define GTJIT_EVALUATE_MATCHEDSTORES_H

#include "gtjit/Evaluate/StorePlans.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Memory/BlocksByAddress.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// What operations say of themselves.
class Attributes final : public Flattening {
public:
  Attributes() : writer(bytes) {}
  void add(const Node &node) { node.flatten(*this); }
  void end() { writer.flush(); }

  KeyWriter &key() override { return writer; }
  void useRange(NamedRange range) override { ranges.push_back(range); }
  void useSharedRange(NamedRange range) override { ranges.push_back(range); }
  void useScalar(DType type, std::uint64_t bits) override {
    scalars.push_back(bits);
    scalarTypes.push_back(type);
  }
  void useImport(const ImportedFunction &function, bool) override { imports.push_back(&function); }
  void checkValues() override { writer.byte(1); }
  bool anyStrides() const override { return false; }

  std::string bytes;
  Sequence<NamedRange, 8> ranges;
  Sequence<std::uint64_t, 8> scalars;
  Sequence<DType, 8> scalarTypes;
  std::vector<const ImportedFunction *> imports;

private:
  KeyWriter writer;
};

/// A graph that is compared with a plan.
struct Matched {
  Sequence<const Node *, 32> nodes; ///< by entry
  Sequence<std::uint64_t, 8> scalars;
  BlocksByAddress memory; ///< of the entries that are memory
  /// Others have a handle to a part of it, and may evaluate that meanwhile;
  bool isShared = false;
  bool isReaderShared = false; ///< to one that reads what is written.
  bool isAtOrigins = false;    ///< the targets have yet to come to the plan's memory
};

inline bool isPoint(const StorePlan::Entry &entry) {
  return entry.operation == &PointNode::operationName;
}

inline unsigned pointOf(const Node &node) {
  return static_cast<const PointNode &>(node).keyNumber();
}

/// Whether the stores are those of the plan but for memory and numbers.
bool matches(const StorePlan &plan, const std::vector<StoreRequest> &stores, Matched &matched);

/// Whether the stores are computed where the plan is for: on a device if all memory is of one kind,
/// and if some that is managed has its newest values there.
bool isThere(const StorePlan &plan, const std::vector<StoreRequest> &stores,
             const Matched &matched);

/// No operand but a target's partner is in its memory. That no element is written by two stores
/// is known of them: findWrittenTwice().
bool areApart(const StorePlan &plan, const std::vector<StoreRequest> &stores,
              const Matched &matched);

/// Nobody but the stores needs old values of their targets.
bool areFree(const StorePlan &plan, const std::vector<StoreRequest> &stores,
             const Matched &matched);

/// The detours of targets that are at their origins; none known if others need old values.
Detours detoursOf(const StorePlan &plan, const std::vector<StoreRequest> &stores,
                  const Matched &matched);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_MATCHEDSTORES_H
