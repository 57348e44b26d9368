/*===- gtjit.h - The whole C API --------------------------------*- C -*-===*/
#ifndef GTJIT_C_GTJIT_H
#define GTJIT_C_GTJIT_H

#include "gtjit-c/DLPack.h"
#include "gtjit-c/Device.h"
#include "gtjit-c/Error.h"
#include "gtjit-c/External.h"
#include "gtjit-c/Program.h"
#include "gtjit-c/Runtime.h"
#include "gtjit-c/Storage.h"

#endif /* GTJIT_C_GTJIT_H */
