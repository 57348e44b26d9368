//===- Vmap.h - Functions of fields over one more dimension -----*- C++ -*-===//
//
// Fields match their dimensions by name, so a function of fields takes fields
// with more dimensions than it was written for, and makes one expression of
// them. What such a function says of "all dimensions" is what vmap is about.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_VMAP_H
#define GTJIT_VMAP_H

#include "gtjit/Dimension.h"

#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
/// While it lives, on its thread, no "all dimensions" means this one.
class [[nodiscard]] MappedDimension {
public:
  explicit MappedDimension(Dimension dim) noexcept;
  MappedDimension(const MappedDimension &) = delete;
  MappedDimension &operator=(const MappedDimension &) = delete;
  ~MappedDimension();

private:
  friend bool isMapped(Dimension dim);
  Dimension dim;
  const MappedDimension *outer;
};
} // namespace detail

/// The function of fields, which may be any callable, for each index of `dim` at
/// once: a function that does to its operands with `dim` what `function` does to
/// their slices. Operands that lack `dim` are the same for every index. The
/// result is an expression like any other, without a loop over `dim` on the host.
///
/// In `function`, reductions over all dimensions leave `dim` alone, and
/// positions of rel() do not count it: `vmap([](Field u) { return u / sum(u); },
/// B)(u)` divides each member by its own sum. Domains, and coordinates that are
/// asked for, have it.
template <class Function> [[nodiscard]] auto vmap(Function function, Dimension dim) {
  return [function = std::move(function), dim](auto &&...operands) -> decltype(auto) {
    detail::MappedDimension mapped(dim);
    return function(std::forward<decltype(operands)>(operands)...);
  };
}

} // namespace gtjit

#endif // GTJIT_VMAP_H
