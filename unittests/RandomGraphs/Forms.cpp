//===- Forms.cpp - What scenarios are written with ------------------------===//

#include "Forms.h"

#include "Tables.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

using E = const Expression &;

struct Form {
  std::string_view name;
  Make make;
  bool (*holds)(E);
};

bool always(E) { return true; }
bool anyTable(E e, bool (*holds)(const TableSpec &)) {
  return std::any_of(e.tables.begin(), e.tables.end(), holds);
}
template <HaloFill::Kind Kind> bool fills(E e) {
  return std::any_of(e.fills.begin(), e.fills.end(),
                     [](const HaloFill &fill) { return fill.kind == Kind; });
}
template <Reduction Kind> bool reduces(E e) { return e.reduce == Kind; }
bool takesTuple(E e) { return e.inTuple; }
bool isMasked(E e) { return e.operands.size() > 1; }
bool isMapped(E e) { return !e.mapped.empty(); }
bool isBackward(E e) { return e.backward; }
bool isMixed(E e) {
  return std::any_of(e.types.begin(), e.types.end(),
                     [&](DType type) { return type != e.types[0]; });
}

constexpr Form expressionForms[] = {
    {"index", Make::Index, always},
    {"coordinate", Make::Coordinate, always},
    {"shift", Make::Shift, always},
    {"shift: premap", Make::Shift, [](E e) { return e.atOnce; }},
    {"slice", Make::Slice, always},
    {"rel", Make::Relative, always},
    {"rel: vmap", Make::Relative, isMapped},
    {"interior", Make::Interior, always},
    {"broadcast", Make::Broadcast, always},
    {"roll", Make::Roll, always},
    {"rename", Make::Rename, always},
    {"withPrecision", Make::Precision, always},
    {"astype: tuple", Make::Cast, takesTuple},
    {"where: tuple", Make::Point, takesTuple},
    {"compute_root", Make::Point, [](E e) { return e.placing == detail::Placing::Root; }},
    {"compute_inline", Make::Point, [](E e) { return e.placing == detail::Placing::Inline; }},
    {"half", Make::Half, always},
    {"reduction: vmap", Make::Reduce, isMapped},
    {"reduction: mask", Make::Reduce, isMasked},
    {"mean: mask", Make::Reduce, [](E e) { return isMasked(e) && reduces<Reduction::Mean>(e); }},
    {"var: mask", Make::Reduce, [](E e) { return isMasked(e) && reduces<Reduction::Var>(e); }},
    {"var: ddof", Make::Reduce, [](E e) { return e.ddof && reduces<Reduction::Var>(e); }},
    {"gather", Make::Gather, always},
    {"gather: one neighbour", Make::Gather,
     [](E e) { return anyTable(e, [](const TableSpec &table) { return table.one >= 0; }); }},
    {"gather: wrapDim", Make::Gather,
     [](E e) { return anyTable(e, [](const TableSpec &table) { return table.level > 0; }); }},
    {"gather: premap", Make::Gather, [](E e) { return e.atOnce && e.tables.size() > 1; }},
    {"gather: one after the other", Make::Gather,
     [](E e) { return !e.atOnce && e.tables.size() > 1; }},
    {"gather: then shifts", Make::Gather, [](E e) { return !e.shifts.empty(); }},
    {"as_offset", Make::ShiftBy, always},
    {"as_offset: and a number", Make::ShiftBy, [](E e) { return !e.shifts.empty(); }},
    {"as_offset: concatenated", Make::ShiftBy,
     [](E e) { return anyTable(e, [](const TableSpec &table) { return table.cut > 0; }); }},
    {"at", Make::At, always},
    {"at: computed", Make::At, [](E e) { return e.all && !e.atOnce; }},
    {"at: linear", Make::At,
     [](E e) { return std::ranges::any_of(e.tables, [](auto &t) { return t.step.has_value(); }); }},
    {"at: clipped", Make::At, [](E e) { return e.atOnce; }},
    {"at: concatenated", Make::At,
     [](E e) { return anyTable(e, [](const TableSpec &table) { return table.cut > 0; }); }},
    {"at: several dimensions", Make::At, [](E e) { return e.tables.size() > 1; }},
    {"neighbours", Make::Neighbors, always},
    {"list of shifts", Make::Listed, [](E e) { return e.tables.empty() && e.dims.empty(); }},
    {"list of half shifts", Make::Listed, [](E e) { return !e.dims.empty(); }},
    {"list of tables", Make::Listed, [](E e) { return !e.tables.empty(); }},
    {"scan", Make::Scan, always},
    {"scan: backward", Make::Scan, isBackward},
    {"scan: tuple", Make::Scan, [](E e) { return e.inTuple && e.carried > 1; }},
    {"scan: several types", Make::Scan, isMixed},
    {"cumsum", Make::Running, reduces<Reduction::Sum>},
    {"cumprod", Make::Running, reduces<Reduction::Prod>},
    {"cummin", Make::Running, reduces<Reduction::Min>},
    {"cummax", Make::Running, reduces<Reduction::Max>},
    {"first_match", Make::FirstMatch, always},
    {"call", Make::Call, always},
    {"concat_where", Make::ConcatWhere, always},
    {"concat_where: tuple", Make::ConcatWhere, takesTuple},
    {"concat", Make::Concat, always},
    {"set of a part", Make::Set, always},
    {"withHalo: periodic", Make::Halo, fills<HaloFill::Kind::Periodic>},
    {"withHalo: mirror", Make::Halo, fills<HaloFill::Kind::Mirror>},
    {"withHalo: constant", Make::Halo, fills<HaloFill::Kind::Constant>},
    {"withHalo: extend", Make::Halo, fills<HaloFill::Kind::Extend>},
};
constexpr unsigned expressionFormCount = std::size(expressionForms);
static_assert(expressionFormCount < 64, "a bit for each");

} // namespace

unsigned randomgraphs::formCount() { return expressionFormCount + 1; }

std::string_view randomgraphs::formName(unsigned form) {
  return form < expressionFormCount ? expressionForms[form].name : "memory wrapped twice";
}

Forms randomgraphs::formsOf(const Expression &e) {
  Forms forms = 0;
  for (unsigned n = 0; n < expressionFormCount; ++n)
    if (expressionForms[n].make == e.make && expressionForms[n].holds(e))
      forms |= Forms(1) << n;
  return forms;
}

Forms randomgraphs::formsOf(const Statement &s) {
  bool isWrap = s.what == Do::View && s.form == ViewForm::Wrapped;
  return isWrap ? Forms(1) << expressionFormCount : 0;
}
