/*===- Arrays.c - Functions on whole arrays for gt-run ---------------------===*/
#include "gtjit-c/External.h"

static double *at(const gtjitMemRef *array, int64_t n) {
  return (double *)array->data + n * array->strides[0];
}

/** The sums of the elements up to each. */
int running_sum(const gtjitMemRef *arrays) {
  double sum = 0;
  for (int64_t n = 0; n < arrays[0].sizes[0]; ++n)
    *at(&arrays[1], n) = sum += *at(&arrays[0], n);
  return 0;
}

/** The other way around; 9 for no element. */
int reversed(const gtjitMemRef *arrays) {
  int64_t size = arrays[0].sizes[0];
  for (int64_t n = 0; n < size / 2; ++n) {
    double kept = *at(&arrays[0], n);
    *at(&arrays[0], n) = *at(&arrays[0], size - 1 - n);
    *at(&arrays[0], size - 1 - n) = kept;
  }
  return size ? 0 : 9;
}
