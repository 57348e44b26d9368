//===- GraphDepth.cpp - How many operations a field may wait with ---------===//

#include "gtjit/Evaluate/GraphDepth.h"

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Types/DomainText.h"

#include <cstdio>

namespace gtjit::detail {

void evaluateDeep(const std::vector<NodeRef> &results) {
  const Node &first = *results.front();
  if (first.symbolic || !first.domain.isFinite() || isTracing())
    return;
  Runtime::State &runtime = *first.runtime;
  if (runtime.log)
    std::fprintf(stderr,
                 "gtjit: the field made at %s is evaluated, since %u operations in a row wait for "
                 "it (RuntimeOptions::graphDepth)\n",
                 toString(first.line).c_str(), first.depth.load());
  force(results, first.line);
  runtime.counters.deepFields += static_cast<std::int64_t>(results.size());
}

} // namespace gtjit::detail
