//===- NodeDomain.cpp - Domains that many nodes have ----------------------===//

#include "gtjit/Graph/NodeDomain.h"

#include <mutex>
#include <string_view>
#include <unordered_set>

namespace gtjit::detail {

const Domain NodeDomain::everywhere;

std::size_t hashOf(const Domain &domain) {
  std::size_t hash = 0;
  auto mix = [&](auto word) {
    hash = (hash ^ static_cast<std::size_t>(word)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  for (const NamedRange &range : domain) {
    std::string_view name = range.dim.name(); // of several identities
    mix(static_cast<std::size_t>(range.dim.kind()) << 24 | name.size() << 16 |
        static_cast<std::size_t>(static_cast<unsigned char>(name.front())) << 8 |
        static_cast<unsigned char>(name.back()));
    mix(range.range.lo());
    mix(range.range.hi());
  }
  return hash;
}

namespace {

/// Domains that are shared. A program whose domains change in each step has no end of them.
class SharedDomains {
public:
  const Domain *find(const Domain &domain) {
    std::lock_guard lock(mutex);
    if (auto found = domains.find(domain); found != domains.end())
      return &*found;
    if (domains.size() == kMost)
      return nullptr;
    return &*domains.insert(domain).first;
  }

private:
  static constexpr std::size_t kMost = 4096;
  std::mutex mutex;
  struct Hash {
    std::size_t operator()(const Domain &domain) const { return hashOf(domain); }
  };
  std::unordered_set<Domain, Hash> domains;
};

} // namespace

void NodeDomain::share() {
  static SharedDomains &all = *new SharedDomains; // nodes may outlive what is static
  if (!isOwn())
    return;
  if (const Domain *shared = all.find(**this)) {
    delete &**this;
    bits = reinterpret_cast<std::uintptr_t>(shared);
  }
}

void NodeDomain::intersectAnother(const Domain &other) {
  if (**this == other)
    return;
  Domain both = **this;
  intersectWith(both, other);
  *this = std::move(both);
}

} // namespace gtjit::detail
