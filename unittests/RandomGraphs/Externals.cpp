//===- Externals.cpp - C functions that scenarios call --------------------===//

#include "Externals.h"

#include <cstdlib>
#include <string>

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
void random_split(double a, double b, double *low, std::int32_t *high);
void random_routine_(const float *x, const std::int32_t *n, float *y, bool *flag, int *ierr);
int random_failing(std::int16_t a, std::int16_t *half, double *root);
double random_whole(double x);
float random_update(float x);
}

namespace {

template <class Call> struct Called;
template <class... Results, class... Operands, bool reports>
struct Called<
    detail::ExternalCall<detail::TypeList<Results...>, detail::TypeList<Operands...>, reports>> {
  using Function =
      detail::ExternalCall<detail::TypeList<Results...>, detail::TypeList<Operands...>, reports>;
  /// Result number `result`; of one whose status is a result if that is `handled`.
  template <unsigned result, bool handled>
  static Field call(const Function &function, const std::vector<Arg> &operands) {
    return [&]<std::size_t... N>(std::index_sequence<N...>) -> Field {
      if constexpr (handled)
        return function.withStatus(operands[N]...)[result];
      else if constexpr (sizeof...(Results) > 1)
        return function(operands[N]...)[result];
      else
        return function(operands[N]...);
    }(std::index_sequence_for<Operands...>());
  }
  static std::vector<DType> operands() { return {dtypeOf<Operands>...}; }
  static DType result(unsigned number) {
    DType types[] = {dtypeOf<Results>..., DType::I8};
    return types[number];
  }
};

/// A result of a function, which `make` makes known, in the table.
template <auto make, unsigned result = 0, bool handled = false>
ExternalFunction entry(std::string_view name) {
  static const auto known = make();
  using Own = Called<std::remove_const_t<decltype(known)>>;
  return {name, Own::operands(), Own::result(result), [](const std::vector<Arg> &operands) {
            return Own::template call<result, handled>(known, operands);
          }};
}

/// Calls `element` for each element, from the first array to the last.
template <class T, T (*element)(T)> int onElements(const MemRef *arrays, const MemRef &results) {
  const MemRef &from = arrays[0];
  std::vector<std::int64_t> at(static_cast<std::size_t>(from.rank), 0);
  for (std::int32_t d = 0; d < from.rank; ++d)
    if (from.sizes[d] == 0)
      return 0;
  while (true) {
    std::int64_t read = 0, written = 0;
    for (std::size_t d = 0; d < at.size(); ++d) {
      read += at[d] * from.strides[d];
      written += at[d] * results.strides[d];
    }
    static_cast<T *>(results.data)[written] = element(static_cast<const T *>(from.data)[read]);
    std::size_t d = at.size();
    while (d > 0 && ++at[d - 1] == from.sizes[d - 1])
      at[--d] = 0;
    if (d == 0)
      return 0;
  }
}
int whole(const MemRef *arrays) { return onElements<double, random_whole>(arrays, arrays[1]); }
int update(const MemRef *arrays) { return onElements<float, random_update>(arrays, arrays[0]); }

/// A function on whole arrays with the operand's dimensions.
template <bool updates> Field onArrays(const std::vector<Arg> &operands) {
  const Field &operand = operands[0].field;
  DType type = updates ? F32 : F64;
  std::string symbol = updates ? "random_update_of" : "random_whole_of";
  ArrayParameter read{updates ? ArrayUse::Update : ArrayUse::Read, type, {}};
  for (Dimension dim : operand.dims()) {
    symbol += "_" + std::string(dim.name());
    read.dims.push_back(dim(Range::all()));
  }
  std::vector<ArrayParameter> arrays{read};
  if (!updates)
    arrays.push_back({ArrayUse::Write, type, read.dims});
  const auto &function =
      detail::addArrayFunction(symbol, arrays, updates ? &update : &whole, SourceLine::here());
  Arg taken = operands[0];
  Field result;
  detail::callArrayFunction(function, {&taken}, &result);
  return result;
}

constexpr auto split = [] { return external("random_split", &random_split); };
constexpr auto routine = [] { return external("random_routine_", &random_routine_, statusLast); };
constexpr auto failing = [] { return external("random_failing", &random_failing); };

} // namespace

const std::vector<ExternalFunction> &randomgraphs::externalFunctions() {
  static const std::vector<ExternalFunction> functions = {
      entry<[] { return external("random_mix", &random_mix); }>("random_mix"),
      entry<[] { return external("random_square", &random_square); }>("random_square"),
      entry<[] { return external("random_weigh", &random_weigh); }>("random_weigh"),
      entry<[] { return external("random_fold", &random_fold); }>("random_fold"),
      entry<[] { return external("random_differ", &random_differ); }>("random_differ"),
      entry<[] { return external("random_choose", &random_choose); }>("random_choose"),
      entry<[] { return external("random_sign", &random_sign); }>("random_sign"),
      entry<[] { return external("random_checked", &random_checked); }>("random_checked"),
      entry<[] { return external("random_checked_byte", &random_checked_byte); }>(
          "random_checked_byte"),
      entry<[] { return external("random_effect", &random_effect, {.effects = true}); }>(
          "random_effect"),
      entry<split, 0>("random_split.0"),
      entry<split, 1>("random_split.1"),
      entry<routine, 0, true>("random_routine_.0"),
      entry<routine, 1, true>("random_routine_.1"),
      entry<routine, 2, true>("random_routine_.status"),
      entry<failing, 0, true>("random_failing.0"),
      entry<failing, 1, true>("random_failing.1"),
      entry<failing, 2, true>("random_failing.status"),
      {"random_whole", {F64}, F64, &onArrays<false>, /*takesArrays=*/true},
      {"random_update", {F32}, F32, &onArrays<true>, /*takesArrays=*/true},
  };
  return functions;
}

bool randomgraphs::callsExternals() {
  const char *device = std::getenv("GTJIT_DEVICE");
  return !device || !*device;
}
