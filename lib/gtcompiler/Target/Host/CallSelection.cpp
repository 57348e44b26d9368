//===- CallSelection.cpp - Arguments and calls of words ----------------------===//
//
// See VectorSelection.h.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

/// The registers of arguments.
static constexpr StringRef kArguments[] = {"RDI", "RSI", "RDX", "RCX", "R8", "R9"};

static bool isWord(const Value &value) {
  return value.getType()->isPointerTy() || value.getType()->isIntegerTy(64);
}

bool VectorSelection::emitArguments() {
  if (info.Fn->arg_size() > std::size(kArguments) ||
      !all_of(info.Fn->args(), [](const Argument &argument) { return isWord(argument); }))
    return false;
  for (const Argument &argument : info.Fn->args()) {
    const TargetRegisterClass *kind = classOf(argument.getType());
    Register value = registers.createVirtualRegister(kind);
    copy(value, machine.addLiveIn(machineRegister(kArguments[argument.getArgNo()]), kind));
    info.ValueMap[&argument] = value;
  }
  return true;
}

/// Of a function of the same module, of words alone, without a result.
bool VectorSelection::selectCall(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !call.getType()->isVoidTy() || call.arg_size() > std::size(kArguments) ||
      !all_of(call.args(), [](const Use &argument) { return isWord(*argument); }))
    return false;
  auto values = map_to_vector(call.args(), [&](const Use &argument) { return of(argument); });
  Built down = emitEffect("ADJCALLSTACKDOWN64");
  if (!down.getInstr() || is_contained(values, Register()))
    return false;
  down.addImm(0).addImm(0).addImm(0);
  SmallVector<MCRegister> places;
  for (auto [number, value] : enumerate(values)) {
    places.push_back(machineRegister(kArguments[number]));
    copy(Register(places.back()), value);
  }
  Built built = emitEffect("CALL64pcrel32");
  built.addGlobalAddress(callee);
  built.addRegMask(names.getCallPreservedMask(machine, call.getCallingConv()));
  for (MCRegister place : places)
    built.addReg(Register(place), RegState::Implicit);
  emitEffect("ADJCALLSTACKUP64").addImm(0).addImm(0);
  return true;
}
