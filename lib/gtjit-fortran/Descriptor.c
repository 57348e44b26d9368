/*===- Descriptor.c - Storages of Fortran's array descriptors -------------===//
//
// Reads the descriptor and hands its address and strides to gtjitWrap. Knows
// nothing of the engine behind the C API.
//
//===--------------------------------------------------------------------===*/
#include "gtjit-c/Fortran.h"

#include <stdio.h>
#include <string.h>

enum { kMaxName = 63 };

/** The dimensions' names, cut out of the caller's text. */
typedef struct Names {
  char text[CFI_MAX_RANK][kMaxName + 1];
  size_t count;
} Names;

static gtjitCode fail(gtjitCode code, gtjitLine line, const char *format, const char *detail) {
  char message[256];
  snprintf(message, sizeof(message), format, detail);
  return gtjitFail(code, line, message);
}

/** Appends one name; false if there are too many or it is too long. */
static int addName(Names *names, const char *start, size_t length) {
  if (names->count == CFI_MAX_RANK || length > kMaxName)
    return 0;
  memcpy(names->text[names->count], start, length);
  names->text[names->count++][length] = 0;
  return 1;
}

static gtjitCode readNames(const char *text, int rank, gtjitLine line, Names *names) {
  names->count = 0;
  size_t wanted = (size_t)rank;
  if (!text && wanted > 3)
    return gtjitFail(GTJIT_VALUE_ERROR, line,
                     "expected names for the dimensions of an array with more than three");
  char first[4] = "IJK";
  if (!text) {
    first[wanted] = 0;
    text = first;
  }
  int good = 1;
  if (strchr(text, ',')) {
    for (const char *start = text; good && start; start = strchr(start, ',')) {
      start += *start == ',';
      start += strspn(start, " ");
      good = addName(names, start, strcspn(start, ", "));
    }
  } else if (wanted == 1 && strlen(text) > 1) {
    good = addName(names, text, strcspn(text, " "));
  } else {
    for (const char *letter = text; good && *letter; ++letter)
      good = *letter == ' ' || addName(names, letter, 1);
  }
  if (!good || names->count != wanted) {
    char message[160];
    snprintf(message, sizeof(message), "expected names for %d dimensions, got '%.80s'", rank, text);
    return gtjitFail(GTJIT_VALUE_ERROR, line, message);
  }
  return GTJIT_OK;
}

/** The element type of a descriptor, or -1. */
static int typeOf(CFI_type_t type) {
  const struct {
    CFI_type_t type;
    gtjitDType dtype;
  } known[] = {
      {CFI_type_Bool, GTJIT_BOOL},           {CFI_type_int8_t, GTJIT_I8},
      {CFI_type_int16_t, GTJIT_I16},         {CFI_type_int32_t, GTJIT_I32},
      {CFI_type_int64_t, GTJIT_I64},         {CFI_type_float, GTJIT_F32},
      {CFI_type_double, GTJIT_F64},          {CFI_type_float_Complex, GTJIT_C64},
      {CFI_type_double_Complex, GTJIT_C128},
  };
  for (size_t n = 0; n < sizeof(known) / sizeof(known[0]); ++n)
    if (known[n].type == type)
      return (int)known[n].dtype;
  return -1;
}

static gtjitCode elementType(const CFI_cdesc_t *array, int asked, gtjitLine line,
                             gtjitDType *result) {
  if (asked >= 0) {
    *result = (gtjitDType)asked;
    if (gtjitItemSize(*result) == array->elem_len)
      return GTJIT_OK;
    return gtjitFail(GTJIT_TYPE_ERROR, line,
                     "expected an element type of the same size as the array's elements");
  }
  int known = typeOf(array->type);
  if (known < 0)
    return gtjitFail(GTJIT_TYPE_ERROR, line,
                     "expected an array of integer, real, complex or logical(c_bool), of a kind "
                     "that C has");
  *result = (gtjitDType)known;
  return GTJIT_OK;
}

gtjitCode gtjitWrapDescriptor(gtjitRuntime runtime, const CFI_cdesc_t *array,
                              const gtjitArrayOptions *options, gtjitLine line,
                              gtjitStorage *storage) {
  static const gtjitArrayOptions defaults = {NULL, NULL, NULL, NULL, -1};
  const gtjitArrayOptions *o = options ? options : &defaults;
  if (storage)
    *storage = NULL;
  if (!array)
    return fail(GTJIT_VALUE_ERROR, line, "expected %s, got null", "an array");
  gtjitDType type = GTJIT_F64;
  gtjitCode code = elementType(array, o->type, line, &type);
  Names names;
  if (code == GTJIT_OK)
    code = readNames(o->dimensions, array->rank, line, &names);
  if (code != GTJIT_OK)
    return code;
  gtjitAxis axes[CFI_MAX_RANK];
  for (int d = 0; d < array->rank; ++d) {
    int64_t low = o->haloLow ? o->haloLow[d] : 0, high = o->haloHigh ? o->haloHigh[d] : 0;
    int64_t extent = array->dim[d].extent - low - high;
    if (low < 0 || high < 0 || extent < 0)
      return fail(GTJIT_VALUE_ERROR, line,
                  "expected a halo of %s from 0 and no wider than the array", names.text[d]);
    axes[d] = (gtjitAxis){.name = names.text[d],
                          .kind = GTJIT_BY_NAME,
                          .start = (o->lower ? o->lower[d] : 1) + low,
                          .extent = extent,
                          .haloLow = low,
                          .haloHigh = high,
                          .stride = array->dim[d].sm};
  }
  return gtjitWrap(runtime, array->base_addr, type, axes, (size_t)array->rank, NULL, NULL, line,
                   storage);
}
