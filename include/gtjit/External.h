//===- External.h - C functions in expressions ------------------*- C++ -*-===//
//
// Functions of the program, of C, C++ or Fortran, that fields are computed by: called
// for each point inside of the kernel that computes the rest of the expression.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EXTERNAL_H
#define GTJIT_EXTERNAL_H

#include "gtjit/CallError.h"
#include "gtjit/Functions.h"
#include "gtjit/detail/Sequence.h"

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

/// What is true of a function beside its types.
struct ExternalOptions {
  /// It does more than give its result, or gives another one each time: it counts,
  /// draws a random number, writes. An evaluation calls it once for each point at which it
  /// computes the function's value, in no order. A function without effects may be called
  /// for a point several times, or not at all, and for points around those that are stored.
  bool effects = false;
};

/// A function whose types are known when the program runs, for programs that are loaded: by
/// default `R f(A...)`, one result by value.
struct ExternalPrototype {
  detail::Sequence<DType> results; ///< at least one
  detail::Sequence<DType> operands;
  bool status = false;     ///< it is `int f(A..., R *...)`, which returns 0 or why it has failed
  bool placed = false;     ///< it is `void f(A..., R *...)`; nothing else has several results
  bool statusLast = false; ///< it is `void f(A..., R *..., int *status)`
  bool references = false; ///< each operand is `const A *`, as Fortran passes them
  bool effects = false;    ///< see ExternalOptions
};

/// Says that a function puts its status where its last parameter, an `int *`, points.
struct StatusLast {
  explicit constexpr StatusLast(int) {}
};
inline constexpr StatusLast statusLast{0};

namespace detail {
struct ImportedFunction;

/// Whether C has the type of an operand or result: bool, integers, float, double.
template <class T>
concept CNumber =
    std::same_as<T, bool> || std::same_as<T, float> || std::same_as<T, double> || IntegerNumber<T>;

template <class... Types> struct TypeList {};
/// What a function takes and gives: parameters by value or pointers to what is const, then
/// pointers to its results.
template <class Returned, class Taken, class Given, class... Left> struct CSignature;
template <class Returned, class... Taken, class... Given>
struct CSignature<Returned, TypeList<Taken...>, TypeList<Given...>> {
  static constexpr bool isReturned = sizeof...(Given) == 0;
  static constexpr bool hasWay =
      isReturned || std::same_as<Returned, int> || std::is_void_v<Returned>;
  using Operands = TypeList<std::remove_const_t<std::remove_pointer_t<Taken>>...>;
  using Results = std::conditional_t<isReturned, TypeList<Returned>, TypeList<Given...>>;
  static constexpr bool status = !isReturned && std::same_as<Returned, int>;
  static constexpr bool placed = !isReturned && !status;
  static constexpr bool references = (std::is_pointer_v<Taken> && ...);
  static constexpr bool isMixed = !references && (std::is_pointer_v<Taken> || ...);
};
template <class Returned, class... Taken, class... Given, class Next, class... Left>
struct CSignature<Returned, TypeList<Taken...>, TypeList<Given...>, Next *, Left...>
    : CSignature<Returned, TypeList<Taken...>, TypeList<Given..., Next>, Left...> {};
template <class Returned, class... Taken, class Next, class... Left>
struct CSignature<Returned, TypeList<Taken...>, TypeList<>, const Next *, Left...>
    : CSignature<Returned, TypeList<Taken..., const Next *>, TypeList<>, Left...> {};
template <class Returned, class... Taken, class... Given, class Next, class... Left>
  requires(!std::is_pointer_v<Next>)
struct CSignature<Returned, TypeList<Taken...>, TypeList<Given...>, Next, Left...>
    : CSignature<Returned, TypeList<Taken..., Next>, TypeList<Given...>, Left...> {
  static_assert(sizeof...(Given) == 0, "an external function has the pointers to its results last");
};

const ImportedFunction &addExternal(std::string_view symbol, const ExternalPrototype &prototype,
                                    const void *address, SourceLine line);
/// Writes the results; the status behind them if it is `handled`.
void callExternal(const ImportedFunction &function, std::initializer_list<Arg *> operands,
                  bool handled, Field *results);

/// All but the last of the types, which is int.
template <class Results, class Given> struct WithoutStatus;
template <class... Results> struct WithoutStatus<TypeList<Results...>, TypeList<int>> {
  using Types = TypeList<Results...>;
};
template <class... Results, class First, class... More>
  requires(sizeof...(More) > 0)
struct WithoutStatus<TypeList<Results...>, TypeList<First, More...>>
    : WithoutStatus<TypeList<Results..., First>, TypeList<More...>> {};

template <class Results, class Operands, bool reports> class ExternalCall;
template <class... Results, class... Operands, bool reports>
class ExternalCall<TypeList<Results...>, TypeList<Operands...>, reports> {
public:
  explicit ExternalCall(const ImportedFunction &known) : function(&known) {}
  /// The function's value at each point, or its values, an array of fields: operands meet as
  /// those of an operator do, and become the function's types where these hold all of their
  /// values. Throws DTypeError.
  [[nodiscard]] auto operator()(std::conditional_t<true, Arg, Operands>... operands) const {
    std::array<Field, sizeof...(Results)> results;
    callExternal(*function, {&operands...}, false, results.data());
    if constexpr (sizeof...(Results) == 1)
      return std::move(results[0]);
    else
      return results;
  }
  /// The same with the status at each point behind the values, an i8: what does not fit is the
  /// nearest that does. No status is an error of the evaluation then.
  ///
  ///     auto [w, status] = wetBulb.withStatus(t, humidity);
  [[nodiscard]] std::array<Field, sizeof...(Results) + 1>
  withStatus(std::conditional_t<true, Arg, Operands>... operands) const
    requires reports
  {
    std::array<Field, sizeof...(Results) + 1> results;
    callExternal(*function, {&operands...}, true, results.data());
    return results;
  }

