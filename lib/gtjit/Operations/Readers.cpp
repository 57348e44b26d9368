//===- Readers.cpp - Operations from files --------------------------------===//
//
// The list of operations: the only place that names them all.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Operations/Readers.h"

#include <algorithm>
#include <cctype>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct Reader {
  std::string_view name;
  ReadOperation (*read)(ByteReader &from);
};
constexpr Reader readers[] = {
    {"number", readNumber}, {"point", readPoint}, {"shift", readShift},
    {"slice", readSlice},   {"pin", readPin},     {"broadcast", readBroadcast},
    {"reduce", readReduce}, {"index", readIndex}, {"extreme", readExtreme},
    {"result", readResult}, {"count", readCount}, {"argument", readArgument},
    {"leaf", readLeaf},
};

} // namespace

ReadOperation detail::readOperation(std::string_view name, ByteReader &from) {
  for (const Reader &reader : readers)
    if (reader.name == name)
      return reader.read(from);
  from.fail();
  return {};
}

std::string detail::operationNames() {
  std::string names;
  for (const Reader &reader : readers)
    names.append(reader.name).append(" ");
  return names;
}

void detail::write(ByteWriter &to, Dimension dim) {
  to.number(static_cast<unsigned>(dim.kind()));
  to.text(dim.name());
}
Dimension detail::readDimension(ByteReader &from) {
  auto kind = static_cast<DimensionKind>(from.below(3));
  std::string name = from.text();
  bool isName = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c == '_' || std::isalnum(c);
  });
  if (from.failed() || !isName || std::isdigit(static_cast<unsigned char>(name[0]))) {
    from.fail();
    return I;
  }
  return Dimension(name, kind);
}

void detail::write(ByteWriter &to, Range range) {
  to.signedNumber(range.lo());
  to.signedNumber(range.hi());
}
Range detail::readRange(ByteReader &from) {
  std::int64_t lo = from.signedNumber();
  return Range(lo, from.signedNumber());
}

void detail::write(ByteWriter &to, const Domain &domain) {
  to.number(domain.ndim());
  for (const NamedRange &range : domain) {
    write(to, range.dim);
    write(to, range.range);
  }
}
Domain detail::readDomain(ByteReader &from) {
  Domain domain;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    if (domain.has(dim))
      from.fail();
    domain = domain.with(dim(readRange(from)));
  }
  return from.failed() ? Domain() : domain;
}

void detail::write(ByteWriter &to, std::span<const Dimension> dims) {
  to.number(dims.size());
  for (Dimension dim : dims)
    write(to, dim);
}
std::vector<Dimension> detail::readDimensions(ByteReader &from) {
  std::vector<Dimension> dims;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    if (std::find(dims.begin(), dims.end(), dim) != dims.end())
      from.fail();
    dims.push_back(dim);
  }
  return dims;
}
