//===- Scenario.cpp - Printing scenarios ----------------------------------===//

#include "Scenario.h"

#include "Externals.h"

#include <algorithm>
#include <sstream>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

std::string storageName(int n) { return "s" + std::to_string(n); }
std::string variableName(int n) { return "f" + std::to_string(n); }

/// "I(0, 5)", "I(3)".
std::string text(const Region::Item &item) {
  std::string result = std::string(item.dim.name()) + "(" + std::to_string(item.range.lo());
  return item.isIndex ? result + ")" : result + ", " + std::to_string(item.range.hi()) + ")";
}

template <class Items, class Print> std::string joined(const Items &items, Print print) {
  std::string result;
  for (const auto &item : items)
    result += (result.empty() ? "" : ", ") + print(item);
  return result;
}
std::string text(const std::vector<Region::Item> &items) {
  return "{" + joined(items, [](const Region::Item &item) { return text(item); }) + "}";
}
std::string text(const std::vector<Dimension> &dims) {
  return "{" + joined(dims, [](Dimension dim) { return std::string(dim.name()); }) + "}";
}

std::string text(const Operand &operand) {
  if (operand.variable >= 0)
    return variableName(operand.variable);
  const Literal &number = operand.number;
  if (number.dtype == DType::Bool)
    return number.integer ? "true" : "false";
  if (number.dtype == DType::U64)
    return "uint64(" + std::to_string(static_cast<std::uint64_t>(number.integer)) + ")";
  if (number.dtype == DType::I64)
    return "int64(" + std::to_string(number.integer) + ")";
  std::ostringstream out;
  out << std::hexfloat << number.floating;
  return out.str();
}

std::string text(const RelativeItem &item) {
  if (item.isEllipsis)
    return "ellipsis";
  auto end = [](std::int64_t n) { return n == Slice::none ? "none" : std::to_string(n); };
  if (item.slice.isIndex)
    return std::to_string(item.slice.start);
  return "{" + end(item.slice.start) + ", " + end(item.slice.stop) + "}";
}

std::string text(const Shift &shift) {
  return std::string(shift.dim.name()) + (shift.offset < 0 ? " - " : " + ") +
         std::to_string(shift.offset < 0 ? -shift.offset : shift.offset);
}

std::string text(const std::vector<Shift> &shifts) {
  return joined(shifts, [](const Shift &shift) { return text(shift); });
}

std::string text(const HaloFill &fill) {
  std::string dim(fill.dim.name());
  switch (fill.kind) {
  case HaloFill::Kind::Periodic:
    return "periodic(" + dim + ")";
  case HaloFill::Kind::Mirror:
    return "mirror(" + dim + ")";
  case HaloFill::Kind::Extend:
    return "extend(" + dim + ")";
  case HaloFill::Kind::Constant:
    break;
  }
  return "constant(" + dim + ", " + std::to_string(fill.value.integer) + ")";
}

std::string text(const TableSpec &table) {
  return "table of " + std::string(table.to.name()) + " on " +
         joined(table.domain, [](const NamedRange &r) { return text(Region::Item(r)); }) +
         (table.level ? ", wrapDim " + std::to_string(table.level) : std::string()) +
         (table.one >= 0 ? ", neighbour " + std::to_string(table.one) : std::string()) +
         (table.wide ? ", i64" : ", i32") + (table.skips ? ", skips" : "") + ", image " +
         text(Region::Item(table.to(table.image))) + ", outside " + std::to_string(table.before) +
         ":" + std::to_string(table.after) + ", values " + std::to_string(table.values) +
         (table.cut > 0 ? ", cut at row " + std::to_string(table.cut) : std::string()) +
         (table.step ? ", step " + std::to_string(*table.step) : std::string());
}

/// All operands but the last: "f1, f2".
std::string textOfInputs(const Expression &e) {
  return joined(std::vector(e.operands.begin(), e.operands.end() - 1),
                [](const Operand &o) { return text(o); });
}

std::string along(const Expression &e) {
  return std::string(e.dims[0].name()) + (e.region.empty() ? "" : "[" + text(e.region) + "]") +
         (e.backward ? ", Backward" : ", Forward");
}

std::string scanText(const Expression &e) {
  return "scan(" + along(e) + ", " + text(e.operands.back()) + ", body " + std::to_string(e.body) +
         " of " + std::to_string(e.carried) + " {" +
         joined(e.types, [](DType type) { return std::string(gtjit::name(type)); }) + "}, " +
         textOfInputs(e) + ")";
}

std::string conditionText(const Expression &e) {
  return joined(e.boxes, [](const Domain &box) {
    return "{" + joined(box, [](const NamedRange &r) { return text(Region::Item(r)); }) + "}";
  });
}

std::string reductionText(const Expression &e) {
  return std::string(name(e.reduce)) + "(" + text(e.operands[0]) +
         (e.all ? "" : ", " + text(e.dims)) +
         (e.operands.size() > 1 ? ", Where(" + text(e.operands[1]) + ")" : "") +
         (e.ddof ? ", ddof " + std::to_string(e.ddof) : "") + ")";
}

