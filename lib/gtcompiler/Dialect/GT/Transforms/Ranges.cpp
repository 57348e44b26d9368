//===- Ranges.cpp - Ranges made of ranges -----------------------*- C++ -*-===//
//
// An intersection is a range of its own: widened later, it stays empty if it is,
// which an intersection of widened ranges might not.
//
//===----------------------------------------------------------------------===//

#include "Ranges.h"

using namespace mlir;
using namespace gtcompiler;

void gtcompiler::addTerm(RangeTerms &terms, const RangeTerm &term) {
  for (RangeTerm &known : terms) {
    if (known.range != term.range)
      continue;
    known.lower = std::min(known.lower, term.lower);
    known.upper = std::max(known.upper, term.upper);
    return;
  }
  terms.push_back(term);
}

RangeWriter::RangeWriter(ProgramOp program)
    : builder(program.getContext()), location(program.getLoc()) {
  builder.setInsertionPointToEnd(&program.getBodyRegion().front());
}

Value RangeWriter::termRange(const RangeTerm &term) {
  if (term.lower == 0 && term.upper == 0)
    return term.range;
  Value &range = grown[{term.range.getAsOpaquePointer(), term.lower, term.upper}];
  if (!range)
    range = GrowOp::create(builder, location, term.range, term.lower, term.upper);
  return range;
}

/// What `make` makes of `parts`, once.
template <class Make>
static Value once(std::map<RangeWriter::Parts, Value> &known, ValueRange parts, Make make) {
  RangeWriter::Parts key;
  for (Value part : parts)
    key.push_back(part.getAsOpaquePointer());
  Value &range = known[key];
  if (!range)
    range = make();
  return range;
}

template <class Join> Value RangeWriter::joined(std::map<Parts, Value> &known, ValueRange parts) {
  if (parts.size() == 1)
    return parts.front();
  return once(known, parts,
              [&] { return Join::create(builder, location, parts.front().getType(), parts); });
}

Value RangeWriter::rangeOf(const RangeTerms &terms) {
  return joined<HullOp>(
      hulls, llvm::map_to_vector(terms, [&](const RangeTerm &term) { return termRange(term); }));
}

SmallVector<Value> RangeWriter::clipRanges(StringAttr dim, ArrayRef<Clip> clips) {
  SmallVector<Value> parts;
  for (const Clip &clip : clips)
    if (clip.dim == dim)
      parts.push_back(termRange({clip.range, -clip.offset, -clip.offset}));
  return parts;
}

RangeTerms RangeWriter::clipped(const RangeTerms &terms, StringAttr dim, ArrayRef<Clip> clips) {
  SmallVector<Value> parts = clipRanges(dim, clips);
  if (parts.empty())
    return terms;
  parts.insert(parts.begin(), rangeOf(terms));
  return {{joined<IntersectOp>(intersections, parts), 0, 0}};
}

Value RangeWriter::common(StringAttr dim, ArrayRef<Clip> clips) {
  return joined<IntersectOp>(intersections, clipRanges(dim, clips));
}

Value RangeWriter::hull(Value first, Value second) {
  return joined<HullOp>(hulls, {first, second});
}

Value RangeWriter::attached(Value band, Value box) {
  Value shared = joined<IntersectOp>(intersections, {termRange({band, -1, 1}), box});
  return rangeOf(when({{band, 0, 0}}, shared));
}

RangeTerms RangeWriter::beside(const RangeTerms &terms, StringAttr dim, ArrayRef<Clip> clips,
                               bool isAbove) {
  Value range = rangeOf(terms);
  Value box = common(dim, clips);
  return {{once(isAbove ? aboves : belows, {range, box},
                [&]() -> Value {
                  if (isAbove)
                    return AboveOp::create(builder, location, range, box);
                  return BelowOp::create(builder, location, range, box);
                }),
           0, 0}};
}

RangeTerms RangeWriter::when(const RangeTerms &terms, ArrayRef<Value> others) {
  if (others.empty())
    return terms;
  SmallVector<Value> parts = {rangeOf(terms)};
  llvm::append_range(parts, others);
  return {{once(whens, parts,
                [&] {
                  return WhenOp::create(builder, location, parts.front().getType(), parts.front(),
                                        others);
                }),
           0, 0}};
}
