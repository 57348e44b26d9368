//===- Readers.h - Operations from files ------------------------*- C++ -*-===//
//
// One function an operation, each in the operation's file; Readers.cpp lists
// them by name.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_OPERATIONS_READERS_H
#define GTJIT_OPERATIONS_READERS_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Types/Bytes.h"

namespace gtjit::detail {

/// An operation whose attributes a file tells, without inputs.
struct ReadOperation {
  NodeRef node;
  std::size_t arity = 0;
};
/// Reads what Node::save of the operation of this name has written. Of no use
/// if the reader has failed, which it does for a name that is not known.
ReadOperation readOperation(std::string_view name, ByteReader &from);
/// The names of all operations, for what tells libraries apart.
std::string operationNames();

ReadOperation readNumber(ByteReader &from);
ReadOperation readPoint(ByteReader &from);
ReadOperation readShift(ByteReader &from);
ReadOperation readSlice(ByteReader &from);
ReadOperation readPin(ByteReader &from);
ReadOperation readBroadcast(ByteReader &from);
ReadOperation readReduce(ByteReader &from);
ReadOperation readIndex(ByteReader &from);
ReadOperation readExtreme(ByteReader &from);
ReadOperation readResult(ByteReader &from);
ReadOperation readCount(ByteReader &from);
ReadOperation readArgument(ByteReader &from);
ReadOperation readLeaf(ByteReader &from);

// The parts that attributes are made of.

void write(ByteWriter &to, Dimension dim);
Dimension readDimension(ByteReader &from);
void write(ByteWriter &to, Range range);
Range readRange(ByteReader &from);
/// Ranges of different dimensions.
void write(ByteWriter &to, const Domain &domain);
Domain readDomain(ByteReader &from);
/// Different dimensions.
void write(ByteWriter &to, std::span<const Dimension> dims);
std::vector<Dimension> readDimensions(ByteReader &from);

} // namespace gtjit::detail

#endif // GTJIT_OPERATIONS_READERS_H
