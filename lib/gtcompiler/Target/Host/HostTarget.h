//===- HostTarget.h - CPUs of this machine's kind ---------------*- C++ -*-===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_HOSTTARGET_H
#define GTCOMPILER_LIB_TARGET_HOST_HOSTTARGET_H

#include "gtcompiler/Target/Target.h"

namespace gtcompiler {

/// A CPU of the kind that this process runs on, this very one or another.
llvm::Expected<std::unique_ptr<Target>> createHostTarget(const TargetName &name,
                                                         CodeGenLevel level);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_HOSTTARGET_H
