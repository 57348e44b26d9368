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

/** How a function gives its results. After a status that is not 0 it has none, and the call of
 *  the program fails (gtjitFailedCount), unless the program looks at the status itself. */
typedef enum gtjitResults GTJIT_C_INT {
  GTJIT_RETURNED = 0,   /**< `R f(operands...)`, one result */
  GTJIT_PLACED = 1,     /**< `void f(operands..., R *...)` */
  GTJIT_STATUS = 2,     /**< `int f(operands..., R *...)`, which returns its status */
  GTJIT_STATUS_LAST = 3 /**< `void f(operands..., R *..., int *status)` */
} gtjitResults;

/** What a function takes and gives: GTJIT_BOOL, integers, GTJIT_F32 and GTJIT_F64. */
typedef struct gtjitPrototype {
  size_t size;               /**< sizeof(gtjitPrototype), as the caller knows it */
  const gtjitDType *results; /**< at least one */
  size_t resultCount;
  const gtjitDType *operands; /**< at least one; at most 32 parameters in all */
  size_t operandCount;
  gtjitResults way;
  /** Not 0: operands are pointers to const, as of a subroutine in Fortran; else they are passed
   *  by value (in Fortran bind(c) with value). */
  int takesReferences;
  /** Not 0: it does more than give its results, so each call of a program calls it
   *  once for each point at which it computes its value. */
  int hasEffects;
} gtjitPrototype;

/** Makes a function known by its symbol, an identifier of C, for all runtimes, in the place
 *  of one with the same prototype that was known so. Programs call it from all threads at
 *  once. It stays known until the process ends. Another prototype than before is a
 *  ValueError, a type that C lacks a DTypeError. */
GTJIT_C_API gtjitCode gtjitRegisterExternal(const char *symbol, const gtjitPrototype *prototype,
                                            gtjitFunction function, gtjitLine line);

/** An array as a function on whole arrays gets it; lives as long as the call. */
typedef struct gtjitMemRef {
  void *data;             /**< the element at the first coordinates */
  const int64_t *sizes;   /**< points of each dimension, in the order of the declaration */
  const int64_t *strides; /**< of each dimension, in elements */
  const int64_t *origins; /**< first coordinate of each dimension, halo included */
  int32_t rank;           /**< how many dimensions there are */
  int32_t type;           /**< a gtjitDType */
} gtjitMemRef;

/** A function on whole arrays, which gets those that it declares in their order. Returns 0, or a
 *  status, with which the call of the program fails. */
typedef int (*gtjitArrayFunction)(const gtjitMemRef *arrays);

/** Makes a function on whole arrays known by its symbol, as gtjitRegisterExternal does. `arrays`
 *  declares what it reads, writes and updates: "reads f64 [I, K], reads f64 [K, J], writes
 *  f64 [I, J, E from 0 to 5]". Dimensions are what their names say, or, with a word in front,
 *  "horizontal X", "local N" or "vertical L". "dense" behind a list says that the elements
 *  lie one behind the other, the last dimension fastest. Programs call it once for each call in
 * their text, on the thread that calls the program. A ValueError for a text that declares nothing
 * and for other arrays than before, a DTypeError for arrays that do not fit together. */
GTJIT_C_API gtjitCode gtjitRegisterArrays(const char *symbol, const char *arrays,
                                          gtjitArrayFunction function, gtjitLine line);

/** A point at which a function has reported that it has no result. */
typedef struct gtjitFailedPoint {
  const char *symbol; /**< of the function */
  int status;         /**< that it reported */
  size_t dimensionCount;
  const char *const *dimensions; /**< the names of the call's dimensions */
  const int64_t *coordinates;    /**< of the point, in each */
} gtjitFailedPoint;

/** At how many points functions have failed in the call that is this thread's last failure, which
 *  has stored all other values; 0 if it has failed otherwise, or where that is not known: after
 *  functions with effects. */
GTJIT_C_API size_t gtjitFailedCount(void);
/** Point `n` of the first 1,000 of them; 0 without an effect if there is none, or no memory to tell
 *  of it. What is pointed to lives until the thread's next failure, or call of this function. */
GTJIT_C_API int gtjitFailedPointAt(size_t n, gtjitFailedPoint *point);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_EXTERNAL_H */
