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

/** A failure of the array, which the message names if it has a name. */
static gtjitCode fail(gtjitCode code, const char *name, gtjitLine line, const char *expected) {
  char message[400];
  if (name)
    snprintf(message, sizeof(message), "'%.80s': %s", name, expected);
  return gtjitFail(code, line, name ? message : expected);
}

/** Appends one name without the blanks around it; false if there are too many, or
 *  it is empty, too long or of several words. */
static int addName(Names *names, const char *start, size_t length) {
  for (; length && *start == ' '; --length)
    ++start;
  while (length && start[length - 1] == ' ')
    --length;
  if (names->count == CFI_MAX_RANK || !length || length > kMaxName || memchr(start, ' ', length))
    return 0;
  memcpy(names->text[names->count], start, length);
  names->text[names->count++][length] = 0;
  return 1;
}

/** The names between commas. */
static int splitNames(const char *text, Names *names) {
  for (;; ++text) {
    size_t length = strcspn(text, ",");
    if (!addName(names, text, length))
      return 0;
    text += length;
    if (!*text)
      return 1;
  }
}

/** Each letter as a name. */
static int splitLetters(const char *text, Names *names) {
  for (; *text; ++text)
    if (*text != ' ' && !addName(names, text, 1))
      return 0;
  return 1;
}

