//===- gtjit.h - The whole library ------------------------------*- C++ -*-===//
//
// Includes every public header. Standard library only.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GTJIT_H
#define GTJIT_GTJIT_H

#include "gtjit/Boundary.h"
#include "gtjit/CallError.h"
#include "gtjit/Check.h"
#include "gtjit/Concat.h"
#include "gtjit/Connectivity.h"
#include "gtjit/Contract.h"
#include "gtjit/Creation.h"
#include "gtjit/DLPack.h"
#include "gtjit/Error.h"
#include "gtjit/External.h"
#include "gtjit/ExternalArrays.h"
#include "gtjit/Functions.h"
#include "gtjit/MachineCosts.h"
#include "gtjit/MemRef.h"
#include "gtjit/Probe.h"
#include "gtjit/Program.h"
#include "gtjit/Rename.h"
#include "gtjit/Runtime.h"
#include "gtjit/Scan.h"
#include "gtjit/Statistics.h"
#include "gtjit/Storage.h"
#include "gtjit/Text.h"
#include "gtjit/Version.h"
#include "gtjit/Vmap.h"

#endif // GTJIT_GTJIT_H
