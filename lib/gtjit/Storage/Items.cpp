//===- Items.cpp - Elements and parts by buffer index ---------------------===//
//
// Reading one element, writing parts with values that are aligned by index.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Functions.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/Memory.h"
#include "gtjit/Storage/Views.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit {

const void *detail::elementOf(const Storage &storage, DType type,
                              std::span<const std::int64_t> index, SourceLine line) {
  StorageState &state = stateOf(storage, line);
  if (type != state.layout.dtype)
    throw DTypeError(line, "expected an element of " + std::string(name(state.layout.dtype)) +
                               ", got " + std::string(name(type)));
  const Domain &domain = state.layout.domain;
  if (index.size() != domain.ndim())
    throw IndexError(line, "expected an index with " + std::to_string(domain.ndim()) +
                               " entries, got " + std::to_string(index.size()));
  std::vector<std::int64_t> point;
  for (std::size_t d = 0; d < index.size(); ++d) {
    std::int64_t extent = domain[d].size();
    if (index[d] < -extent || index[d] >= extent)
      throw IndexOutOfBounds(
          line, "index " + std::to_string(index[d]) + " in " + std::string(domain[d].dim.name()) +
                    " is out of bounds: it has " + std::to_string(extent) + " points");
    point.push_back(domain[d].range.lo() + (index[d] < 0 ? index[d] + extent : index[d]));
  }
  state.buffer->acquire(Device::Host, Access::Read);
  return state.view().at(point.data());
}

Storage detail::viewOn(const Domain &target, const Storage &value, const char *what,
                       SourceLine line) {
  StorageState &state = stateOf(value, line);
  Storage view = value;
  Domain origin;
  for (const NamedRange &range : value.domain()) {
    std::int64_t extent = range.size();
    bool has = target.has(range.dim);
    if (has && (extent == target[range.dim].size())) {
      origin = origin.with({range.dim, target[range.dim]});
      continue;
    }
    if (extent != 1)
      throw ValueError(line, std::string(what) + ": expected " +
                                 (has ? std::to_string(target[range.dim].size()) + " points in "
                                      : std::string("no dimension ")) +
                                 std::string(range.dim.name()) + " or one point, got " +
                                 std::to_string(extent) + " of " + state.describe());
    view = view.view(Region(NamedIndex{range.dim, range.range.lo()}, line), line);
  }
  return viewFrom(view, origin, line);
}

void Storage::set(std::initializer_list<RelativeItem> items, const Storage &value,
                  SourceLine line) const {
  Storage target = slice(items, line);
  target[whole] = Arg(detail::viewOn(target.domain(), value, "set", line), line);
}

void Storage::setWhere(const Storage &mask, Arg value) const {
  SourceLine line = value.line;
  if (mask.dtype() != Bool)
    throw DTypeError(line,
                     "set: expected a mask of bool, got " + std::string(gtjit::name(mask.dtype())));
  Storage aligned = detail::viewOn(domain(), mask, "set", line);
  (*this)[whole] = where(Arg(aligned, line), std::move(value), Arg(*this, line));
}

Storage Storage::copy(SourceLine line) const { return gtjit::storage(*this, {}, line); }

} // namespace gtjit
