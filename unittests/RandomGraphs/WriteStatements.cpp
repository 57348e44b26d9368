//===- WriteStatements.cpp - Assignments and what is between them ---------===//

#include "Writer.h"

#include "Generator.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// Operations of a stored expression; bounds the time to compile. Now and then
/// there are more.
static constexpr std::size_t usualExpression = 12, largestExpression = 60;

void Writer::drop(int handle) {
  Statement statement;
  statement.what = Do::Drop;
  statement.variable = handle;
  append(std::move(statement));
}

bool Writer::append(Statement statement) {
  if (!model.follow(statement))
    return false;
  scenario.statements.push_back(std::move(statement));
  return true;
}

std::vector<int> Writer::alive() const {
  std::vector<int> result;
  for (int n = 0; n < scenario.variables; ++n)
    if (variable(n).alive)
      result.push_back(n);
  return result;
}

/// A part that lies in `points`.
Part Writer::partOf(const StorageInfo &info, const Domain &points) {
  Part part;
  if (points.contains(info.domain) && random.chance(60))
    return part;
  if (points.contains(info.compute) && random.chance(80)) {
    part.kind = Part::Interior;
    return part;
  }
  part.kind = Part::Items;
  for (const NamedRange &range : points) {
    Range r = range.range;
    if (r.size() > 2 && random.chance(25))
      r = Range(r.lo() + random.between(0, 1), r.hi() - random.between(0, 1));
    if (!r.empty() && random.chance(6))
      part.items.push_back(range.dim(random.between(r.lo(), r.hi() - 1)));
    else
      part.items.push_back(range.dim(r));
  }
  if (part.items.empty())
    part.kind = Part::Whole;
  return part;
}

/// Also stores what the first value is reduced to over the points where it is stored.
void Writer::reduceBeside(Statement &statement) {
  const Write first = statement.writes.front();
  const StorageInfo info = storage(first.storage);
  int value = first.value.variable;
  DType dtype = variable(value).dtype;
  if (first.part.kind == Part::Items || variable(value).domain.ndim() != info.domain.ndim() ||
      info.domain.ndim() == 0 || variable(value).weak || isComplex(dtype))
    return;
  Domain points = first.part.kind == Part::Whole ? info.domain : info.compute;
  if (!(points == variable(value).domain)) {
    Expression part;
    for (const NamedRange &range : points)
      part.region.push_back(range);
    value = onVariable(Make::Slice, value, part);
  }
  if (value >= 0 && isFloat(dtype) && random.chance(60))
    value = withoutNaN(value);
  bool isSum = dtype == DType::Bool || random.chance(60);
  if (value >= 0)
    value = reduced(value, isSum ? Reduction::Sum : Reduction::Max, random.chance(80));
  std::vector<Dimension> needed;
  if (value >= 0)
    for (const NamedRange &range : variable(value).domain)
      needed.push_back(range.dim);
  int target = value < 0 ? -1 : storageFor(variable(value).dtype, std::nullopt, needed);
  if (target < 0 || storage(target).memory == info.memory ||
      std::ranges::any_of(needed, [&](Dimension dim) { return !storage(target).domain.has(dim); }))
    return;
  Part part = partOf(storage(target), Model::writable(storage(target), variable(value).domain));
  statement.writes.push_back({target, part, {value, {}}});
}

void Writer::sinkInto(int target, int value, bool mayUpdate) {
  value = withoutDimensionsBut(value, storage(target).domain);
  if (value < 0)
    return;
  if (!Model::fits(variable(value).dtype, storage(target).dtype) || random.chance(10))
    value = ofType(value, storage(target).dtype);
  if (value < 0) // complex values for a real storage
    return;
  auto writeTo = [&](int into, int from) {
    Domain points = Model::writable(storage(into), variable(from).domain);
    return Write{into, partOf(storage(into), points), {from, {}}};
  };
  Statement statement;
  statement.what = Do::Assign;
  statement.writes = {writeTo(target, value)};
  if (random.chance(20))
    reduceBeside(statement);
  if (mayUpdate)
    for (int n = 0; n < storageCount() && statement.writes.size() < 3; ++n) {
      bool isFresh = n != target && random.chance(50);
      for (const Write &write : statement.writes)
        isFresh &= storage(write.storage).memory != storage(n).memory;
      int other = isFresh ? source(storage(n).dtype, std::nullopt) : -1;
      if (other >= 0)
        other = withoutDimensionsBut(other, storage(n).domain);
      if (other >= 0)
        statement.writes.push_back(writeTo(n, other));
    }
  if (statement.writes.size() > 1)
    statement.what = Do::Update;
  if (random.chance(40)) { // as in `v[interior] = f(v)`: no handle is left
    for (int n : alive())
      if (std::none_of(statement.writes.begin(), statement.writes.end(),
                       [&](const Write &w) { return w.value.variable == n; }))
        drop(n);
    for (Write &write : statement.writes)
      write.takes =
          std::count_if(statement.writes.begin(), statement.writes.end(), [&](const Write &w) {
            return w.value.variable == write.value.variable;
          }) == 1;
  }
  append(std::move(statement));
}

