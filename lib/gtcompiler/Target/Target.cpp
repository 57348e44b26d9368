//===- Target.cpp - Which kinds of machines there are ---------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Target.h"

#include "Host/HostTarget.h"
#include "Nvptx/NvptxTarget.h"

using namespace gtcompiler;

llvm::Expected<std::unique_ptr<Target>> gtcompiler::createTarget(const TargetName &name,
                                                                 CodeGenLevel level) {
  return isNvptx(name.cpu) ? createNvptxTarget(name, level) : createHostTarget(name, level);
}
