/*===- Version.h - Which version of the library this is ---------*- C -*-===//
//
// Macros for C and C++. The library that a program runs with tells its own by
// gtjitVersion().
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_VERSION_H
#define GTJIT_VERSION_H

#define GTJIT_VERSION_MAJOR 0
#define GTJIT_VERSION_MINOR 1
#define GTJIT_VERSION_PATCH 0
/** Grows from version to version: 1.2.3 is 10203. */
#define GTJIT_VERSION                                                                              \
  (GTJIT_VERSION_MAJOR * 10000 + GTJIT_VERSION_MINOR * 100 + GTJIT_VERSION_PATCH)

#endif /* GTJIT_VERSION_H */
