//===- HostTarget.cpp - CPUs of this machine's kind -----------------------===//
//
// Puts together what the other files of this folder know.
//
//===----------------------------------------------------------------------===//
#include "HostTarget.h"

#include "CodeGenerator.h"
#include "CommonFunctions.h"
#include "Cpu.h"

#include "gtcompiler/Pipelines/KernelStages.h"
#include "gtcompiler/Target/Host/ObjectReader.h"

using namespace gtcompiler;

namespace {
class HostTarget final : public Target {
public:
  HostTarget(TargetName cpu, CodeGenLevel codeLevel, std::unique_ptr<CodeGenerator> made)
      : Target(std::move(cpu), codeLevel), generator(std::move(made)) {}

  MachineAttr machine(mlir::MLIRContext &context) const override {
    return describeCpu(context, name);
  }
  llvm::ArrayRef<Stage> stages() const override { return kernelStages(); }
  llvm::Expected<std::vector<CommonFunction>> takeCommon(mlir::ModuleOp module) override {
    return commonFunctions.takeFrom(module, *generator);
  }
  llvm::Expected<TargetCode> generate(llvm::Module &kernels, llvm::ArrayRef<CommonFunction> common,
                                      bool withObject) override;

private:
  std::unique_ptr<CodeGenerator> generator;
  CommonFunctions commonFunctions;
};
} // namespace

llvm::Expected<TargetCode> HostTarget::generate(llvm::Module &kernels,
                                                llvm::ArrayRef<CommonFunction> common,
                                                bool withObject) {
  auto isCommon = [&](llvm::StringRef name) {
    return llvm::any_of(common, [&](const CommonFunction &known) { return known.name == name; });
  };
  auto code = generator->run(kernels, isCommon, withObject);
  if (!code)
    return code.takeError();
  TargetCode result;
  if (withObject) {
    result.object = generator->object();
    result.debugObject = placeObject(result.object, *code);
  }
  auto closed = linkCode(std::move(code->open), common);
  if (!closed)
    return closed.takeError();
  result.closed = std::move(*closed);
  return result;
}

llvm::Expected<std::unique_ptr<Target>> gtcompiler::createHostTarget(const TargetName &name,
                                                                     CodeGenLevel level) {
  auto generator = CodeGenerator::create(name, level);
  if (!generator)
    return generator.takeError();
  return std::make_unique<HostTarget>(name, level, std::move(*generator));
}
