//===- HostCall.cpp - Calling a function by its prototype -----------------===//
//
// By C's conventions on x86-64 integers and floats go in registers of their own, each
// kind in order: a call that fills all of them calls every prototype that has no more.
// Bits of a register above those of the operand are not looked at, but for integers of
// less than 32 bits, which a caller extends.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Reference/HostCall.h"

#include "gtjit/Types/Elements.h"

#include <bit>
#include <cstring>
#include <limits>

using namespace gtjit;
using namespace gtjit::reference;
using detail::Prototype;

namespace {

struct Registers {
  std::uint64_t integers[Prototype::mostIntegers] = {};
  double floats[Prototype::mostFloats] = {};
  std::size_t integerCount = 0, floatCount = 0;

  void add(DType type, const std::byte *operand);
};

void Registers::add(DType type, const std::byte *operand) {
  if (isFloat(type)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, operand, itemsize(type));
    floats[floatCount++] = std::bit_cast<double>(bits);
    return;
  }
  detail::withType(type, [&]<class T>(T *) {
    if constexpr (std::is_integral_v<T>)
      integers[integerCount++] = static_cast<std::uint64_t>(detail::loadValue<T>(operand));
  });
}

template <class Result> Result callWith(const void *function, const Registers &with) {
  using Function =
      Result (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                 std::uint64_t, double, double, double, double, double, double, double, double);
  const std::uint64_t *i = with.integers;
  const double *f = with.floats;
  return reinterpret_cast<Function>(const_cast<void *>(function))(
      i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]);
}

void setFailed(DType type, std::byte *result) {
  std::memset(result, 0, itemsize(type));
  if (type == DType::F64)
    detail::storeValue(result, std::numeric_limits<double>::quiet_NaN());
  if (type == DType::F32)
    detail::storeValue(result, std::numeric_limits<float>::quiet_NaN());
}

} // namespace

int reference::callHost(const detail::ImportedFunction &function, const std::byte *const *operands,
                        std::byte *result) {
  const Prototype &prototype = function.prototype;
  Registers registers;
  for (std::size_t n = 0; n < prototype.operands.size(); ++n)
    registers.add(prototype.operands[n], operands[n]);
  std::uint64_t bits = 0;
  if (prototype.reportsStatus) {
    registers.integers[registers.integerCount++] = reinterpret_cast<std::uintptr_t>(&bits);
    int status = callWith<int>(function.address, registers);
    if (status != 0) {
      setFailed(prototype.result, result);
      return status;
    }
  } else if (isFloat(prototype.result)) {
    bits = std::bit_cast<std::uint64_t>(callWith<double>(function.address, registers));
  } else {
    bits = callWith<std::uint64_t>(function.address, registers);
  }
  std::memcpy(result, &bits, itemsize(prototype.result));
  if (prototype.result == DType::Bool)
    detail::storeValue(result, *result != std::byte{0});
  return 0;
}
