/*===- Checks.h - What the tests in C check with ----------------*- C -*-===//
//
// A test is a function; a failed check prints its line and goes on. The program
// exits with 1 if there was any.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_UNITTESTS_CAPI_CHECKS_H
#define GTJIT_UNITTESTS_CAPI_CHECKS_H

#include <gtjit-c/gtjit.h>

#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      ++failures;                                                                                  \
      printf("%s:%d: %s; last error: %s\n", __FILE__, __LINE__, #condition, gtjitErrorText());     \
    }                                                                                              \
  } while (0)

/** Checks that a call fails with a code and a text that holds `part`. */
#define CHECK_ERROR(call, expected, part)                                                          \
  do {                                                                                             \
    gtjitCode code = (call);                                                                       \
    if (code != (expected) || !strstr(gtjitErrorText(), part)) {                                   \
      ++failures;                                                                                  \
      printf("%s:%d: expected %s with '%s', got %s: %s\n", __FILE__, __LINE__,                     \
             gtjitCodeName(expected), part, gtjitCodeName(code), gtjitErrorText());                \
    }                                                                                              \
  } while (0)

#endif
