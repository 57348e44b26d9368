//===- External.h - C functions in expressions ------------------*- C++ -*-===//
//
// Functions of the program, of C, C++ or Fortran, that fields are computed by: called
// for each point inside of the kernel that computes the rest of the expression.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EXTERNAL_H
#define GTJIT_EXTERNAL_H

#include "gtjit/Functions.h"

#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

/// What is true of a function beside its types.
struct ExternalOptions {
  /// It does more than give its result, or gives another one each time: it counts,
  /// draws a random number, writes. An evaluation calls it once for each point at which it
  /// computes the function's value, in no order. A function without effects may be called
  /// for a point several times, or not at all, and for points around those that are stored.
  bool effects = false;
};

namespace detail {
struct ImportedFunction;

/// Whether C has the type of an operand or result: bool, integers, float, double.
template <class T>
concept CNumber =
    std::same_as<T, bool> || std::same_as<T, float> || std::same_as<T, double> || IntegerNumber<T>;

template <class... Types> struct TypeList {};
/// What a function takes and gives, with its last parameter as the result's place if it is a
/// pointer.
template <class Returned, class Taken, class... Left> struct CSignature;
template <class Returned, class... Operands> struct CSignature<Returned, TypeList<Operands...>> {
  using Result = Returned;
  using Taken = TypeList<Operands...>;
  static constexpr bool reportsStatus = false;
};
template <class Placed, class... Operands> struct CSignature<int, TypeList<Operands...>, Placed *> {
  using Result = Placed;
  using Taken = TypeList<Operands...>;
  static constexpr bool reportsStatus = true;
};
template <class Returned, class... Operands, class Next, class... Left>
struct CSignature<Returned, TypeList<Operands...>, Next, Left...>
    : CSignature<Returned, TypeList<Operands..., Next>, Left...> {};

const ImportedFunction &addExternal(std::string_view symbol, DType result, Items<DType> operands,
                                    bool reportsStatus, bool effects, const void *address,
                                    SourceLine line);
Field callExternal(const ImportedFunction &function, std::initializer_list<Arg *> operands);

template <class Result, class Operands> class ExternalCall;
template <class Result, class... Operands> class ExternalCall<Result, TypeList<Operands...>> {
public:
  explicit ExternalCall(const ImportedFunction &known) : function(&known) {}
  /// The function's value at each point: operands meet as those of an operator do, and
  /// become the function's types where these hold all of their values. Throws DTypeError.
  [[nodiscard]] Field operator()(std::conditional_t<true, Arg, Operands>... operands) const {
    return callExternal(*function, {&operands...});
  }

  static const ImportedFunction &add(std::string_view symbol, bool reportsStatus,
                                     const ExternalOptions &options, const void *address,
                                     SourceLine line) {
    static_assert(CNumber<Result> && (CNumber<Operands> && ...),
                  "an external function takes and gives bool, integers, float and double; one that "
                  "reports a status returns int and has a pointer to its result last");
    static_assert(sizeof...(Operands) > 0, "an external function takes an operand");
    const DType types[] = {dtypeOf<Operands>...};
    return addExternal(symbol, dtypeOf<Result>, types, reportsStatus, options.effects, address,
                       line);
  }

private:
  const ImportedFunction *function;
};

template <class Signature> struct SignatureOf;
template <class Returned, class... Parameters>
struct SignatureOf<Returned(Parameters...)> : CSignature<Returned, TypeList<>, Parameters...> {};
template <class Returned, class... Parameters>
struct SignatureOf<Returned(Parameters...) noexcept> : SignatureOf<Returned(Parameters...)> {};
} // namespace detail

/// A function that fields are given to: `External<double(double, double)>`. A handle.
template <class Signature>
using External = detail::ExternalCall<typename detail::SignatureOf<Signature>::Result,
                                      typename detail::SignatureOf<Signature>::Taken>;

/// A function as an operation on fields:
///
///     auto saturation = external("saturation_pressure", &saturation_pressure);
///     Field q = saturation(t, p);
///
/// Its types are those of its pointer; where it has overloads, `external<double(double)>(...)`
/// chooses one. A function that may fail is `int f(double t, double *result)`: it returns 0
/// when it has written its result. Another status makes the evaluation throw RuntimeError,
/// which names the function, the status and the line of the call; the value at the point is
/// NaN, 0 or false then. The function is called from all threads at once, with round to
/// nearest, and must not throw. It must live as long as expressions and programs have it.
///
/// `symbol` is its name in the text of programs and to `Program::load`, and that of its code in
/// caches: functions at different addresses may have one symbol, and no code is compiled again
/// for one. Throws ValueError for a symbol that is no identifier of C or that a function of
/// other types has, DTypeError for more than 8 float operands or 6 others (5 with a status).
template <class Signature>
[[nodiscard]] External<Signature> external(std::string_view symbol, Signature *function,
                                           const ExternalOptions &options = {},
                                           SourceLine line = SourceLine::here()) {
  return External<Signature>(
      External<Signature>::add(symbol, detail::SignatureOf<Signature>::reportsStatus, options,
                               reinterpret_cast<const void *>(function), line));
}

/// A function whose types are known when the program runs, for programs that are loaded.
struct ExternalPrototype {
  DType result;
  detail::Sequence<DType> operands;
  bool status = false;  ///< it is `int f(operands..., result *)`
  bool effects = false; ///< see ExternalOptions
};
/// Makes a function known by its symbol. Throws what `external` throws, and DTypeError for a
/// type that C lacks.
void registerExternal(std::string_view symbol, const ExternalPrototype &prototype,
                      const void *function, SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_EXTERNAL_H
