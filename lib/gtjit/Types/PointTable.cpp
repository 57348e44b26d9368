//===- PointTable.cpp - The table of point operations ---------------------===//
//
// The generated table as data. Knows no operation by name.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/PointTable.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct Types {
  bool onFloat, onInt, onUInt, onBool;
};
constexpr Types typesOf[] = {
#define GTJIT_POINT_OP_TYPES(NAME, FLOAT, INT, UINT, BOOL) {FLOAT, INT, UINT, BOOL},
#include "gtjit-generated/PointOperations.inc"
};

constexpr Types typesAt(PointOp op) { return typesOf[static_cast<unsigned>(op)]; }

constexpr PointOpInfo table[] = {
#define GTJIT_POINT_OP(NAME, MNEMONIC, SPELLING, ARITY, RULE, FLOPS, COMMUTATIVE)                  \
  {#NAME,                                                                                          \
   MNEMONIC,                                                                                       \
   SPELLING,                                                                                       \
   ARITY,                                                                                          \
   TypeRule::RULE,                                                                                 \
   FLOPS,                                                                                          \
   COMMUTATIVE,                                                                                    \
   typesAt(PointOp::NAME).onFloat,                                                                 \
   typesAt(PointOp::NAME).onInt,                                                                   \
   typesAt(PointOp::NAME).onUInt,                                                                  \
   typesAt(PointOp::NAME).onBool},
#include "gtjit-generated/PointOperations.inc"
};

} // namespace

unsigned detail::pointOpCount() { return sizeof(table) / sizeof(table[0]); }
const PointOpInfo &detail::pointOpInfo(PointOp op) { return table[static_cast<unsigned>(op)]; }
