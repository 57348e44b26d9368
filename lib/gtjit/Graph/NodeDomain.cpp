//===- NodeDomain.cpp - Domains that many nodes have ----------------------===//

#include "gtjit/Graph/NodeDomain.h"

#include <mutex>
#include <unordered_set>

namespace gtjit::detail {

const Domain NodeDomain::everywhere;

namespace {

struct HashOfDomain {
  std::size_t operator()(const Domain &domain) const {
    std::size_t hash = 0;
    auto mix = [&](std::int64_t word) {
      hash = (hash ^ static_cast<std::size_t>(word)) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 32;
    };
    for (const NamedRange &range : domain) {
      mix(range.range.lo());
      mix(range.range.hi());
    }
    return hash;
  }
};

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
  std::unordered_set<Domain, HashOfDomain> domains;
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
