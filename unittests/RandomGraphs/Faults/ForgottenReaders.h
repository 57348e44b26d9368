//===- ForgottenReaders.h - A planted fault of copy-on-write ----*- C++ -*-===//
//
// Makes the engine forget, before every assignment, which fields still read
// the target's memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_FORGOTTENREADERS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_FORGOTTENREADERS_H

#include "../Player.h"

namespace gtjit::randomgraphs {

/// A BeforeStatement for Backends::before.
void forgetReaders(const Statement &statement, std::vector<Storage> &storages);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_FORGOTTENREADERS_H
