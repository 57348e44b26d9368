//===- Tracing.cpp - What a traced callable must not do -------------------===//
//
// A counter per thread, since a callable may compile another one.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Tracing.h"

#include "gtjit/Error.h"

#include <string>

namespace gtjit::detail {

[[gnu::tls_model("initial-exec")]] static thread_local int tracing = 0;

TracingScope::TracingScope() { ++tracing; }
TracingScope::~TracingScope() { --tracing; }

bool isTracing() { return tracing > 0; }

void refuseWhileTracing(const char *what, SourceLine line) {
  if (!tracing)
    return;
  ValueError error(line, std::string(what) + " in a callable that is traced for a program: it "
                                             "would happen once, not at every call");
  error.addNote({}, "do it before compile(), or give the program an argument");
  throw error;
}

} // namespace gtjit::detail
