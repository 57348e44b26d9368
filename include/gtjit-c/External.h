/*===- External.h - Functions that programs call ----------------*- C -*-===//
//
// A saved program may call functions of its host at each point. It knows them by
// their symbols: a host makes its own known before it loads the program.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_EXTERNAL_H
#define GTJIT_C_EXTERNAL_H

#include "gtjit-c/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Any function: cast to this. */
typedef void (*gtjitFunction)(void);

/** What a function takes and gives: GTJIT_BOOL, integers, GTJIT_F32 and GTJIT_F64, by
 *  value (in Fortran bind(c) with value). */
typedef struct gtjitPrototype {
  size_t size; /**< sizeof(gtjitPrototype), as the caller knows it */
  gtjitDType result;
  const gtjitDType *operands; /**< at least one; at most 8 floats and 6 others */
  size_t operandCount;
  /** Not 0: it is `int f(operands..., result *)`, which returns 0 when it has written the
   *  result; after any other status the call of the program fails. */
  int reportsStatus;
  /** Not 0: it does more than give its result, so each call of a program calls it
   *  once for each point at which it computes its value. */
  int hasEffects;
} gtjitPrototype;

/** Makes a function known by its symbol, an identifier of C, for all runtimes, in the place
 *  of one with the same prototype that was known so. Programs call it from all threads at
 *  once. It stays known until the process ends. Another prototype than before is a
 *  ValueError, a type that C lacks a DTypeError. */
GTJIT_C_API gtjitCode gtjitRegisterExternal(const char *symbol, const gtjitPrototype *prototype,
                                            gtjitFunction function, gtjitLine line);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_EXTERNAL_H */
