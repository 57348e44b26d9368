/*===- Storage.h - Memory with named dimensions and a halo ------*- C -*-===//
//
// Foreign memory and memory of the library, described by axes.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_STORAGE_H
#define GTJIT_C_STORAGE_H

#include "gtjit-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Element types, numbered as in C++. A bool is one byte. */
typedef enum gtjitDType GTJIT_C_INT {
  GTJIT_NO_TYPE = -1, /**< of what is no storage */
  GTJIT_BOOL = 0,
  GTJIT_I8 = 1,
  GTJIT_I16 = 2,
  GTJIT_I32 = 3,
  GTJIT_I64 = 4,
  GTJIT_U8 = 5,
  GTJIT_U16 = 6,
  GTJIT_U32 = 7,
  GTJIT_U64 = 8,
  GTJIT_F16 = 9,
  GTJIT_BF16 = 10,
  GTJIT_F32 = 11,
  GTJIT_F64 = 12,
  GTJIT_C64 = 13,
  GTJIT_C128 = 14
} gtjitDType;

/** Bytes of one element; 0 for a number that is no type. */
GTJIT_C_API size_t gtjitItemSize(gtjitDType type);

/** What a dimension is for; K is vertical and every other name horizontal, unless
 *  told. */
typedef enum gtjitDimensionKind GTJIT_C_INT {
  GTJIT_BY_NAME = 0,
  GTJIT_HORIZONTAL = 1,
  GTJIT_LOCAL = 2,
  GTJIT_VERTICAL = 3
} gtjitDimensionKind;

/** One dimension of an array: the elements have the coordinates
 *  [start - haloLow, start + extent + haloHigh). */
typedef struct gtjitAxis {
  const char *name; /**< "I", "J", "K" or any identifier */
  gtjitDimensionKind kind;
  int64_t start;    /**< coordinate of the first compute point */
  int64_t extent;   /**< compute points */
  int64_t haloLow;  /**< points before them */
  int64_t haloHigh; /**< points after them */
  int64_t stride;   /**< bytes between neighbours, may be negative */
} gtjitAxis;

/** A storage. Handles are counted: give back each by gtjitStorageRelease. A null
 *  handle is a ValueError of every function that returns a code. */
typedef struct gtjitStorageObject *gtjitStorage;

/** Called once when the memory is not used any more, from any thread. */
typedef void (*gtjitReleaseFunction)(void *owner);

/** Foreign memory as a storage, without a copy. `data` is the first element,
 *  halo included: the one with the least coordinates. The memory must stay
 *  until `release` is called with `owner`, which happens when the last reader
 *  is gone, or at once if this call fails; without `release`, until the handle
 *  and all calls that use it are done. */
GTJIT_C_API gtjitCode gtjitWrap(gtjitRuntime runtime, void *data, gtjitDType type,
                                const gtjitAxis *axes, size_t axisCount,
                                gtjitReleaseFunction release, void *owner, gtjitLine line,
                                gtjitStorage *storage);
/** The same around memory that is only read: whatever would write the storage is a
 *  ValueError. */
GTJIT_C_API gtjitCode gtjitWrapReadOnly(gtjitRuntime runtime, const void *data, gtjitDType type,
                                        const gtjitAxis *axes, size_t axisCount,
                                        gtjitReleaseFunction release, void *owner, gtjitLine line,
                                        gtjitStorage *storage);
/** Memory of the library, all elements zero; the strides are its own choice,
 *  those of `axes` are not looked at. */
GTJIT_C_API gtjitCode gtjitZeros(gtjitRuntime runtime, gtjitDType type, const gtjitAxis *axes,
                                 size_t axisCount, gtjitLine line, gtjitStorage *storage);
/** Counts one more owner of the handle and returns it; each owner gives it back
 *  by gtjitStorageRelease. Null is allowed. From any thread. */
GTJIT_C_API gtjitStorage gtjitStorageRetain(gtjitStorage storage);
/** Gives back one owner's part; the last one's ends the storage. Null is
 *  allowed. From any thread. */
GTJIT_C_API void gtjitStorageRelease(gtjitStorage storage);

/** GTJIT_NO_TYPE for null. */
GTJIT_C_API gtjitDType gtjitStorageType(gtjitStorage storage);
/** 0 for null, as for a storage without dimensions. */
GTJIT_C_API size_t gtjitStorageAxisCount(gtjitStorage storage);
/** Axis number `n` in the order in which they were given. The name lives as
 *  long as the storage. An IndexError if there is no such axis. */
GTJIT_C_API gtjitCode gtjitStorageAxis(gtjitStorage storage, size_t n, gtjitAxis *axis);
/** Address of the first element, halo included. From then on the memory is
 *  never moved. What is read-only must not be written through it. Tell writes through it by
 * gtjitStorageTouch. */
GTJIT_C_API gtjitCode gtjitStorageData(gtjitStorage storage, gtjitLine line, void **data);
/** Tells that the memory was written by others than the library. */
GTJIT_C_API gtjitCode gtjitStorageTouch(gtjitStorage storage, gtjitLine line);
/** Gives the storage a name for messages. */
GTJIT_C_API gtjitCode gtjitStorageName(gtjitStorage storage, const char *name);
/** Tells that nothing reads soon what kernels write to the storage, so that large results may go
 *  past the caches. Of all owners of the handle, not of programs' values. */
GTJIT_C_API gtjitCode gtjitStorageNontemporal(gtjitStorage storage, gtjitLine line);
/** Exchanges what two handles refer to, as at the end of a time step, for all
 *  their owners. No effect if either is null. */
GTJIT_C_API void gtjitStorageSwap(gtjitStorage a, gtjitStorage b);

/** What the halo of one dimension is filled with. */
typedef enum gtjitHaloKind GTJIT_C_INT {
  GTJIT_PERIODIC = 0, /**< values from the opposite end */
  GTJIT_MIRROR = 1,   /**< values mirrored at the edge */
  GTJIT_CONSTANT = 2, /**< `value` */
  GTJIT_EXTEND = 3    /**< the nearest compute point */
} gtjitHaloKind;
typedef struct gtjitHaloFill {
  const char *dimension;
  gtjitHaloKind kind;
  double value;
} gtjitHaloFill;
/** Fills the halo dimension by dimension, in this order, each over the halos
 *  already filled. */
GTJIT_C_API gtjitCode gtjitFillHalo(gtjitStorage storage, const gtjitHaloFill *fills, size_t count,
                                    gtjitLine line);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_STORAGE_H */
