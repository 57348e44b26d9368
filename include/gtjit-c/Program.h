/*===- Program.h - Compiled programs ----------------------------*- C -*-===//
//
// Programs that were traced and saved by the C++ API, loaded and called with
// no compiler.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_PROGRAM_H
#define GTJIT_C_PROGRAM_H

#include "gtjit-c/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A program. Calls may come from any thread. Handles are counted: give back each
 *  by gtjitProgramRelease. A null handle is a ValueError of every function that
 *  returns a code. */
typedef struct gtjitProgramObject *gtjitProgram;

/** Loads a saved program. Nothing of the file is used later. */
GTJIT_C_API gtjitCode gtjitProgramLoad(gtjitRuntime runtime, const char *path, gtjitLine line,
                                       gtjitProgram *program);
/** Counts one more owner of the handle and returns it; each owner gives it back
 *  by gtjitProgramRelease. Null is allowed. From any thread. */
GTJIT_C_API gtjitProgram gtjitProgramRetain(gtjitProgram program);
/** Gives back one owner's part; the last one's ends the program. Null is
 *  allowed. From any thread. */
GTJIT_C_API void gtjitProgramRelease(gtjitProgram program);

/** One value of a call. */
typedef enum gtjitArgumentKind GTJIT_C_INT {
  GTJIT_INPUT = 0,    /**< a storage to read, or one without dimensions as a scalar */
  GTJIT_OUTPUT = 1,   /**< a storage whose compute domain is written */
  GTJIT_REAL = 2,     /**< a number; converted to the float type that is expected */
  GTJIT_INTEGER = 3,  /**< a number; converted to the type that is expected */
  GTJIT_UNSIGNED = 4, /**< a number from 0 to 2^64 - 1, else as GTJIT_INTEGER */
  GTJIT_BOOLEAN = 5   /**< true or false, where a bool is expected */
} gtjitArgumentKind;
/** Made by gtjitIn, gtjitOut, gtjitReal, gtjitInteger, gtjitUnsigned and
 *  gtjitBoolean. */
typedef struct gtjitArgument {
  gtjitArgumentKind kind;
  gtjitStorage storage; /**< of GTJIT_INPUT and GTJIT_OUTPUT */
  double real;          /**< of GTJIT_REAL */
  int64_t integer;      /**< of GTJIT_INTEGER; of GTJIT_UNSIGNED the bits; of
                             GTJIT_BOOLEAN 0 for false, any other for true */
} gtjitArgument;

static inline gtjitArgument gtjitIn(gtjitStorage storage) {
  gtjitArgument argument = {GTJIT_INPUT, storage, 0.0, 0};
  return argument;
}
static inline gtjitArgument gtjitOut(gtjitStorage storage) {
  gtjitArgument argument = {GTJIT_OUTPUT, storage, 0.0, 0};
  return argument;
}
static inline gtjitArgument gtjitReal(double value) {
  gtjitArgument argument = {GTJIT_REAL, NULL, value, 0};
  return argument;
}
static inline gtjitArgument gtjitInteger(int64_t value) {
  gtjitArgument argument = {GTJIT_INTEGER, NULL, 0.0, value};
  return argument;
}
static inline gtjitArgument gtjitUnsigned(uint64_t value) {
  gtjitArgument argument = {GTJIT_UNSIGNED, NULL, 0.0, (int64_t)value};
  return argument;
}
static inline gtjitArgument gtjitBoolean(int value) {
  gtjitArgument argument = {GTJIT_BOOLEAN, NULL, 0.0, value != 0};
  return argument;
}

/** Runs the program: its outputs and its arguments, each in their order. All
 *  checks come before any write. */
GTJIT_C_API gtjitCode gtjitProgramCall(gtjitProgram program, const gtjitArgument *arguments,
                                       size_t count, gtjitLine line);

/** What a program expects as an argument, or writes as an output. */
typedef struct gtjitParameter {
  gtjitDType type;
  size_t dimensionCount; /**< 0: a number, or a storage without dimensions */
} gtjitParameter;
/** Where calls run from now on: "gpu", the runtime's device, or null, on processors. */
GTJIT_C_API gtjitCode gtjitProgramSetDevice(gtjitProgram program, const char *device,
                                            gtjitLine line);

/** 0 for null. */
GTJIT_C_API size_t gtjitProgramInputCount(gtjitProgram program);
GTJIT_C_API size_t gtjitProgramOutputCount(gtjitProgram program);
/** An IndexError if there is no such argument. */
GTJIT_C_API gtjitCode gtjitProgramInput(gtjitProgram program, size_t n, gtjitParameter *parameter);
GTJIT_C_API gtjitCode gtjitProgramOutput(gtjitProgram program, size_t n, gtjitParameter *parameter);
/** Name of dimension `d` of argument or output `n`, or null if there is none,
 *  also for a null program. Lives as long as the process. */
GTJIT_C_API const char *gtjitProgramInputDimension(gtjitProgram program, size_t n, size_t d);
GTJIT_C_API const char *gtjitProgramOutputDimension(gtjitProgram program, size_t n, size_t d);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_PROGRAM_H */