static gtjitCode readNames(const gtjitArrayOptions *options, int rank, gtjitLine line,
                           Names *names) {
  const char *text = options->dimensions;
  if (!text && rank > 3)
    return fail(GTJIT_VALUE_ERROR, options->name, line,
                "expected names for the dimensions of an array with more than three");
  char first[4] = "IJK";
  if (!text) {
    first[rank] = 0;
    text = first;
  }
  names->count = 0;
  /* "level" is one name; "IJ" is two, and an array with one dimension refuses it. */
  int isWord = rank == 1 && text[strspn(text, "IJK ")];
  int good = isWord || strchr(text, ',') ? splitNames(text, names) : splitLetters(text, names);
  if (good && names->count == (size_t)rank)
    return GTJIT_OK;
  char message[160];
  snprintf(message, sizeof(message), "expected names for %d dimension%s, got '%.80s'", rank,
           rank == 1 ? "" : "s", text);
  return fail(GTJIT_VALUE_ERROR, options->name, line, message);
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

static gtjitCode elementType(const CFI_cdesc_t *array, const gtjitArrayOptions *options,
                             gtjitLine line, gtjitDType *result) {
  if (options->type >= 0) {
    *result = (gtjitDType)options->type;
    if (gtjitItemSize(*result) == array->elem_len)
      return GTJIT_OK;
    return fail(GTJIT_TYPE_ERROR, options->name, line,
                "expected an element type of the same size as the array's elements");
  }
  int known = typeOf(array->type);
  if (known < 0)
    return fail(GTJIT_TYPE_ERROR, options->name, line,
                "expected an array of integer, real, complex or logical(c_bool), of a kind that "
                "C has");
  *result = (gtjitDType)known;
  return GTJIT_OK;
}

/** Dimension `d` of the array as an axis. */
static gtjitCode readAxis(const CFI_cdesc_t *array, int d, const gtjitArrayOptions *options,
                          const char *name, gtjitLine line, gtjitAxis *axis) {
  int64_t low = options->haloLow ? options->haloLow[d] : 0;
  int64_t high = options->haloHigh ? options->haloHigh[d] : 0;
  int64_t lower = options->lower ? options->lower[d] : 1, extent = array->dim[d].extent;
  char message[256];
  if (low < 0 || high < 0 || low > extent || high > extent - low) {
    snprintf(message, sizeof(message),
             "expected a halo of %s from 0 and no wider than the array, got (%lld,%lld) of %lld "
             "points",
             name, (long long)low, (long long)high, (long long)extent);
    return fail(GTJIT_VALUE_ERROR, options->name, line, message);
  }
  if (lower > INT64_MAX - extent) {
    snprintf(message, sizeof(message),
             "expected coordinates from -2^62 to 2^62 in %s, got %lld points from %lld", name,
             (long long)extent, (long long)lower);
    return fail(GTJIT_VALUE_ERROR, options->name, line, message);
  }
  *axis = (gtjitAxis){.name = name,
                      .kind = options->kinds ? options->kinds[d] : GTJIT_BY_NAME,
                      .start = lower + low,
                      .extent = extent - low - high,
                      .haloLow = low,
                      .haloHigh = high,
                      .stride = array->dim[d].sm};
  return GTJIT_OK;
}

void gtjitDefaultArrayOptions(gtjitArrayOptions *options, size_t size) {
  if (!options || size < sizeof(options->size))
    return;
  gtjitArrayOptions defaults = {.type = -1};
  memset(options, 0, size); /* the defaults of later libraries are zero, too */
  memcpy(options, &defaults, size < sizeof(defaults) ? size : sizeof(defaults));
  options->size = size;
}

/** The caller's options: as much of them as it knows of, and no more than this
 *  library knows of; false if they were not filled in or ask for more. */
static int knownOptions(const gtjitArrayOptions *given, gtjitArrayOptions *options) {
  gtjitDefaultArrayOptions(options, sizeof(*options));
  if (!given)
    return 1;
  if (given->size < sizeof(given->size) || given->size > 65536)
    return 0;
  for (size_t n = sizeof(*options); n < given->size; ++n)
    if (((const unsigned char *)given)[n])
      return 0;
  memcpy(options, given, given->size < sizeof(*options) ? given->size : sizeof(*options));
  return 1;
}

gtjitCode gtjitWrapDescriptor(gtjitRuntime runtime, const CFI_cdesc_t *array,
                              const gtjitArrayOptions *options, gtjitLine line,
                              gtjitStorage *storage) {
  gtjitArrayOptions known, *o = &known;
  if (!knownOptions(options, o))
    return fail(GTJIT_VALUE_ERROR, NULL, line,
                "expected array options of this library from gtjitDefaultArrayOptions");
  if (!storage)
    return fail(GTJIT_VALUE_ERROR, o->name, line, "expected a place for the storage, got null");
  if (!array)
    return fail(GTJIT_VALUE_ERROR, o->name, line, "expected an array, got null");
  if (!array->base_addr)
    return fail(GTJIT_VALUE_ERROR, o->name, line,
                "expected an array that is allocated or associated, got one that is not");
  gtjitDType type = GTJIT_F64;
  Names names;
  gtjitAxis axes[CFI_MAX_RANK];
  gtjitCode code = elementType(array, o, line, &type);
  if (code == GTJIT_OK)
    code = readNames(o, array->rank, line, &names);
  for (int d = 0; code == GTJIT_OK && d < array->rank; ++d)
    code = readAxis(array, d, o, names.text[d], line, &axes[d]);
  gtjitStorage made = NULL;
  size_t rank = (size_t)array->rank;
  if (code == GTJIT_OK && o->storageKind != GTJIT_CPU)
    code = o->readOnly ? fail(GTJIT_VALUE_ERROR, o->name, line,
                              "expected an array that may be written for a storage on a device")
                       : gtjitWrapOfKind(runtime, o->storageKind,
                                         o->storageKind == GTJIT_GPU ? NULL : array->base_addr,
                                         o->deviceData, type, axes, rank, NULL, NULL, line, &made);
  else if (code == GTJIT_OK)
    code = o->readOnly
               ? gtjitWrapReadOnly(runtime, array->base_addr, type, axes, rank, NULL, NULL, line,
                                   &made)
               : gtjitWrap(runtime, array->base_addr, type, axes, rank, NULL, NULL, line, &made);
  if (code == GTJIT_OK && o->name)
    code = gtjitStorageName(made, o->name);
  if (code == GTJIT_OK && o->nontemporal)
    code = gtjitStorageNontemporal(made, line);
  if (code != GTJIT_OK)
    gtjitStorageRelease(made);
  else
    *storage = made;
  return code;
}

gtjitCode gtjitPointTo(const gtjitMemRef *array, CFI_cdesc_t *pointer, gtjitLine line) {
  if (!array || !pointer)
    return fail(GTJIT_VALUE_ERROR, NULL, line, "expected an array and a pointer, got null");
  if (pointer->rank != array->rank)
    return fail(GTJIT_VALUE_ERROR, NULL, line, "expected a pointer of the array's rank");
  if (typeOf(pointer->type) != array->type)
    return fail(GTJIT_TYPE_ERROR, NULL, line, "expected a pointer of the array's type");
  CFI_CDESC_T(CFI_MAX_RANK) memory;
  CFI_cdesc_t *whole = (CFI_cdesc_t *)&memory;
  CFI_index_t extents[CFI_MAX_RANK], lower[CFI_MAX_RANK];
  for (int d = 0; d < array->rank; ++d) {
    extents[d] = (CFI_index_t)array->sizes[d];
    lower[d] = (CFI_index_t)array->origins[d];
  }
  CFI_establish(whole, array->data, CFI_attribute_other, pointer->type, pointer->elem_len,
                pointer->rank, extents);
  for (int d = 0; d < array->rank; ++d)
    whole->dim[d].sm = (CFI_index_t)array->strides[d] * (CFI_index_t)pointer->elem_len;
  if (CFI_setpointer(pointer, whole, lower) != CFI_SUCCESS)
    return fail(GTJIT_VALUE_ERROR, NULL, line, "expected a pointer of Fortran");
  return GTJIT_OK;
}
