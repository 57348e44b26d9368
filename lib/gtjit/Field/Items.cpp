//===- Items.cpp - Elements and parts by buffer index ---------------------===//
//
// Reading one element, writing parts with values that are aligned by index, and reading parts
// that are no slice.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Functions.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Storage/Views.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Selection.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace gtjit {

const void *detail::elementOf(const Storage &storage, DType type, detail::Items<std::int64_t> index,
                              SourceLine line) {
  StorageState &state = stateOf(storage, line);
  if (type != state.layout.dtype)
    throw DTypeError(line, "expected an element of " + std::string(name(state.layout.dtype)) +
                               ", got " + std::string(name(type)));
  const Domain &domain = state.layout.domain;
  if (index.size() != domain.ndim())
    throw IndexError(line, "an element of " + state.describe() + ": expected an index with " +
                               std::to_string(domain.ndim()) + " entries, got " +
                               std::to_string(index.size()));
  std::vector<std::int64_t> point;
  for (std::size_t d = 0; d < index.size(); ++d) {
    std::int64_t extent = domain[d].size();
    if (index[d] < -extent || index[d] >= extent)
      throw IndexOutOfBounds(
          line, "an element of " + state.describe() + ": index " + std::to_string(index[d]) +
                    " in " + std::string(domain[d].dim.name()) + " is out of bounds: it has " +
                    std::to_string(extent) + " points");
    point.push_back(domain[d].range.lo() + (index[d] < 0 ? index[d] + extent : index[d]));
  }
  Lease lease = state.buffer->acquire(Access::Read, state.layout, Holder::Work, line);
  // A copy, of which the caller makes another at once: no address leaves a lease.
  alignas(16) static thread_local std::byte element[16];
  std::memcpy(element, lease.at(point.data()), itemsize(type));
  return element;
}

/// A view of `value` on the points of `target`, element by buffer index:
/// dimensions of one point are dropped where the target has more, or lacks
/// them. Throws ValueError for another number of points, and for a dimension
/// that the target lacks; `what` begins the message.
static Storage viewOn(const Domain &target, const Storage &value, const char *what,
                      SourceLine line) {
  detail::StorageState &state = detail::stateOf(value, line);
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
  return detail::viewFrom(view, origin, line);
}

namespace {

/// One entry a dimension: the ellipsis expanded, missing entries ':'.
std::vector<KeyItem> expandKey(const Storage &storage, std::span<const KeyItem> items,
                               SourceLine line) {
  Domain domain = storage.domain(line);
  std::vector<RelativeItem> plain(items.begin(), items.end());
  std::vector<Slice> slices =
      detail::selectedOf([&] { return detail::stateOf(storage, line).describe(); },
                         [&] { return detail::expandSlices(domain, plain, line); });
  std::vector<KeyItem> key(slices.begin(), slices.end());
  std::size_t place = 0;
  for (const KeyItem &item : items) {
    if (item.isEllipsis)
      place += domain.ndim() - (items.size() - 1);
    else
      key[place++] = item;
  }
  return key;
}

/// The common length of the lists; -1 without one.
std::int64_t listLength(const std::vector<KeyItem> &key, SourceLine line) {
  std::int64_t length = -1;
  for (const KeyItem &item : key) {
    if (!item.isList)
      continue;
    auto size = static_cast<std::int64_t>(item.indices.size());
    if (length >= 0 && size != length)
      throw IndexError(line, "expected lists of one length, got " + std::to_string(length) +
                                 " and " + std::to_string(size) + " indices");
    length = size;
  }
  return length;
}

/// A part to be written, and what with.
struct Part {
  Storage target;
  Field value;
};

/// The value for the `n`-th entry of a list in `dim`: its n-th part if it has
/// the dimension.
Storage valueOf(const Storage &value, Dimension dim, std::int64_t n, std::int64_t length,
                SourceLine line) {
  Domain domain = value.domain();
  if (!domain.has(dim) || domain[dim].size() == 1)
    return value;
  if (domain[dim].size() != length)
    throw ValueError(line, "set: expected " + std::to_string(length) + " points in " +
                               std::string(dim.name()) + " or one point, got " +
                               std::to_string(domain[dim].size()));
  return value.view(Region(NamedIndex{dim, domain[dim].lo() + n}, line), line);
}

} // namespace

void Storage::setItems(detail::Items<KeyItem> items, const Storage *value, Arg number) const {
  SourceLine line = number.line;
  std::vector<KeyItem> key = expandKey(*this, items, line);
  std::int64_t length = listLength(key, line);
  std::vector<Part> parts;
  for (std::int64_t n = 0; n < (length < 0 ? 1 : length); ++n) {
    Storage target = *this, source = value ? *value : Storage();
    for (std::size_t d = key.size(); d-- > 0;) {
      Slice slice =
          key[d].isList ? Slice(key[d].indices[static_cast<std::size_t>(n)]) : key[d].slice;
      if (key[d].isList && value)
        source = valueOf(source, domain()[d].dim, n, length, line);
      target = detail::sliceAt(target, d, slice, line);
    }
    if (value)
      source = viewOn(target.domain(), source, "set", line);
    parts.push_back({target, value ? Field(source, line) : number.field});
  }
  for (const Part &part : parts)
    part.target[whole] = Arg(part.value, line);
}

void Storage::setWhere(const Storage &mask, Arg value) const {
  SourceLine line = value.line;
  if (mask.dtype() != Bool)
    throw DTypeError(line,
                     "set: expected a mask of bool, got " + std::string(gtjit::name(mask.dtype())));
  Storage aligned = viewOn(domain(), mask, "set", line);
  (*this)[whole] = where(Arg(aligned, line), std::move(value), Arg(*this, line));
}

