//===- Range.cpp - Parts of ranges ----------------------------------------===//
//
// The members of Range that can fail.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Range.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit {

std::int64_t Range::size(SourceLine line) const {
  std::int64_t size = 0;
  if (!isFinite() || __builtin_sub_overflow(last, first, &size))
    throw ValueError(line, "the range " + detail::toString(*this) + " has no finite size");
  return size;
}

std::int64_t Range::operator[](detail::PositionAt at) const {
  std::int64_t n = at.position;
  std::int64_t from = n < 0 ? last : first;
  std::int64_t index = saturatingAdd(from, n);
  if (from == unbounded || from == -unbounded || !contains(index))
    throw IndexOutOfBounds(at.line, "the range " + detail::toString(*this) + " has no element " +
                                        std::to_string(n));
  return index;
}

namespace {
/// The coordinate `n` from the start of `range`, or from its end if negative.
std::int64_t countFrom(Range range, std::int64_t n, SourceLine line) {
  std::int64_t from = n < 0 ? range.hi() : range.lo();
  if (n != 0 && (from == unbounded || from == -unbounded))
    throw IndexOutOfBounds(line, "cannot count " + std::to_string(n) +
                                     " from the infinite end of " + detail::toString(range));
  return saturatingAdd(from, n);
}
} // namespace

Range Range::operator[](const detail::SliceAt &at) const {
  const Slice &slice = at.slice;
  if (slice.step != 1)
    throw ValueError(at.line, "expected a slice of step 1, got step " + std::to_string(slice.step));
  if (slice.isIndex) {
    std::int64_t index = (*this)[{slice.start, at.line}];
    return {index, index + 1};
  }
  if (empty())
    return {};
  std::int64_t from = slice.start == Slice::none ? first : countFrom(*this, slice.start, at.line);
  std::int64_t to = slice.stop == Slice::none ? last : countFrom(*this, slice.stop, at.line);
  return *this & Range(from, to);
}

} // namespace gtjit
