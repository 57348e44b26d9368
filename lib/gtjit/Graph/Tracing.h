//===- Tracing.h - What a traced callable must not do -----------*- C++ -*-===//
//
// A callable is traced once for a program that is called many times. What it
// did with values, on the host or in memory, would be done at the trace alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_TRACING_H
#define GTJIT_GRAPH_TRACING_H

#include "gtjit/SourceLine.h"

namespace gtjit::detail {

/// While it lives this thread traces a callable.
class TracingScope {
public:
  TracingScope();
  ~TracingScope();
  TracingScope(const TracingScope &) = delete;
};

/// Whether this thread traces a callable.
bool isTracing();

/// Throws ValueError if this thread traces a callable; `what` it must not do
/// is "reading a storage" or the like.
void refuseWhileTracing(const char *what, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_TRACING_H
