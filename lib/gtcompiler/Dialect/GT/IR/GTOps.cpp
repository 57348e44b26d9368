//===- GTOps.cpp - Generated code of the operations -------------*- C++ -*-===//
//
// The definitions that ODS generates: parsers, printers, builders.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "Assembly.h"

using namespace mlir;
using namespace gtcompiler::assembly;

#define GET_OP_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTOps.cpp.inc"
