//===- GTOps.td - All operations of the gt dialect ---------*- tablegen -*-===//
//
// What mlir-tblgen is run on.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTOPS
#define GTCOMPILER_DIALECT_GT_IR_GTOPS

include "gtcompiler/Dialect/GT/IR/GTFieldOps.td"
include "gtcompiler/Dialect/GT/IR/GTCallableOps.td"
include "gtcompiler/Dialect/GT/IR/GTCallOps.td"
include "gtcompiler/Dialect/GT/IR/GTConcatOps.td"
include "gtcompiler/Dialect/GT/IR/GTImageAttributes.td"
include "gtcompiler/Dialect/GT/IR/GTPointOps.td"
include "gtcompiler/Dialect/GT/IR/GTStencilOps.td"
include "gtcompiler/Dialect/GT/IR/GTScanOps.td"
include "gtcompiler/Dialect/GT/IR/GTLoopOps.td"
include "gtcompiler/Dialect/GT/IR/GTLoopMemoryOps.td"

#endif // GTCOMPILER_DIALECT_GT_IR_GTOPS
