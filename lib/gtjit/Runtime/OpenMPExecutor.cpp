//===- OpenMPExecutor.cpp - Tiles on OpenMP's threads ---------------------===//
//
// Static scheduling by hand: OpenMP's own would call the body once per tile.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/OpenMPExecutor.h"

#include <algorithm>
#include <omp.h>

namespace gtjit::detail {

OpenMPExecutor::OpenMPExecutor(int threads)
    : size(threads > 0 ? threads : std::max(1, omp_get_max_threads())) {}

void OpenMPExecutor::run(std::int64_t count, Body body, void *context) {
  int wanted = static_cast<int>(std::min<std::int64_t>(count, size));
  if (wanted <= 1) {
    body(context, 0, count);
    return;
  }
#pragma omp parallel num_threads(wanted)
  {
    std::int64_t team = omp_get_num_threads(), thread = omp_get_thread_num();
    std::int64_t first = count * thread / team, last = count * (thread + 1) / team;
    if (first < last)
      body(context, first, last);
  }
}

} // namespace gtjit::detail
