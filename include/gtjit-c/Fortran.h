/*===- Fortran.h - Arrays of Fortran as storages ----------------*- C -*-===//
//
// What the Fortran module is built on: assumed-shape arrays arrive as the
// descriptors of ISO_Fortran_binding.h and are wrapped without a copy. In the
// library gtjit-fortran, since descriptors differ between Fortran compilers.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_FORTRAN_H
#define GTJIT_C_FORTRAN_H

#include "gtjit-c/Device.h"
#include "gtjit-c/External.h"

#include <ISO_Fortran_binding.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How an array is to be read. Filled in by gtjitDefaultArrayOptions; null members
 *  have the defaults. */
typedef struct gtjitArrayOptions {
  size_t size; /**< sizeof(gtjitArrayOptions), as the caller knows it */
  /** Names of the dimensions in the order of the array's: single letters "IJK",
   *  or names with commas, "I,J,level"; for an array with one dimension also a
   *  word, "level", unless all its letters are of I, J and K: "IJ" is two names.
   *  Null: the first of I, J, K. */
  const char *dimensions;
  /** Coordinate of the first element in each dimension, halo included; null: 1. */
  const int64_t *lower;
  const int64_t *haloLow;  /**< points before the compute domain; null: none */
  const int64_t *haloHigh; /**< points after it; null: none */
  /** An element type of the same size instead of the array's own, for instance
   *  GTJIT_U32 for a 32-bit integer; negative: its own. */
  int type;
  const char *name; /**< of the storage, for messages; null: none */
  int readOnly;     /**< not 0: whatever would write the storage is a ValueError */
  /** What each dimension is for, GTJIT_LOCAL for the neighbours of a table; null:
   *  as the names say. */
  const gtjitDimensionKind *kinds;
  /** The array is the memory of the host, or managed memory; of GTJIT_GPU it tells type and layout
   *  alone. */
  gtjitKind storageKind;
  void *
      deviceData; /**< of GTJIT_GPU, or a software-managed one (null: fresh memory): the device's */
  int nontemporal; /**< not 0: as gtjitStorageNontemporal says */
} gtjitArrayOptions;

/** Fills in the defaults, as gtjitDefaultRuntimeOptions does. */
GTJIT_C_API void gtjitDefaultArrayOptions(gtjitArrayOptions *options, size_t size);

/** The elements of an array, section or scalar as a storage, without a copy. The
 *  array has to stay until the storage is released. A ValueError for an array that
 *  is not allocated, for names and halos that do not fit it, a TypeError for elements
 *  that are no number or logical of the C binding, a LayoutError for strides
 *  that are no multiple of the element. */
GTJIT_C_API gtjitCode gtjitWrapDescriptor(gtjitRuntime runtime, const CFI_cdesc_t *array,
                                          const gtjitArrayOptions *options, gtjitLine line,
                                          gtjitStorage *storage);

/** Lets a pointer of Fortran be an array of a function on whole arrays: its indices are the
 *  coordinates. A TypeError for a pointer of another type, a ValueError for one of another rank. */
GTJIT_C_API gtjitCode gtjitPointTo(const gtjitMemRef *array, CFI_cdesc_t *pointer, gtjitLine line);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_FORTRAN_H */