/// Evaluates a variable: into a storage, or by eval().

void Writer::sink(int value, const Cell &goal) {
  if (random.chance(20) && goal.trait != Trait::InPlace) {
    value = madeFinite(value);
    if (value < 0)
      return;
    Statement statement;
    statement.what = Do::Eval;
    statement.variables = {value};
    std::vector<int> others = alive();
    if (random.chance(30))
      for (int n = 0; n < 2; ++n) {
        int other = random.pick(others);
        if (variable(other).domain.isFinite() && !variable(other).weak &&
            other != statement.variables.back())
          statement.variables.push_back(other);
      }
    if (variable(value).domain.ndim() == 0 && statement.variables.size() == 1 && value % 2) {
      statement.what = Do::Item;
      statement.variable = value;
      statement.variables.clear();
    }
    append(std::move(statement));
    return;
  }
  std::vector<Dimension> needed;
  for (const NamedRange &range : variable(value).domain)
    needed.push_back(range.dim);
  std::vector<int> read;
  for (int n = 0; n < storageCount(); ++n)
    if (variable(value).buffers.count(storage(n).buffer))
      read.push_back(n);
  int target = -1;
  if (!read.empty() && (goal.trait == Trait::InPlace || random.chance(25))) {
    target = random.pick(read);
    if (random.chance(25))
      value = coloured(value, target);
  } else {
    bool memory = goal.trait == Trait::Foreign || goal.trait == Trait::Strided;
    target = storageFor(variable(value).dtype, memory ? std::optional(goal.trait) : std::nullopt,
                        needed);
  }
  if (target < 0 && storageCount())
    target = anyStorage();
  if (target >= 0)
    sinkInto(target, value, random.chance(12));
}

void Writer::fillSomeHalo() {
  Statement statement;
  statement.what = Do::FillHalo;
  statement.storage = anyStorage();
  const StorageInfo &info = storage(statement.storage);
  for (const NamedRange &range : info.compute) {
    Range whole = info.domain[range.dim];
    std::int64_t width = std::max(range.range.lo() - whole.lo(), whole.hi() - range.range.hi());
    if (info.compute.empty() || width > range.range.size() || random.chance(40))
      continue;
    using Kind = HaloFill::Kind;
    statement.fills.push_back(
        {random.pick({Kind::Periodic, Kind::Mirror, Kind::Constant, Kind::Extend}), range.dim,
         random.between(0, 1), SourceLine::here()});
  }
  if (!statement.fills.empty() && statement.fills.size() <= 6)
    append(std::move(statement));
}

void Writer::viewSomething() {
  Statement statement;
  statement.what = Do::View;
  statement.storage = anyStorage();
  const StorageInfo &info = storage(statement.storage);
  if (info.compute.empty() || !info.compute.ndim())
    return;
  for (const NamedRange &range : info.domain) {
    Range inner = info.compute[range.dim];
    if (random.chance(15))
      statement.region.push_back(range.dim(random.between(inner.lo(), inner.hi() - 1)));
    else if (random.chance(70))
      statement.region.push_back(range.dim(random.between(range.range.lo(), inner.hi() - 1),
                                           random.between(inner.hi(), range.range.hi())));
  }
  if (!statement.region.empty())
    viewsExist |= append(std::move(statement));
}

/// A stepped slice, another origin or another order of dimensions.
void Writer::viewInOtherCoordinates() {
  Statement statement;
  statement.what = Do::View;
  statement.storage = anyStorage();
  const Domain &domain = storage(statement.storage).domain;
  if (!domain.ndim())
    return;
  statement.form = random.pick({ViewForm::Slice, ViewForm::Rebased, ViewForm::Transposed});
  Dimension dim = domain[random.below(domain.ndim())].dim;
  std::int64_t extent = domain[dim].size();
  if (statement.form == ViewForm::Transposed) {
    for (const NamedRange &range : domain)
      statement.dims.push_back(range.dim);
    random.shuffle(statement.dims);
  } else {
    statement.dims = {dim};
    statement.origin = domain[dim].lo() + random.between(-5, 5);
    auto end = [&] {
      return random.chance(50) ? Slice::none : random.between(-extent - 1, extent + 1);
    };
    statement.slice = Slice(end(), end(), random.pick<std::int64_t>({-3, -2, -1, 1, 2, 3}));
  }
  viewsExist |= append(std::move(statement));
}

