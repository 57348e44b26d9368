//===- Contract.h - Products that are added -------------------*- C++ -*-===//
//
// A sum of a product with one rounding instead of two, for who asks for it:
// RuntimeOptions::contract for a runtime, GTJIT_CONTRACT=1 for a process, a scope for
// some expressions. docs/Semantics.md has the rule.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CONTRACT_H
#define GTJIT_CONTRACT_H

namespace [[gnu::visibility("default")]] gtjit {

/// Says for what this thread writes in a block, whatever the runtime says, whether a + b
/// and a - b of float fields, one of which is directly a product x * y, are fma(x, y, ...)
/// instead. It is decided where an operator is written, so that how, when and with what else
/// it is evaluated changes no bit, and neither does the backend; callables keep
/// what they were traced with.
class ContractScope {
public:
  explicit ContractScope(bool contract = true);
  ~ContractScope();
  ContractScope(const ContractScope &) = delete;
  ContractScope &operator=(const ContractScope &) = delete;

private:
  signed char previous;
};

} // namespace gtjit

#endif // GTJIT_CONTRACT_H
