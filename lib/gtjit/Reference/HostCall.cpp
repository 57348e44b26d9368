//===- HostCall.cpp - Calling a function by its prototype -----------------===//
//
// By C's conventions on x86-64 integers and floats go in registers of their own, each
// kind in order, and what these do not hold on the stack, in order: a call that fills all
// registers and has enough on the stack calls every prototype that has no more. Bits of a
// place above those of the operand are not looked at, but for integers of less than 32 bits,
// which a caller extends.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Reference/HostCall.h"

#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

using namespace gtjit;
using namespace gtjit::reference;
using detail::Prototype;

namespace {

/// The places of parameters.
class Parameters {
public:
  void add(std::uint64_t integer) {
    if (integerCount < std::size(integers))
      integers[integerCount++] = integer;
    else
      stack[stackCount++] = integer;
  }
  void add(const void *address) { add(reinterpret_cast<std::uintptr_t>(address)); }
  void add(DType type, const std::byte *operand);

  /// Calls `Result f(...)`.
  template <class Result> Result call(const void *function) const {
    return call<Result>(function, std::make_index_sequence<mostStacked>());
  }

private:
  static constexpr std::size_t mostIntegers = 6, mostFloats = 8,
                               mostStacked = Prototype::mostParameters - mostIntegers;
  template <std::size_t> using Word = std::uint64_t;
  template <class Result, std::size_t... N>
  Result call(const void *function, std::index_sequence<N...>) const {
    using U = std::uint64_t;
    using D = double;
    using Function = Result (*)(U, U, U, U, U, U, D, D, D, D, D, D, D, D, Word<N>...);
    const U *i = integers;
    const D *f = floats;
    return reinterpret_cast<Function>(const_cast<void *>(function))(
        i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7],
        stack[N]...);
  }

  std::uint64_t integers[mostIntegers] = {}, stack[mostStacked] = {};
  double floats[mostFloats] = {};
  std::size_t integerCount = 0, floatCount = 0, stackCount = 0;
};

void Parameters::add(DType type, const std::byte *operand) {
  if (isFloat(type)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, operand, itemsize(type));
    if (floatCount == mostFloats)
      stack[stackCount++] = bits;
    else
      floats[floatCount++] = std::bit_cast<double>(bits);
    return;
  }
  detail::withType(type, [&]<class T>(T *) {
    if constexpr (std::is_integral_v<T>)
      add(static_cast<std::uint64_t>(detail::loadValue<T>(operand)));
  });
}

void setFailed(DType type, std::byte *result) {
  std::memset(result, 0, itemsize(type));
  if (type == DType::F64)
    detail::storeValue(result, std::numeric_limits<double>::quiet_NaN());
  if (type == DType::F32)
    detail::storeValue(result, std::numeric_limits<float>::quiet_NaN());
}

/// A bool is any byte; who is given a reference to one sees 0 or 1.
void copy(DType type, const std::byte *from, void *to) {
  std::memcpy(to, from, itemsize(type));
  if (type == DType::Bool)
    detail::storeValue(static_cast<std::byte *>(to), *from != std::byte{0});
}

} // namespace

std::int8_t reference::statusByte(int status) {
  return static_cast<std::int8_t>(std::clamp(status, INT8_MIN, INT8_MAX));
}

int reference::callHost(const detail::ImportedFunction &function, const std::byte *const *operands,
                        std::byte *const *results) noexcept {
  const Prototype &prototype = function.prototype;
  Parameters parameters;
  std::uint64_t given[Prototype::mostParameters] = {}, taken[Prototype::mostParameters] = {};
  for (std::size_t n = 0; n < prototype.operands.size(); ++n) {
    DType type = prototype.operands[n];
    if (!prototype.references) {
      parameters.add(type, operands[n]);
      continue;
    }
    copy(type, operands[n], &taken[n]);
    parameters.add(&taken[n]);
  }
  if (!prototype.isReturned())
    for (std::size_t n = 0; n < prototype.results.size(); ++n)
      parameters.add(&given[n]);
  int status = 0;
  if (prototype.statusLast)
    parameters.add(&status);
  if (prototype.status)
    status = parameters.call<int>(function.address);
  else if (!prototype.isReturned())
    parameters.call<void>(function.address);
  else if (isFloat(prototype.results[0]))
    given[0] = std::bit_cast<std::uint64_t>(parameters.call<double>(function.address));
  else
    given[0] = parameters.call<std::uint64_t>(function.address);
  for (std::size_t n = 0; n < prototype.results.size(); ++n)
    if (status != 0)
      setFailed(prototype.results[n], results[n]);
    else
      copy(prototype.results[n], reinterpret_cast<const std::byte *>(&given[n]), results[n]);
  return status;
}
