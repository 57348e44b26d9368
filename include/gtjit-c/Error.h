/*===- Error.h - What went wrong, as a code and a text ----------*- C -*-===//
//
// Every function of the C API that can fail returns a code; the text of the
// calling thread's last failure stands beside it.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_ERROR_H
#define GTJIT_C_ERROR_H

#include "gtjit/Version.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GTJIT_C_API __attribute__((visibility("default")))
#else
#define GTJIT_C_API
#endif

/** Behind the name of an enum: callers may pass any int, which C allows and C++
 *  does if it is told. */
#ifdef __cplusplus
#define GTJIT_C_INT : int
#else
#define GTJIT_C_INT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of errors, as the classes of the C++ API. The numbers are stable. */
typedef enum gtjitCode GTJIT_C_INT {
  GTJIT_OK = 0,
  GTJIT_TYPE_ERROR = 1,
  GTJIT_DTYPE_ERROR = 2,
  GTJIT_VALUE_ERROR = 3,
  GTJIT_LAYOUT_ERROR = 4,
  GTJIT_INDEX_ERROR = 5,
  GTJIT_DOMAIN_ERROR = 6,
  GTJIT_INDEX_OUT_OF_BOUNDS = 7,
  GTJIT_NON_CONTIGUOUS_DOMAIN = 8,
  GTJIT_KEY_ERROR = 9,
  GTJIT_MEMORY_ERROR = 10,
  GTJIT_RUNTIME_ERROR = 11,
  GTJIT_DEVICE_ERROR = 12,
  GTJIT_COMPILE_ERROR = 13,
  GTJIT_NOT_IMPLEMENTED = 14,
  GTJIT_FLOATING_POINT_ERROR = 15,
  GTJIT_NO_SUCH_BUFFER = 16,
  /** An exception that is none of the library's, for instance of a callback. */
  GTJIT_UNKNOWN_ERROR = 255
} gtjitCode;

/** GTJIT_VERSION of the library that the program runs with. */
GTJIT_C_API int gtjitVersion(void);

/** The caller's place in the source, for messages; file null: unknown. The
 *  text must live as long as the process, as `__FILE__` does; of other text
 *  gtjitLineOf makes a place. */
typedef struct gtjitLine {
  const char *file;
  unsigned line;
} gtjitLine;

#ifdef __cplusplus
#define GTJIT_HERE (gtjitLine{__FILE__, __LINE__})
#else
#define GTJIT_HERE ((gtjitLine){__FILE__, __LINE__})
#endif

/** For bindings to other languages: a place in a file whose name is known at run
 *  time alone. Names are kept for good, each once; null: unknown. From any thread. */
GTJIT_C_API gtjitLine gtjitLineOf(const char *file, unsigned line);

/** Text of this thread's last failure, "file:line: error: message" and a line
 *  for every note; empty if no call failed. Valid until the next failure. */
GTJIT_C_API const char *gtjitErrorText(void);
/** Name of a code, "DomainError"; "UnknownError" for a number that is none. */
GTJIT_C_API const char *gtjitCodeName(gtjitCode code);
/** For bindings to other languages: makes `message` the calling thread's last
 *  failure and returns `code`. A null message is an empty one. */
GTJIT_C_API gtjitCode gtjitFail(gtjitCode code, gtjitLine line, const char *message);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_ERROR_H */
