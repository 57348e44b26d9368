//===- Tables.h - Tables of indices in random scenarios ---------*- C++ -*-===//
//
// What a table holds, from its seed; the storage that it is when it is played; and
// where a field gathered by it is defined, point by point and not by the engine.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_TABLES_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_TABLES_H

#include "Scenario.h"

#include "gtjit/Connectivity.h"

#include <array>

namespace gtjit::randomgraphs {

/// The dimension that numbers neighbours, and one that only tables have.
Dimension neighborDimension();
Dimension meshDimension();

/// Whether a dimension is the staggered twin of another one, and its twin.
bool isStaggered(Dimension dim);
Dimension twinOf(Dimension dim);

/// Stands for a missing neighbour; no scenario has a point there.
inline constexpr std::int64_t missingIndex = -1234567;
/// The positions of a table as it is used: without the dimension of neighbours where one
/// is taken, under its name of wrapDim where it has one.
Domain positionsOf(const TableSpec &spec);
/// The indices in the order of these positions, the last dimension fastest.
std::vector<std::int64_t> indicesOf(const TableSpec &spec);
/// The tables below and above the cut of one that has it, each on all of its positions.
std::array<TableSpec, 2> partsOf(const TableSpec &spec);
/// A new storage of the current runtime with the table's indices.
Connectivity connectivityOf(const TableSpec &spec);
/// The part of the table that a field on `range` is gathered by; none if that is an
/// error.
std::optional<Domain> gatheredPart(const TableSpec &spec, Range range);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_TABLES_H
