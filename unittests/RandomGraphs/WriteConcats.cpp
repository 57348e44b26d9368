//===- WriteConcats.cpp - Fields put together from parts ------------------===//

#include "Tables.h"
#include "Writer.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// One to three boxes in one or two dimensions, near the domain.
std::vector<Domain> Writer::someBoxes(const Domain &domain) {
  std::vector<Dimension> dims;
  for (const NamedRange &range : domain)
    if (dims.empty() || (dims.size() < 2 && random.chance(35)))
      dims.push_back(range.dim);
  if (dims.size() == 1)
    dims[0] = domain[random.below(domain.ndim())].dim;
  std::vector<Domain> boxes;
  for (std::int64_t n = random.chance(60) ? 1 : random.between(2, 3); n > 0; --n) {
    Domain box;
    for (Dimension dim : dims) {
      Range near = domain[dim].isFinite() && !domain[dim].empty() ? domain[dim] : Range(-4, 5);
      std::int64_t at = random.between(near.lo() - 1, near.hi() + 1);
      if (random.chance(40))
        box = box.with(dim.below(at));
      else if (random.chance(50))
        box = box.with(dim.from(at));
      else
        box = box.with(dim(at, at + random.between(1, 3)));
      if (dims.size() == 2 && random.chance(20))
        break;
    }
    boxes.push_back(box);
  }
  return boxes;
}

/// The field cut in two or three, a tile from the other one, in any order.
int Writer::tiled(int from, int other) {
  const Domain domain = variable(from).domain;
  Dimension dim = domain[random.below(domain.ndim())].dim;
  if (!domain[dim].isFinite() || domain[dim].size() < 2)
    return -1;
  std::int64_t cut = random.between(domain[dim].lo() + 1, domain[dim].hi() - 1);
  std::vector<Range> ranges{Range(domain[dim].lo(), cut), Range(cut, domain[dim].hi())};
  if (random.chance(30) && ranges[1].size() > 1) {
    std::int64_t second = random.between(cut + 1, domain[dim].hi() - 1);
    ranges = {ranges[0], Range(cut, second), Range(second, domain[dim].hi())};
  }
  random.shuffle(ranges);
  Expression joined;
  joined.make = Make::Concat;
  for (Range range : ranges) {
    Expression slice;
    slice.region = {dim(range)};
    int tile = onVariable(Make::Slice, random.chance(50) ? from : other, slice);
    tile = tile < 0 ? onVariable(Make::Slice, from, slice) : tile;
    if (tile < 0)
      return -1;
    joined.operands.push_back({tile, {}});
  }
  return define(std::move(joined));
}

int Writer::concatenated(int from) {
  const Domain domain = variable(from).domain;
  DType dtype = variable(from).dtype;
  if (!domain.ndim() || variable(from).weak)
    return from;
  bool isNumber = !isComplex(dtype) && random.chance(35);
  int other = isNumber ? -1 : random.chance(50) ? shifted(from) : source(dtype, std::nullopt);
  Operand second{other, isNumber ? anyLiteral(random, dtype) : Literal()};
  if (!isNumber && other < 0)
    return from;
  Expression expression;
  int result = -1;
  if (other >= 0 && random.chance(25)) {
    result = tiled(from, other);
  } else if (random.chance(25)) {
    expression.make = Make::Set;
    expression.operands = {Operand{from, {}}, second};
    for (const NamedRange &range : domain) {
      if (!range.range.isFinite() || range.range.empty() || random.chance(30))
        continue;
      std::int64_t lo = random.between(range.range.lo(), range.range.hi() - 1);
      if (random.chance(20))
        expression.region.push_back(range.dim(lo));
      else
        expression.region.push_back(range.dim(lo, random.between(lo, range.range.hi())));
    }
    if (!expression.region.empty())
      result = define(std::move(expression));
  } else {
    expression.make = Make::ConcatWhere;
    expression.operands = {Operand{from, {}}, second};
    if (random.chance(50))
      std::swap(expression.operands[0], expression.operands[1]);
    expression.boxes = someBoxes(domain);
    expression.inTuple = random.chance(20);
    result = define(std::move(expression));
  }
  if (result < 0)
    return from;
  if (random.chance(30))
    return neighbours(result);
  return random.chance(30) ? shifted(result) : result;
}

/// What several points of a field join to, which costs little at each.
int Writer::neighbours(int from) {
  const Variable &info = variable(from);
  if (info.dtype == DType::Bool || isComplex(info.dtype) || info.weak)
    return from;
  int result = from;
  for (std::int64_t n = random.between(2, 4); n > 0; --n) {
    Expression sum;
    sum.make = Make::Point;
    sum.op = random.pick({detail::PointOp::Add, detail::PointOp::Max});
    sum.operands = {Operand{result, {}}, Operand{shifted(from), {}}};
    int joined = define(std::move(sum));
    if (joined < 0 || variable(joined).domain.empty())
      break;
    result = joined;
  }
  return result;
}

int Writer::rolled(int from) {
  const Domain &domain = variable(from).domain;
  if (!domain.ndim() || variable(from).weak)
    return from;
  Expression expression;
  expression.shifts = {domain[random.below(domain.ndim())].dim +
                       random.between(-3, random.chance(90) ? 3 : 30)};
  int result = onVariable(Make::Roll, from, std::move(expression));
  return result < 0 ? from : result;
}

int Writer::renamed(int from) {
  const Domain &domain = variable(from).domain;
  if (!domain.ndim() || variable(from).weak)
    return from;
  Expression expression;
  expression.dims = {domain[random.below(domain.ndim())].dim,
                     random.pick({I, J, K, meshDimension()})};
  int result = onVariable(Make::Rename, from, std::move(expression));
  return result < 0 ? from : result;
}