std::string textOfOne(const Expression &e) {
  auto first = [&] { return text(e.operands[0]); };
  auto all = [&] { return joined(e.operands, [](const Operand &o) { return text(o); }); };
  auto tables = [&] { return joined(e.tables, [](const TableSpec &t) { return text(t); }); };
  switch (e.make) {
  case Make::Leaf:
    return storageName(e.storage);
  case Make::Index:
    return "index(" + std::string(e.dims[0].name()) + ")";
  case Make::Coordinate:
    return "coordinate(" + std::string(e.dims[0].name()) + ", " + all() + ")";
  case Make::Point:
    return std::string(detail::pointOpInfo(e.op).name) + "(" + all() + ")" +
           (e.placing == detail::Placing::Root     ? ".compute_root()"
            : e.placing == detail::Placing::Inline ? ".compute_inline()"
                                                   : "");
  case Make::Call:
    return std::string(externalFunctions()[e.function].symbol) + "(" + all() + ")";
  case Make::Cast:
    return "astype(" + first() + ", " + std::string(gtjit::name(e.dtype)) + ")";
  case Make::Precision:
    return "withPrecision(" + first() + ", " + std::string(gtjit::name(e.dtype)) + ")";
  case Make::Shift:
    return first() + (e.atOnce ? ".premap(" : "(") + text(e.shifts) + ")";
  case Make::Slice:
    return first() + "[" + text(e.region) + "]";
  case Make::Relative:
    return first() + ".rel({" + joined(e.items, [](const RelativeItem &i) { return text(i); }) +
           "})";
  case Make::Interior:
    return first() + "[interior]";
  case Make::Halo:
    return "withHalo(" + first() + ", {" + std::to_string(e.width.lo) + ", " +
           std::to_string(e.width.hi) + "}, " +
           joined(e.fills, [](const HaloFill &fill) { return text(fill); }) + ")";
  case Make::Broadcast:
    return "broadcast(" + first() + ", " + text(e.dims) + ")";
  case Make::Gather:
    return first() + (e.atOnce ? ".premap(" : "(") + tables() +
           (e.shifts.empty() ? "" : ", then " + text(e.shifts)) + ")";
  case Make::ShiftBy:
    return first() + "(as_offset(" + (e.all ? "computed, " : "") + tables() + ")" +
           (e.shifts.empty() ? "" : " + " + std::to_string(e.shifts[0].offset)) + ")";
  case Make::At:
    return first() + ".at(" + (e.all ? "computed, " : "") + (e.atOnce ? "clipped, " : "") +
           tables() + ")";
  case Make::Half:
    return first() + "(from the twin of " + std::string(e.dims[0].name()) + ", by " +
           std::to_string(e.shifts[0].offset) + ")";
  case Make::Neighbors:
    return "neighbor_" + std::string(name(e.reduce)) + "(" + first() + ")";
  case Make::Listed:
    return "neighbor_" + std::string(name(e.reduce)) + "(" + first() + "({" + tables() +
           (e.dims.empty() ? "" : "from the twin of " + text(e.dims) + " by ") + text(e.shifts) +
           "}))";
  case Make::Scan:
    return scanText(e);
  case Make::Running:
    return "cum" + std::string(name(e.reduce)) + "(" + first() + ", " + along(e) + ")";
  case Make::FirstMatch:
    return "first_match(" + all() + ", " + along(e) + ")";
  case Make::ConcatWhere:
    return "concat_where(" + conditionText(e) + ", " + all() + ")";
  case Make::Concat:
    return "concat(" + all() + ")";
  case Make::Set:
    return first() + ".at(" + text(e.region) + ").set(" + text(e.operands[1]) + ")";
  case Make::Roll:
    return "roll(" + first() + ", " + text(e.shifts) + ")";
  case Make::Rename:
    return "rename(" + first() + ", " + text(e.dims) + ")";
  case Make::Reduce:
    break;
  }
  return reductionText(e);
}

std::string text(const Expression &e) {
  return textOfOne(e) + (e.inTuple ? " in a tuple" : "") +
         (e.mapped.empty() ? "" : " under vmap of " + text(e.mapped));
}

std::string text(const Write &write) {
  std::string part = write.part.kind == Part::Whole      ? "whole"
                     : write.part.kind == Part::Interior ? "interior"
                                                         : text(write.part.items);
  std::string value = text(write.value);
  return storageName(write.storage) + "[" + part +
         "] = " + (write.takes ? "move(" + value + ")" : value);
}

std::string text(const Slice &slice) {
  auto end = [](std::int64_t n) { return n == Slice::none ? "none" : std::to_string(n); };
  if (slice.isIndex)
    return std::to_string(slice.start);
  return "{" + end(slice.start) + ", " + end(slice.stop) + ", " + std::to_string(slice.step) + "}";
}

