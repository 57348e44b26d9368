//===- NodeDomain.h - Domains that many nodes have --------------*- C++ -*-===//
//
// Most nodes of an expression are defined on one of a few domains, and a domain is larger than
// all else of most nodes. So a node refers to one that others have, too, or has its own.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_NODEDOMAIN_H
#define GTJIT_GRAPH_NODEDOMAIN_H

#include "gtjit/Domain.h"

#include <cstdint>
#include <utility>

namespace gtjit::detail {

/// The same for equal domains in canonical order.
std::size_t hashOf(const Domain &domain);

/// A domain that does not change, but for being given another one. Reads as a Domain does.
class NodeDomain {
public:
  NodeDomain() : bits(reinterpret_cast<std::uintptr_t>(&everywhere)) {}
  NodeDomain(Domain domain) : bits(own(std::move(domain))) {}
  NodeDomain(const NodeDomain &other) : bits(other.bits) {
    if (isOwn()) [[unlikely]]
      bits = own(Domain(*other));
  }
  NodeDomain(NodeDomain &&other) noexcept : NodeDomain() { std::swap(bits, other.bits); }
  NodeDomain &operator=(NodeDomain other) noexcept {
    std::swap(bits, other.bits);
    return *this;
  }
  ~NodeDomain() {
    if (isOwn()) [[unlikely]]
      delete &**this;
  }

  /// Refers from now on to an equal domain that all nodes may share and that stays for the life of
  /// the process, unless there are too many of those.
  void share();
  /// Keeps the points that lie in `other`, too; has its dimensions from then on. Both are in
  /// canonical order.
  void intersect(const Domain &other) {
    if (&other != &**this)
      intersectAnother(other);
  }

  const Domain &operator*() const { return *reinterpret_cast<const Domain *>(bits & ~kOwn); }
  operator const Domain &() const { return **this; }
  std::size_t ndim() const { return (**this).ndim(); }
  const NamedRange *begin() const { return (**this).begin(); }
  const NamedRange *end() const { return (**this).end(); }
  const NamedRange &operator[](PositionAt n) const { return (**this)[n]; }
  Range operator[](DimensionAt dim) const { return (**this)[dim]; }
  Range rangeOr(Dimension dim) const { return (**this).rangeOr(dim); }
  bool has(Dimension dim) const { return (**this).has(dim); }
  Dims dims() const { return (**this).dims(); }
  bool empty() const { return (**this).empty(); }
  bool isFinite() const { return (**this).isFinite(); }
  std::int64_t size(SourceLine line = SourceLine::here()) const { return (**this).size(line); }
  bool contains(const Domain &other) const { return (**this).contains(other); }
  Domain with(NamedRange range) const { return (**this).with(range); }
  Domain without(Dimension dim, SourceLine line = SourceLine::here()) const {
    return (**this).without(dim, line);
  }
  Domain translated(Dimension dim, std::int64_t offset) const {
    return (**this).translated(dim, offset);
  }
  friend bool operator==(const NodeDomain &a, const NodeDomain &b) {
    return a.bits == b.bits || *a == *b;
  }
  friend bool operator==(const NodeDomain &a, const Domain &b) { return *a == b; }
  friend Domain operator&(const NodeDomain &a, const NodeDomain &b) { return *a & *b; }
  friend Domain operator&(const NodeDomain &a, const Domain &b) { return *a & b; }
  friend Domain operator&(const Domain &a, const NodeDomain &b) { return a & *b; }

private:
  static constexpr std::uintptr_t kOwn = 1;
  static const Domain everywhere; ///< without dimensions, also after it is destroyed
  static std::uintptr_t own(Domain domain) {
    return reinterpret_cast<std::uintptr_t>(new Domain(std::move(domain))) | kOwn;
  }
  bool isOwn() const { return bits & kOwn; }
  void intersectAnother(const Domain &other);

  std::uintptr_t bits; ///< an address, and kOwn
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_NODEDOMAIN_H
