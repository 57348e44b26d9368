//===- ExternalFunctions.cpp - What scenarios call ------------------------===//
//
// In the test program, and in a library for gt-run. Every operation in them is exact or
// rounds once, so that NumPy gives the same bits.
//
//===----------------------------------------------------------------------===//
#include <cstdint>

#pragma GCC visibility push(default)
extern "C" {
double random_mix(double a, double b) { return 0.5 * a - b; }
float random_square(float x) { return x * x; }
std::int32_t random_weigh(std::int32_t a, std::int8_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) +
                                   3u * static_cast<std::uint32_t>(std::int32_t{b}));
}
std::uint16_t random_fold(std::uint64_t a) {
  return static_cast<std::uint16_t>(a ^ (a >> 16) ^ (a >> 40));
}
bool random_differ(bool a, float x) { return a != (x > 0.0f); }
std::int64_t random_choose(double x, std::int64_t a, std::uint8_t b) { return x > 1.0 ? a : b; }
std::int8_t random_sign(std::int16_t a, std::uint32_t b) {
  return static_cast<std::int8_t>(a < 0 ? -1 : b > 7);
}
int random_checked(double x, double *result) {
  *result = x - 0.25;
  return 0;
}
int random_checked_byte(std::uint8_t x, std::uint8_t *result) {
  *result = static_cast<std::uint8_t>(x ^ 85);
  return 0;
}
float random_effect(float x) { return -x; }
void random_split(double a, double b, double *low, std::int32_t *high) {
  *low = a < b ? a : b;
  *high = (a > 2.0) - (b > 2.0);
}
void random_routine_(const float *x, const std::int32_t *n, float *y, bool *flag, int *ierr) {
  *y = *x * 2.0f;
  *flag = *n > 3;
  *ierr = *n % 5 == 0 ? 1000 : 0; // 0 or what a byte does not hold
}
int random_failing(std::int16_t a, std::int16_t *half, double *root) {
  *half = static_cast<std::int16_t>(a / 2);
  *root = a;
  return a < 0 ? -3 : 0;
}
double random_whole(double x) { return 0.5 * x + 3.0; }
float random_update(float x) { return x - 2.0f; }
}
#pragma GCC visibility pop