//===----------------------------------------------------------------------===//
// take
//===----------------------------------------------------------------------===//

using namespace detail;

/// Fresh memory of the storage's kind and type on other points, the last dimension fastest.
static Storage freshOn(const Domain &domain, const StorageState &like, SourceLine line) {
  Blueprint blueprint{.runtime = like.runtime,
                      .kind = like.view().block->kind,
                      .dtype = like.layout.dtype,
                      .whole = domain,
                      .compute = domain,
                      .halo = std::vector<HaloWidth>(domain.ndim()),
                      .order = Order(domain.ndim()),
                      .alignedIndex = std::vector<std::int64_t>(domain.ndim())};
  std::iota(blueprint.order.begin(), blueprint.order.end(), 0u);
  return allocate(blueprint, line);
}

/// What the entries leave that are no lists. The entries of dimensions that they take away go.
static Storage cutBySlices(const Storage &storage, std::vector<KeyItem> &key, SourceLine line) {
  Storage cut = storage;
  for (std::size_t d = key.size(); d-- > 0;) {
    if (key[d].isList)
      continue;
    cut = sliceAt(cut, d, key[d].slice, line);
    if (key[d].slice.isIndex)
      key.erase(key.begin() + static_cast<std::ptrdiff_t>(d));
  }
  return cut;
}

/// The positions of the dimensions with a list.
static std::vector<std::size_t> listsOf(const std::vector<KeyItem> &key) {
  std::vector<std::size_t> lists;
  for (std::size_t d = 0; d < key.size(); ++d)
    if (key[d].isList)
      lists.push_back(d);
  return lists;
}

/// The part that the `n`-th indices of all lists select.
static Storage partOf(const Storage &cut, const std::vector<KeyItem> &key, std::int64_t n,
                      SourceLine line) {
  Storage part = cut;
  for (std::size_t d = key.size(); d-- > 0;)
    if (key[d].isList)
      part = sliceAt(part, d, Slice(key[d].indices[static_cast<std::size_t>(n)]), line);
  return part;
}

Storage Storage::take(std::initializer_list<KeyItem> items, SourceLine line) const {
  std::vector<KeyItem> key = expandKey(*this, {items.begin(), items.size()}, line);
  std::int64_t length = listLength(key, line);
  Storage cut = cutBySlices(*this, key, line);
  std::vector<std::size_t> lists = listsOf(key);
  std::vector<Storage> parts; // all indices are looked at before anything is done
  for (std::int64_t n = 0; n < length; ++n)
    parts.push_back(partOf(cut, key, n, line));
  Domain from = cut.domain(line), points;
  for (std::size_t d = 0; d < key.size(); ++d) {
    if (!key[d].isList)
      points = points.with(from[d]);
    else if (d == lists.front())
      points = points.with({from[d].dim, Range(0, length)});
  }
  Storage result = freshOn(points, stateOf(*this, line), line);
  if (lists.empty())
    result[whole] = Arg(cut, line);
  for (std::size_t n = 0; n < parts.size(); ++n)
    sliceAt(result, lists.front(), Slice(static_cast<std::int64_t>(n)), line)[whole] =
        Arg(parts[n], line);
  return result;
}

/// The bytes of the elements for which the mask is not 0, in the order of the points. Both have
/// the same dimensions and points.
static std::vector<std::byte> selected(const StorageState &values, const StorageState &mask,
                                       SourceLine line) {
  const Domain &domain = values.layout.domain;
  Lease from = values.buffer->acquire(Access::Read, values.layout, Holder::Work, line);
  Lease where = mask.buffer->acquire(Access::Read, mask.layout, Holder::Work, line);
  std::vector<std::byte> result;
  std::vector<std::int64_t> point;
  for (const NamedRange &range : domain)
    point.push_back(range.range.lo());
  for (bool isThere = !domain.empty(); isThere;) {
    if (*where.at(point.data()) != std::byte(0)) {
      const std::byte *element = from.at(point.data());
      result.insert(result.end(), element, element + itemsize(values.layout.dtype));
    }
    std::size_t d = point.size();
    while (d > 0 && ++point[d - 1] == domain[d - 1].range.hi()) {
      --d;
      point[d] = domain[d].range.lo();
    }
    isThere = d > 0;
  }
  return result;
}

Storage Storage::take(const Storage &mask, SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  if (mask.dtype(line) != Bool)
    throw DTypeError(line, "take: expected a mask of bool, got " +
                               std::string(gtjit::name(mask.dtype(line))));
  Domain points = domain(line), given = mask.domain(line);
  bool fits = given.ndim() == points.ndim();
  for (const NamedRange &range : given)
    fits = fits && points.has(range.dim) && points[range.dim].size() == range.size();
  if (!fits)
    throw ValueError(line, "take: expected a mask with as many points in each dimension as " +
                               toString(points) + ", got " + toString(given));
  Storage aligned = viewOn(points, mask, "take", line).transpose(dims(line), line);
  std::vector<std::byte> bytes = selected(state, stateOf(aligned, line), line);
  auto count = static_cast<std::int64_t>(bytes.size() / itemsize(dtype(line)));
  Dimension only = points.ndim() ? points[std::size_t{0}].dim : I;
  Storage result = freshOn(Domain{only(0, count)}, state, line);
  StorageState &made = stateOf(result, line);
  Lease to = made.buffer->acquire(Access::Overwrite, made.layout, Holder::Work, line);
  std::copy(bytes.begin(), bytes.end(), to.first());
  return result;
}

Storage Storage::copy(SourceLine line) const { return gtjit::storage(*this, {}, line); }

} // namespace gtjit
