//===- DomainText.h - Ranges and lines as messages show them ----*- C++ -*-===//
//
// The one spelling of ranges, domains and source lines in messages.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_DOMAINTEXT_H
#define GTJIT_TYPES_DOMAINTEXT_H

#include "gtjit/Domain.h"

#include <span>
#include <string>

namespace gtjit::detail {

/// "[0,256)"; an infinite end is open: "(-inf,5)", "[3,inf)".
std::string toString(Range range);
/// "I[0,256)".
std::string toString(const NamedRange &range);
/// "{I[0,256), J[0,2)}", in the order of the domain.
std::string toString(const Domain &domain);
/// "(I, J, K)".
std::string toString(const Dims &dims);
/// "I(3)".
std::string toString(const NamedIndex &index);
/// "E(2), E2V(1)": a point of a domain.
std::string positionText(const Domain &domain, std::span<const std::int64_t> at);
/// "model.cpp:41", empty for an unknown line.
std::string toString(SourceLine line);
/// " made at model.cpp:30:17", with the column if it is known: fields without a
/// name that are made on one line are told apart by it. Empty for no line.
std::string madeAt(SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_DOMAINTEXT_H