/// Foreign memory, or a part of it, as another storage. What has been read of it is
/// undefined once the other one is written.
void Writer::wrapOnceMore() {
  std::vector<int> foreign;
  for (int n = 0; n < storageCount(); ++n)
    if (storage(n).foreign && !storage(n).compute.empty())
      foreign.push_back(n);
  if (foreign.empty())
    return;
  Statement statement;
  statement.what = Do::View;
  statement.form = ViewForm::Wrapped;
  statement.storage = random.pick(foreign);
  const StorageInfo &info = storage(statement.storage);
  for (const NamedRange &range : info.domain) {
    Range inner = info.compute[range.dim];
    if (random.chance(40))
      statement.region.push_back(
          range.dim(random.between(range.range.lo(), inner.hi() - 1), range.range.hi()));
  }
  viewsExist |= append(std::move(statement));
}

void Writer::setSomething() {
  Statement statement;
  statement.what = Do::Set;
  statement.storage = anyStorage();
  const StorageInfo &info = storage(statement.storage);
  std::size_t entries = random.below(std::min<std::size_t>(info.domain.ndim(), 2) + 1);
  std::size_t length = random.below(4) + 1; // lists have one length
  for (std::size_t n = 0; n < entries; ++n) {
    std::int64_t extent = info.domain[n == 0 ? 0 : info.domain.ndim() - 1].range.size();
    if (extent == 0)
      return;
    auto index = [&] { return random.between(-extent, extent - 1); };
    SetItem item;
    if (random.chance(30))
      for (std::size_t at = 0; at < length; ++at)
        item.list.push_back(index());
    else if (random.chance(30))
      item.slice = Slice(index());
    else
      item.slice = Slice(index(), index(), random.pick<std::int64_t>({-2, -1, 1, 2, 3}));
    statement.items.push_back(std::move(item));
  }
  statement.number = anyLiteral(random, info.dtype);
  append(std::move(statement));
}

bool Writer::swapSomething() {
  if (storageCount() < 2)
    return false;
  Statement statement;
  statement.what = Do::Swap;
  statement.storage = anyStorage();
  statement.other = anyStorage();
  return statement.storage != statement.other && append(std::move(statement));
}

/// Something that happens between expressions.

void Writer::aside() {
  if (!storageCount())
    return;
  switch (random.below(9)) {
  case 0:
    fillSomeHalo();
    break;
  case 1:
    viewSomething();
    break;
  case 2:
    swapSomething();
    break;
  case 4:
    viewInOtherCoordinates();
    break;
  case 5:
    setSomething();
    break;
  case 6:
    wrapOnceMore();
    break;
  case 3: {
    Statement statement;
    statement.what = Do::HostWrite;
    statement.storage = anyStorage();
    statement.values = random.bits() >> 32;
    append(std::move(statement));
    break;
  }
  default: {
    std::vector<int> candidates = alive();
    if (candidates.empty())
      break;
    drop(random.pick(candidates));
  }
  }
}

Scenario Writer::write() {
  std::size_t chains = random.chance(40) ? 1 : random.between(2, 3);
  for (std::size_t chain = 0; chain < chains; ++chain) {
    Cell goal = coverage.rarest(random);
    // The order of sums shows only in floats that are not all NaN.
    bool sums = random.chance(10);
    if (sums)
      goal = {idOf(Reduction::Sum), random.pick({F32, F64}), goal.trait};
    int value = operation(goal, -1);
    bool isLong = random.chance(5);
    std::size_t links = sums ? random.below(3) : isLong ? random.between(20, 40) : random.below(6);
    for (std::size_t link = 0; link < links && value >= 0; ++link) {
      bool goesOn = random.chance(85);
      Cell next =
          coverage.rarest(random, goesOn ? std::optional(variable(value).dtype) : std::nullopt);
      if (variable(value).operations.size() > (isLong ? largestExpression : usualExpression))
        break;
      int longer = operation(next, value);
      value = longer >= 0 ? longer : value;
    }
    if (!sums && random.chance(17))
      value = stencil(value);
    if (value >= 0 && random.chance(35))
      value = gathered(value);
    if (value >= 0 && random.chance(10))
      value = shiftedBy(value);
    if (value >= 0 && random.chance(10))
      value = atIndices(value);
    bool isStaggered = value >= 0 && random.chance(8);
    if (isStaggered)
      value = staggered(value);
    if (isStaggered && random.chance(70))
      value = staggered(stencil(value));
    if (value >= 0 && random.chance(4))
      value = inOtherPrecision(value);
    if (value >= 0)
      sink(value, goal);
    if (random.chance(40))
      aside();
  }
  // Handles that lived through the writes still have their old values.
  std::vector<int> left = alive();
  if (!left.empty() && random.chance(25)) {
    Statement statement;
    statement.what = Do::Eval;
    int last = random.pick(left);
    if (variable(last).domain.isFinite() && !variable(last).weak) {
      statement.variables = {last};
      append(std::move(statement));
    }
  }
  return std::move(scenario);
}

Scenario randomgraphs::generate(std::uint64_t seed, Coverage &coverage) {
  return Writer(seed, coverage).write();
}
