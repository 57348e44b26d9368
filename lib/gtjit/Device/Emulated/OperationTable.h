//===- OperationTable.h - Instructions by their names -----------*- C++ -*-===//
//
// What the files that define instructions share. Arithmetic is the host's, IEEE 754 to
// nearest as the device's; integers wrap. Where PTX says more than C++ (shifts by more than
// a word has, conversions that saturate) it is spelled out.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_OPERATIONTABLE_H
#define GTJIT_DEVICE_EMULATED_OPERATIONTABLE_H

#include "gtjit/Device/Emulated/Thread.h"

#include <concepts>
#include <string>
#include <type_traits>
#include <unordered_map>

namespace gtjit::detail::ptx {

using Table = std::unordered_map<std::string, Handler>;

template <class T> using Wrapped = std::make_unsigned_t<T>;

template <class R, class A, auto F> void unary(Thread &thread, const Instruction &in) {
  thread.set<R>(in.slots[0], static_cast<R>(F(thread.get<A>(in.slots[1]))));
}
template <class R, class A, class B, auto F> void binary(Thread &thread, const Instruction &in) {
  thread.set<R>(in.slots[0],
                static_cast<R>(F(thread.get<A>(in.slots[1]), thread.get<B>(in.slots[2]))));
}
template <class R, class A, class B, class C, auto F>
void ternary(Thread &thread, const Instruction &in) {
  thread.set<R>(in.slots[0],
                static_cast<R>(F(thread.get<A>(in.slots[1]), thread.get<B>(in.slots[2]),
                                 thread.get<C>(in.slots[3]))));
}

/// Calls `visit(T(), "s8")` for each integer type.
template <class Visit> void forIntegers(Visit visit) {
  visit(std::int8_t(), "s8");
  visit(std::int16_t(), "s16");
  visit(std::int32_t(), "s32");
  visit(std::int64_t(), "s64");
  visit(std::uint8_t(), "u8");
  visit(std::uint16_t(), "u16");
  visit(std::uint32_t(), "u32");
  visit(std::uint64_t(), "u64");
}

/// A narrow integer fills its register with its sign.
template <class I> void setInteger(Thread &thread, std::uint32_t slot, I value) {
  if constexpr (std::signed_integral<I>)
    thread.slot(slot) = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  else
    thread.slot(slot) = value;
}

void addIntegers(Table &table);
void addFloats(Table &table);
/// Comparisons and choices.
void addChoices(Table &table);
void addConversions(Table &table);

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_OPERATIONTABLE_H
