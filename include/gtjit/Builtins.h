//===- Builtins.h - Operations for the user's own types ---------*- C++ -*-===//
//
// Every operation of the table as an object, `builtin::sin` or `builtin::add`,
// that calls the implementation of its operands' types. A type X of the user's
// gets one by a specialisation:
//
//   template <> struct gtjit::Implementation<gtjit::op::Sin, X> {
//     static X apply(const X &x);
//   };
//
// Then builtin::sin(x) and gtjit::sin(x) call it. Not part of gtjit.h.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_BUILTINS_H
#define GTJIT_BUILTINS_H

#include "gtjit/Functions.h"

namespace [[gnu::visibility("default")]] gtjit {

/// What the type T does for an operation: `static auto apply(operands...)`, all
/// operands as they are given. Specialise it for types of your own; it may be
/// for all operations, `template <class Op> struct Implementation<Op, X>`.
/// Fields and storages have one, numbers have none.
template <class Operation, class T> struct Implementation;

namespace detail {
template <class T>
concept FieldOperand =
    std::same_as<T, Field> || std::same_as<T, Storage> || std::same_as<T, StorageRegion>;

template <class Operation, class T>
concept Implemented = requires { sizeof(Implementation<Operation, T>); };

/// That of the first operand that has one; else the field operation.
template <class Operation, class First, class... Rest> struct ChosenImplementation;

template <class Operation> struct Builtin {
  template <class A> auto operator()(const A &a, SourceLine line = SourceLine::here()) const {
    return ChosenImplementation<Operation, A>::apply(line, a);
  }
  template <class A, class B>
  auto operator()(const A &a, const B &b, SourceLine line = SourceLine::here()) const {
    return ChosenImplementation<Operation, A, B>::apply(line, a, b);
  }
  template <class A, class B, class C>
  auto operator()(const A &a, const B &b, const C &c, SourceLine line = SourceLine::here()) const {
    return ChosenImplementation<Operation, A, B, C>::apply(line, a, b, c);
  }
};

template <class Operation> struct FieldImplementation {
  template <class... T> static Field apply(SourceLine line, const T &...operands) {
    static_assert((std::convertible_to<T, Arg> && ...),
                  "an operand is no field, and a field's implementation comes first");
    return Operation::onFields(Arg(operands, line)...);
  }
};

template <class Operation, class First, class... Rest> struct ChosenImplementation {
  template <class... T> static auto apply(SourceLine line, const T &...operands) {
    if constexpr (FieldOperand<First>)
      return FieldImplementation<Operation>::apply(line, operands...);
    else if constexpr (Implemented<Operation, First>)
      return Implementation<Operation, First>::apply(operands...);
    else if constexpr (sizeof...(Rest) != 0)
      return ChosenImplementation<Operation, Rest...>::apply(line, operands...);
    else
      return FieldImplementation<Operation>::apply(line, operands...);
  }
};

template <class Operation> Operation operationOf(const Builtin<Operation> &);

/// The operands are for gtjit::sin and not for the overload on fields.
template <class Operation, class... T>
concept UsersOperands = (Implemented<Operation, T> || ...);
} // namespace detail

/// The operations as types.
namespace op {
#define GTJIT_BUILTIN(NAME, BUILTIN, FUNCTION, ARITY)                                              \
  struct NAME {                                                                                    \
    template <std::same_as<Arg>... Operands> static Field onFields(Operands... operands) {         \
      return gtjit::FUNCTION(static_cast<Arg &&>(operands)...);                                    \
    }                                                                                              \
  };
#include "gtjit-generated/PointBuiltins.inc"
} // namespace op

/// Calls `Implementation<op::Sin, T>::apply(operands...)` for the first operand's
/// type T that has one: for a field, and if no type has one, the operation on
/// fields.
namespace builtin {
#define GTJIT_BUILTIN(NAME, BUILTIN, FUNCTION, ARITY)                                              \
  inline constexpr detail::Builtin<op::NAME> BUILTIN{};
#include "gtjit-generated/PointBuiltins.inc"
} // namespace builtin

#define GTJIT_BUILTIN_NAME(BUILTIN, FUNCTION)                                                      \
  template <class... T>                                                                            \
    requires detail::UsersOperands<decltype(detail::operationOf(builtin::BUILTIN)), T...>          \
  auto FUNCTION(const T &...operands) {                                                            \
    return builtin::BUILTIN(operands...);                                                          \
  }
#include "gtjit-generated/PointBuiltins.inc"

} // namespace gtjit

#endif // GTJIT_BUILTINS_H