std::string text(const SetItem &item) {
  if (item.list.empty())
    return text(item.slice);
  return "Indices{" + joined(item.list, [](std::int64_t n) { return std::to_string(n); }) + "}";
}

/// What makes the view of a storage.
std::string viewText(const Statement &s) {
  switch (s.form) {
  case ViewForm::Region:
    return ".view(" + text(s.region) + ")";
  case ViewForm::Slice:
    return ".slice(" + text(s.slice) + ") in " + std::string(s.dims[0].name());
  case ViewForm::Rebased:
    return ".rebased({" + std::string(s.dims[0].name()) + "(" + std::to_string(s.origin) + ")})";
  case ViewForm::Wrapped:
    return " wrapped once more" + (s.region.empty() ? "" : " at " + text(s.region));
  case ViewForm::Transposed:
    break;
  }
  return ".transpose(" + text(s.dims) + ")";
}

std::string text(const Statement &s, int &views) {
  switch (s.what) {
  case Do::Define:
    return "Field " + variableName(s.variable) + " = " + text(s.expression);
  case Do::Assign:
    return text(s.writes[0]);
  case Do::Update:
    return "update: " + joined(s.writes, [](const Write &w) { return text(w); });
  case Do::Swap:
    return "swap(" + storageName(s.storage) + ", " + storageName(s.other) + ")";
  case Do::Eval:
    return "eval(" + joined(s.variables, variableName) + ")";
  case Do::Drop:
    return variableName(s.variable) + " = Field()";
  case Do::FillHalo:
    return "fillHalo(" + storageName(s.storage) + ", " +
           joined(s.fills, [](const HaloFill &f) { return text(f); }) + ")";
  case Do::View:
    return "Storage " + storageName(views++) + " = " + storageName(s.storage) + viewText(s);
  case Do::HostWrite:
    return storageName(s.storage) + ".write(seed " + std::to_string(s.values) + ")";
  case Do::Set:
    return storageName(s.storage) + ".set({" +
           joined(s.items, [](const SetItem &i) { return text(i); }) + "}, " +
           text(Operand{-1, s.number}) + ")";
  case Do::Item:
    break;
  }
  return variableName(s.variable) + ".item()";
}

std::string text(const StorageSpec &spec) {
  const char *memories[] = {"cpu",   "C",       "F",      "gtx86",    "gtmc",    "own",
                            "ranks", "aligned", "padded", "negative", "strided", "repeated"};
  std::string result = std::string(gtjit::name(spec.dtype)) + " over {";
  result +=
      joined(spec.compute, [](const NamedRange &r) { return text(Region::Item(r)); }) + "}, halo {";
  result += joined(spec.halo,
                   [](HaloWidth w) { return std::to_string(w.lo) + ":" + std::to_string(w.hi); });
  result += std::string("}, ") + memories[static_cast<int>(spec.memory)];
  if (spec.memory >= Memory::Ranks)
    result += " {" + joined(spec.ranks, [](std::int64_t n) { return std::to_string(n); }) + "}";
  if (spec.memory >= Memory::Aligned)
    result += " pad {" + joined(spec.pad, [](std::int64_t n) { return std::to_string(n); }) + "}";
  return result + ", values " + std::to_string(spec.values);
}

} // namespace

std::string_view randomgraphs::name(Reduction reduction) {
  static constexpr std::string_view names[reductionCount] = {
      "sum", "min", "max", "prod", "any", "all", "mean", "argmin", "argmax", "var", "stddev"};
  return names[static_cast<unsigned>(reduction)];
}

std::string_view randomgraphs::name(Make make) {
  static constexpr std::string_view names[] = {
      "leaf",     "index",        "coordinate", "point",     "cast",    "shift",       "slice",
      "relative", "broadcast",    "reduce",     "precision", "gather",  "neighbors",   "scan",
      "half",     "concat_where", "concat",     "set",       "roll",    "rename",      "shift_by",
      "at",       "interior",     "halo",       "listed",    "running", "first_match", "call"};
  static_assert(std::size(names) == makeCount);
  return names[static_cast<unsigned>(make)];
}

static bool makes(const Scenario &scenario, Make make) {
  return std::any_of(
      scenario.statements.begin(), scenario.statements.end(),
      [&](const Statement &s) { return s.what == Do::Define && s.expression.make == make; });
}

bool randomgraphs::computesInOtherPrecision(const Scenario &scenario) {
  return makes(scenario, Make::Precision);
}

std::string randomgraphs::print(const Scenario &scenario) {
  std::string result;
  for (std::size_t n = 0; n < scenario.storages.size(); ++n)
    result +=
        "  Storage " + storageName(static_cast<int>(n)) + ": " + text(scenario.storages[n]) + "\n";
  int views = static_cast<int>(scenario.storages.size());
  for (const Statement &statement : scenario.statements)
    result += "  " + text(statement, views) + "\n";
  return result;
}
