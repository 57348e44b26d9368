//===- GTConcatOps.h - Concatenations of the gt dialect ---------*- C++ -*-===//
//
// The operations of GTConcatOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTCONCATOPS_H
#define GTCOMPILER_DIALECT_GT_IR_GTCONCATOPS_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#define GET_OP_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h.inc"

#endif // GTCOMPILER_DIALECT_GT_IR_GTCONCATOPS_H
