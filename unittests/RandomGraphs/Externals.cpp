//===- Externals.cpp - C functions that scenarios call --------------------===//

#include "Externals.h"

#include <cstdlib>

using namespace gtjit;
using namespace gtjit::randomgraphs;

extern "C" {
double random_mix(double a, double b);
float random_square(float x);
std::int32_t random_weigh(std::int32_t a, std::int8_t b);
std::uint16_t random_fold(std::uint64_t a);
bool random_differ(bool a, float x);
std::int64_t random_choose(double x, std::int64_t a, std::uint8_t b);
std::int8_t random_sign(std::int16_t a, std::uint32_t b);
int random_checked(double x, double *result);
int random_checked_byte(std::uint8_t x, std::uint8_t *result);
float random_effect(float x);
}

namespace {

template <class Signature> struct Called;
template <class Result, class... Operands>
struct Called<detail::ExternalCall<Result, detail::TypeList<Operands...>>> {
  using Function = detail::ExternalCall<Result, detail::TypeList<Operands...>>;
  static Field call(const Function &function, const std::vector<Arg> &operands) {
    return [&]<std::size_t... N>(std::index_sequence<N...>) {
      return function(operands[N]...);
    }(std::index_sequence_for<Operands...>());
  }
  static std::vector<DType> operands() { return {dtypeOf<Operands>...}; }
  static constexpr DType result = dtypeOf<Result>;
};

/// A function in the table.
template <auto function, bool effects = false> ExternalFunction entry(std::string_view symbol) {
  static const auto known = external(symbol, function, {.effects = effects});
  using Own = Called<std::remove_const_t<decltype(known)>>;
  return {symbol, Own::operands(), Own::result,
          [](const std::vector<Arg> &operands) { return Own::call(known, operands); }};
}

} // namespace

const std::vector<ExternalFunction> &randomgraphs::externalFunctions() {
  static const std::vector<ExternalFunction> functions = {
      entry<&random_mix>("random_mix"),
      entry<&random_square>("random_square"),
      entry<&random_weigh>("random_weigh"),
      entry<&random_fold>("random_fold"),
      entry<&random_differ>("random_differ"),
      entry<&random_choose>("random_choose"),
      entry<&random_sign>("random_sign"),
      entry<&random_checked>("random_checked"),
      entry<&random_checked_byte>("random_checked_byte"),
      entry<&random_effect, true>("random_effect"),
  };
  return functions;
}

bool randomgraphs::callsExternals() {
  const char *device = std::getenv("GTJIT_DEVICE");
  return !device || !*device;
}
