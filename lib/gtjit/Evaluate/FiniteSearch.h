//===- FiniteSearch.h - The first NaN or infinity ---------------*- C++ -*-===//
//
// Finds the first value that is not finite, and tells the user about it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_FINITESEARCH_H
#define GTJIT_EVALUATE_FINITESEARCH_H

#include "gtjit/Evaluate/ReferenceObserver.h"

#include <optional>
#include <string>

namespace gtjit::detail {

/// "nan at I=3": the first value of the box that is NaN or infinite, and where; none if all are
/// finite or no floats.
std::optional<std::string> firstNotFinite(const reference::Grid &values, const Domain &box);

/// Looks at every value that is needed, computed or read, and throws
/// FloatingPointError at the first one that is NaN or infinite: inputs and
/// operations in the order of evaluation, points in the order of their
/// dimensions. Numbers of the program are not looked at.
class FiniteSearch : public reference::Observer {
public:
  /// `stores` are those that are evaluated.
  explicit FiniteSearch(const std::vector<StoreRequest> &stores) : stores(stores) {}
  void computed(const Node &node, const reference::Grid &values,
                std::span<const Domain> boxes) override;

private:
  const std::vector<StoreRequest> &stores;
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_FINITESEARCH_H
