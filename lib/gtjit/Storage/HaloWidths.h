//===- HaloWidths.h - Halos by position -------------------------*- C++ -*-===//
//
// From a halo as the user writes it, by name or by position, to widths per
// dimension, and from widths to compute domains.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_HALOWIDTHS_H
#define GTJIT_STORAGE_HALOWIDTHS_H

#include "gtjit/Storage.h"

#include <vector>

namespace gtjit::detail {

/// I, J, K.
Dimension spaceDimension(std::size_t n);
/// True if `count` entries are for I, J, K though `dims` are only some of them.
bool isGivenForSpace(std::size_t count, const Dims &dims);

/// One width per dimension of `domain`; zero where none is given. Throws
/// ValueError for a negative width, a dimension that the domain lacks or that
/// is named twice, names mixed with positions, or a wrong number of positions.
std::vector<HaloWidth> haloWidths(const Halo &halo, const Domain &domain, SourceLine line);

/// `whole` without the halo; throws ValueError if the halo is wider.
Domain withoutHalo(const Domain &whole, const std::vector<HaloWidth> &halo, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_HALOWIDTHS_H