  static const ImportedFunction &add(std::string_view symbol, ExternalPrototype prototype,
                                     const void *address, SourceLine line) {
    static_assert((CNumber<Results> && ...) && (CNumber<Operands> && ...),
                  "an external function takes and gives bool, integers, float and double; one that "
                  "reports a status returns int and has pointers to its results last");
    static_assert(sizeof...(Operands) > 0, "an external function takes an operand");
    prototype.results = {dtypeOf<Results>...};
    prototype.operands = {dtypeOf<Operands>...};
    return addExternal(symbol, prototype, address, line);
  }

private:
  const ImportedFunction *function;
};

template <class Signature> struct SignatureOf;
template <class Returned, class... Parameters>
struct SignatureOf<Returned(Parameters...)>
    : CSignature<Returned, TypeList<>, TypeList<>, Parameters...> {
  using Own = CSignature<Returned, TypeList<>, TypeList<>, Parameters...>;
  static_assert(Own::hasWay,
                "an external function with pointers to results returns nothing or int");
  static_assert(!Own::isMixed, "an external function takes all operands by value, or all by "
                               "pointers to const");
  using Call = ExternalCall<typename Own::Results, typename Own::Operands, Own::status>;
};
template <class Returned, class... Parameters>
struct SignatureOf<Returned(Parameters...) noexcept> : SignatureOf<Returned(Parameters...)> {};
/// Of one that has its status last.
template <class Signature> struct StatusLastOf : SignatureOf<Signature> {
  using Own = SignatureOf<Signature>;
  static_assert(Own::placed, "an external function with its status last returns nothing");
  using Call = ExternalCall<typename WithoutStatus<TypeList<>, typename Own::Results>::Types,
                            typename Own::Operands, true>;
};
} // namespace detail

/// A function that fields are given to: `External<double(double, double)>`. A handle.
template <class Signature> using External = typename detail::SignatureOf<Signature>::Call;

/// A function as an operation on fields:
///
///     auto saturation = external("saturation_pressure", &saturation_pressure);
///     Field q = saturation(t, p);
///
/// Its types are those of its pointer; where it has overloads, `external<double(double)>(...)`
/// chooses one. Several results it puts where pointers behind its operands say:
///
///     void split(double total, double t, double *liquid, double *ice);
///     auto [liquid, ice] = external("split", &split)(q, t);
///
/// Operands may be pointers to const, all of them, as Fortran has them. A function that may fail
/// is `int f(double t, double *result)`: it returns 0 when it has written its results. Another
/// status makes the evaluation throw CallError, which names the function, the status, the line of
/// the call and the points; the values at a point are NaN, 0 or false then. `withStatus` gives the
/// status of each point instead. The function is called from all threads at once, with round to
/// nearest, and must not throw. It must live as long as expressions and programs have it.
///
/// `symbol` is its name in the text of programs and to `Program::load`, and that of its code in
/// caches: functions at different addresses may have one symbol, and no code is compiled again
/// for one. Throws ValueError for a symbol that is no identifier of C or that a function of
/// other types has, DTypeError for more than 32 parameters.
template <class Signature>
[[nodiscard]] External<Signature> external(std::string_view symbol, Signature *function,
                                           const ExternalOptions &options = {},
                                           SourceLine line = SourceLine::here()) {
  using Of = detail::SignatureOf<Signature>;
  ExternalPrototype prototype;
  prototype.status = Of::status;
  prototype.placed = Of::placed;
  prototype.references = Of::references;
  prototype.effects = options.effects;
  return External<Signature>(
      External<Signature>::add(symbol, prototype, reinterpret_cast<const void *>(function), line));
}

/// The same for a function that puts its status behind its results, as routines of Fortran do:
///
///     void convect_(const double *t, const double *q, double *dt, double *dq, int *ierr);
///     auto convect = external("convect_", &convect_, statusLast);
template <class Signature>
[[nodiscard]] auto external(std::string_view symbol, Signature *function, StatusLast,
                            const ExternalOptions &options = {},
                            SourceLine line = SourceLine::here()) {
  using Call = typename detail::StatusLastOf<Signature>::Call;
  ExternalPrototype prototype;
  prototype.statusLast = true;
  prototype.references = detail::SignatureOf<Signature>::references;
  prototype.effects = options.effects;
  return Call(Call::add(symbol, prototype, reinterpret_cast<const void *>(function), line));
}

/// Makes a function known by its symbol. Throws what `external` throws, and DTypeError for a
/// type that C lacks.
void registerExternal(std::string_view symbol, const ExternalPrototype &prototype,
                      const void *function, SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_EXTERNAL_H
