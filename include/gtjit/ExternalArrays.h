//===- ExternalArrays.h - C functions on whole arrays -----------*- C++ -*-===//
//
// Functions of the program that are called once on whole arrays, between kernels: a
// transform, a solver of a library, an exchange of halos, the physics of a host model.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EXTERNALARRAYS_H
#define GTJIT_EXTERNALARRAYS_H

#include "gtjit/CallError.h"
#include "gtjit/Functions.h"
#include "gtjit/MemRef.h"

#include <array>
#include <string_view>
#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
struct ImportedFunction;

const ImportedFunction &addArrayFunction(std::string_view symbol, Items<ArrayParameter> arrays,
                                         ArrayFunction *address, SourceLine line);
void callArrayFunction(const ImportedFunction &function, std::initializer_list<Arg *> operands,
                       Field *results);

/// The symbol of a function and the line on which it is written.
struct SymbolAt {
  std::string_view symbol;
  SourceLine line;
  SymbolAt(const char *name, SourceLine here = SourceLine::here()) : symbol(name), line(here) {}
  SymbolAt(std::string_view name, SourceLine here = SourceLine::here())
      : symbol(name), line(here) {}
};

/// One for each number.
template <std::size_t> using ArgAt = Arg;

template <class Operands, std::size_t results> class ArrayCall;
template <std::size_t... operand, std::size_t results>
class ArrayCall<std::index_sequence<operand...>, results> {
public:
  explicit ArrayCall(const ImportedFunction &known) : function(&known) {}
  /// The function's result, or its results, an array of fields. Nothing is called yet. Throws
  /// DTypeError, ValueError for other dimensions than declared, DomainError for ranges that
  /// do not fit together.
  [[nodiscard]] auto operator()(ArgAt<operand>... operands) const {
    std::array<Field, results> made;
    callArrayFunction(*function, {&operands...}, made.data());
    if constexpr (results == 1)
      return std::move(made[0]);
    else
      return made;
  }

private:
  const ImportedFunction *function;
};
} // namespace detail

/// A function on whole arrays as an operation on fields. It says which arrays it reads and
/// which it writes, and is opaque otherwise:
///
///     extern "C" int smooth(const MemRef *arrays);  // arrays[0]: u, arrays[1]: the result
///     auto smoothed = externalArrays("smooth", &smooth, reads(F64, {I, J}), writes(F64, {I, J}));
///     v[interior] = u - smoothed(u * mask);
///
/// Each call in an expression is one call of the function, by the thread that evaluates, when
/// values that need it are evaluated: its operands are computed into memory before, in kernels of
/// their own, and its results are kept as those of `eval` are. Where an assignment writes what the
/// function gives, the function writes into the storage. A status that is not 0 makes the
/// evaluation throw CallError at the line of the call.
///
/// `symbol` is as for `external`. Throws ValueError for a symbol that is no identifier of C or
/// that is known with other arrays, DTypeError for arrays that nobody can call it with.
template <class... Arrays>
[[nodiscard]] auto externalArrays(detail::SymbolAt symbol, ArrayFunction *function,
                                  const Arrays &...arrays) {
  constexpr std::size_t operands = (std::size_t{Arrays::useOfAll != ArrayUse::Write} + ... + 0);
  constexpr std::size_t results = (std::size_t{Arrays::useOfAll != ArrayUse::Read} + ... + 0);
  static_assert(operands > 0, "a function on arrays reads or updates one");
  static_assert(results > 0, "a function on arrays writes or updates one");
  const ArrayParameter list[] = {arrays...};
  return detail::ArrayCall<std::make_index_sequence<operands>, results>(detail::addArrayFunction(
      symbol.symbol, detail::Items<ArrayParameter>(list, sizeof...(Arrays)), function,
      symbol.line));
}

/// Makes a function on whole arrays known by its symbol, for programs that are loaded. Throws what
/// `externalArrays` throws.
void registerExternalArrays(std::string_view symbol, detail::Items<ArrayParameter> arrays,
                            ArrayFunction *function, SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_EXTERNALARRAYS_H
