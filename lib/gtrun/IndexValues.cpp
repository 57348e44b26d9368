//===- IndexValues.cpp - Where kernels read at index values ---------------===//
//
// The operations at a point are done on fields, which the engine evaluates over the
// kernel's ranges.
//
//===----------------------------------------------------------------------===//
#include "gtrun/IndexValues.h"

#include "gtjit/gtjit.h"
#include "gtrun/Fault.h"
#include "gtrun/StorageBounds.h"

using namespace gtrun;
using gtjit::Domain;
using gtjit::Field;
using gtjit::NamedRange;
using gtjit::Range;

namespace {

class IndexFields {
public:
  IndexFields(const IndexSources &from, const IndexReach &index);
  /// The index, evaluated over the kernel's ranges.
  gtjit::Storage values() const { return over(fields.back()); }

private:
  Field fieldOf(const PointStep &step) const;
  Field accessed(const PointStep &step) const;
  gtjit::Storage over(const Field &field) const;
  std::int64_t pinned(const PointStep &step, std::size_t dim) const {
    return from.ranges[*step.pins[dim]].lo() + step.operation.entries[dim].offset;
  }

  const IndexSources &from;
  Domain loops;
  std::vector<Field> fields; ///< of the steps
};

} // namespace

IndexFields::IndexFields(const IndexSources &from, const IndexReach &index) : from(from) {
  const KernelRanges &kernel = from.listing.kernels[index.reach.kernel];
  auto add = [&](unsigned range) {
    loops = loops.with(from.listing.ranges[range].dim(from.ranges[range]));
  };
  for (unsigned range : kernel.loops)
    add(range);
  if (kernel.along)
    add(*kernel.along);
  for (const PointStep &step : index.steps)
    fields.push_back(fieldOf(step));
}

gtjit::Storage IndexFields::over(const Field &field) const {
  std::vector<gtjit::Region::Item> part;
  for (gtjit::Dimension dim : field.dims())
    part.push_back(dim(loops[dim]));
  return eval(part.empty() ? field : Field(field.at(gtjit::Region(part))));
}

/// Indices first, over the kernel's ranges: a table is memory.
Field IndexFields::accessed(const PointStep &step) const {
  const gtjit::detail::WrittenOperation &operation = step.operation;
  Field field(*from.bindings.storages[step.argument], operation.line);
  for (std::size_t d = 0; d < operation.entries.size(); ++d) {
    const gtjit::detail::WrittenEntry &entry = operation.entries[d];
    if (step.pins[d])
      field = field.at(entry.dim(pinned(step, d)), operation.line);
    else if (entry.offset != 0)
      field = field(entry.dim + entry.offset, operation.line);
  }
  for (std::size_t n = 0; n < step.indexed.size(); ++n) {
    gtjit::Connectivity table(over(fields[step.operation.operands[n]]), step.indexed[n],
                              operation.line);
    field = field(table, operation.line);
  }
  return field;
}

Field IndexFields::fieldOf(const PointStep &step) const {
  if (step.operation.name == "scalar") {
    const Argument &argument = from.listing.arguments[step.argument];
    return gtjit::detail::importScalar(argument.type, *from.bindings.scalars[step.argument],
                                       argument.name, argument.line);
  }
  if (step.operation.name == "access")
    return accessed(step);
  if (step.operation.name == "index") {
    if (step.pins[0])
      return Field(gtjit::detail::importScalar(
          gtjit::DType::I64, static_cast<std::uint64_t>(pinned(step, 0)), {}, step.operation.line));
    const gtjit::detail::WrittenEntry &at = step.operation.entries[0];
    return gtjit::index(at.dim)(at.dim + at.offset);
  }
  std::vector<Field> operands;
  for (unsigned operand : step.operation.operands)
    operands.push_back(fields[operand]);
  return gtjit::detail::importOperation(step.operation, operands)[step.result];
}

/// "E(1), K(0)".
static std::string pointText(const Domain &domain, std::span<const std::int64_t> place) {
  std::string text;
  for (std::size_t d = 0; d < domain.ndim(); ++d)
    text += (d ? ", " : "") + std::string(domain[d].dim.name()) + "(" +
            std::to_string(domain[d].range.lo() + place[d]) + ")";
  return text;
}

/// Moves to the next point; false behind the last one.
static bool advance(std::vector<std::int64_t> &place, const Domain &domain) {
  for (std::size_t d = domain.ndim(); d-- > 0; place[d] = 0)
    if (++place[d] < domain[d].range.size())
      return true;
  return false;
}

template <class T>
static void checkValues(const gtjit::Storage &values, const Reach &reach, NamedRange available,
                        const std::string &storage) {
  auto view = values.read<T>();
  Domain domain = values.domain();
  std::vector<std::int64_t> place(domain.ndim(), 0);
  do {
    std::int64_t index = gtjit::saturatingAdd(view.at(place), reach.offset);
    if (available.range.contains(index))
      continue;
    std::string name(available.dim.name());
    throw Fault(lineText(reach.line) + "reads " + storage + " at " + name + "(" +
                std::to_string(index) + ")" +
                (place.empty() ? "" : ", the index at " + pointText(domain, place)) +
                ", which has " + name + "[" + std::to_string(available.range.lo()) + "," +
                std::to_string(available.range.hi()) + ")");
  } while (advance(place, domain));
}

void gtrun::checkIndexValues(const IndexSources &from, const IndexReach &index,
                             gtjit::Dimension dim, Range available, const std::string &storage) {
  gtjit::Storage values = IndexFields(from, index).values();
  if (values.dtype() == gtjit::DType::I32)
    checkValues<std::int32_t>(values, index.reach, dim(available), storage);
  else
    checkValues<std::int64_t>(values, index.reach, dim(available), storage);
}
