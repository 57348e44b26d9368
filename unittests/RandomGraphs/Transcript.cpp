//===- Transcript.cpp - What scenarios show, as JSON ----------------------===//
//
// Knows the members of scenarios and no meaning of any.
//
//===----------------------------------------------------------------------===//

#include "Transcript.h"

#include "Backends.h"
#include "Externals.h"
#include "Fields.h"
#include "Sequence.h"
#include "Tables.h"

#include <bit>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

template <class Items, class Write> std::string list(const Items &items, Write write) {
  std::string result = "[";
  for (const auto &item : items)
    result += (result.size() > 1 ? "," : "") + write(item);
  return result + "]";
}

/// An object of members that are JSON already.
std::string object(std::initializer_list<std::pair<std::string_view, std::string>> members) {
  std::string result = "{";
  for (const auto &[name, value] : members)
    if (!value.empty())
      result += (result.size() > 1 ? "," : "") + quoted(name) + ":" + value;
  return result + "}";
}

std::string end(std::int64_t bound) {
  return bound == INT64_MAX || bound == -INT64_MAX ? "null" : std::to_string(bound);
}
std::string json(Dimension dim) {
  const char *kinds[] = {"horizontal", "local", "vertical"};
  return "[" + quoted(dim.name()) + "," + quoted(kinds[static_cast<unsigned>(dim.kind())]) + "]";
}
std::string json(const NamedRange &range) {
  return "[" + json(range.dim) + "," + end(range.range.lo()) + "," + end(range.range.hi()) + "]";
}
std::string json(const Domain &domain) {
  return list(domain, [](const NamedRange &range) { return json(range); });
}
std::string json(const Region::Item &item) {
  return object({{"dim", json(item.dim)},
                 {"lo", end(item.range.lo())},
                 {"hi", end(item.range.hi())},
                 {"index", item.isIndex ? "true" : "false"}});
}
std::string json(const std::vector<Region::Item> &items) {
  return list(items, [](const Region::Item &item) { return json(item); });
}
std::string json(const RelativeItem &item) {
  if (item.isEllipsis)
    return "\"...\"";
  auto place = [](std::int64_t n) { return n == Slice::none ? "null" : std::to_string(n); };
  if (item.slice.isIndex)
    return place(item.slice.start);
  return "[" + place(item.slice.start) + "," + place(item.slice.stop) + "]";
}
std::string json(const Slice &slice) {
  auto place = [](std::int64_t n) { return n == Slice::none ? "null" : std::to_string(n); };
  if (slice.isIndex)
    return place(slice.start);
  return "[" + place(slice.start) + "," + place(slice.stop) + "," + std::to_string(slice.step) +
         "]";
}
std::string json(const SetItem &item) {
  return object({{"slice", json(item.slice)},
                 {"list", list(item.list, [](std::int64_t n) { return std::to_string(n); })}});
}
std::string json(const Operand &operand) {
  if (operand.variable >= 0)
    return std::to_string(operand.variable);
  const Literal &number = operand.number;
  std::uint64_t bits = number.dtype == DType::F64 ? std::bit_cast<std::uint64_t>(number.floating)
                                                  : static_cast<std::uint64_t>(number.integer);
  return "[" + quoted(name(number.dtype)) + "," + std::to_string(bits) + "]";
}

/// In the storage's own order.
std::string dimsOf(const Storage &storage) {
  return list(storage.dims(), [](Dimension dim) { return json(dim); });
}

/// Type, domain in canonical order, and the bits of all values.
std::string json(const Storage &storage) {
  return object({{"dtype", quoted(name(storage.dtype()))},
                 {"domain", json(storage.domain().canonical())},
                 {"compute", json(storage.compute_domain().canonical())},
                 {"values", list(elementsOf(storage),
                                 [](std::uint64_t bits) { return std::to_string(bits); })}});
}

std::string json(std::span<const Storage> storages) {
  return list(storages, [](const Storage &storage) { return json(storage); });
}

/// Type and domain of a variable; values too, if it has them.
std::string json(const Field &field, bool isWeak) {
  if (!isWeak && field.domain().isFinite())
    return json(eval(field));
  return object({{"dtype", quoted(name(field.dtype()))}, {"domain", json(field.domain())}});
}

std::string json(const TableSpec &table) {
  return object(
      {{"to", json(table.to)},
       {"domain", json(positionsOf(table))},
       {"indices", list(indicesOf(table), [](std::int64_t n) { return std::to_string(n); })},
       {"image",
        "[" + std::to_string(table.image.lo()) + "," + std::to_string(table.image.hi()) + "]"},
       {"skip", table.skips ? std::to_string(missingIndex) : "null"}});
}
std::string json(const HaloFill &fill) {
  const char *kinds[] = {"periodic", "mirror", "constant", "extend"};
  return object({{"kind", quoted(kinds[static_cast<unsigned>(fill.kind)])},
                 {"dim", json(fill.dim)},
                 {"value", std::to_string(fill.value.integer)}});
}

const Variable &operandOf(const Expression &e, std::size_t n, std::span<const Variable> variables) {
  return variables[static_cast<std::size_t>(e.operands[n].variable)];
}

/// The types of what a scan carries, then of its inputs.
std::vector<DType> typesOfScan(const Expression &e, std::span<const Variable> variables) {
  std::vector<DType> types = e.types;
  if (types.empty())
    types.assign(e.carried, operandOf(e, 0, variables).dtype);
  for (std::size_t n = 0; n + 1 < e.operands.size(); ++n)
    types.push_back(operandOf(e, n, variables).dtype);
  return types;
}

/// The steps of a scan's body.
std::string bodyOf(const Expression &e, std::span<const Variable> variables) {
  std::vector<DType> types = typesOfScan(e, variables);
  return list(scanSteps(e, types), [](const ScanStep &step) {
    return "[" + std::to_string(step.left) + "," + std::to_string(step.right) + "," +
           std::to_string(step.choice) + "]";
  });
}

/// The compute domain of the first operand, where it counts.
std::string gridOf(const Expression &e, std::span<const Variable> variables) {
  bool counts = e.make == Make::Halo || e.make == Make::Interior;
  return counts ? json(*operandOf(e, 0, variables).inside()) : std::string();
}

std::string json(const Expression &e, std::span<const Variable> variables) {
  return object(
      {{"make", quoted(name(e.make))},
       {"storage", std::to_string(e.storage)},
       {"op", quoted(e.make == Make::Call ? externalFunctions()[e.function].symbol
                                          : detail::pointOpInfo(e.op).mnemonic)},
       {"operands", list(e.operands, [](const Operand &o) { return json(o); })},
       {"dtype", quoted(name(e.dtype))},
       {"shifts", list(e.shifts,
                       [](const Shift &s) {
                         return "[" + json(s.dim) + "," + std::to_string(s.offset) + "]";
                       })},
       {"region", json(e.region)},
       {"boxes", list(e.boxes, [](const Domain &box) { return json(box); })},
       {"items", list(e.items, [](const RelativeItem &i) { return json(i); })},
       {"dims", list(e.dims, [](Dimension dim) { return json(dim); })},
       {"all", e.all ? "true" : "false"},
       {"reduce", quoted(name(e.reduce))},
       {"mapped", list(e.mapped, [](Dimension dim) { return json(dim); })},
       {"ddof", std::to_string(e.ddof)},
       {"tables", list(e.tables, [](const TableSpec &table) { return json(table); })},
       {"at_once", e.atOnce ? "true" : "false"},
       {"width", "[" + std::to_string(e.width.lo) + "," + std::to_string(e.width.hi) + "]"},
       {"fills", list(e.fills, [](const HaloFill &fill) { return json(fill); })},
       {"grid", gridOf(e, variables)},
       {"backward", e.backward ? "true" : "false"},
       {"carried", std::to_string(e.carried)},
       {"types", e.make == Make::Scan ? list(typesOfScan(e, variables),
                                             [](DType type) { return quoted(gtjit::name(type)); })
                                      : std::string()},
       {"body", e.make == Make::Scan ? bodyOf(e, variables) : std::string()}});
}

std::string json(const Write &write) {
  const char *parts[] = {"whole", "interior", "items"};
  return object({{"storage", std::to_string(write.storage)},
                 {"part", quoted(parts[write.part.kind])},
                 {"items", json(write.part.items)},
                 {"value", json(write.value)}});
}

bool touchesMemory(const Statement &s) {
  return s.what != Do::Define && s.what != Do::Drop && s.what != Do::Eval && s.what != Do::Item;
}

std::string json(const Statement &s, std::span<const Storage> storages,
                 std::span<const Field> fields, const Model &model) {
  const char *whats[] = {"define", "assign", "update", "swap", "eval", "drop",
                         "fill",   "view",   "host",   "set",  "item"};
  const char *forms[] = {"region", "slice", "rebased", "transposed", "region"};
  std::string told;
  if (s.what == Do::Define)
    told = json(fields[static_cast<std::size_t>(s.variable)],
                model.variables()[static_cast<std::size_t>(s.variable)].weak);
  return object(
      {{"do", quoted(whats[static_cast<unsigned>(s.what)])},
       {"variable", std::to_string(s.variable)},
       {"expression", s.what == Do::Define ? json(s.expression, model.variables()) : std::string()},
       {"writes", list(s.writes, [](const Write &w) { return json(w); })},
       {"storage", std::to_string(s.storage)},
       {"other", std::to_string(s.other)},
       {"fills", list(s.fills, [](const HaloFill &f) { return json(f); })},
       {"form", quoted(forms[static_cast<unsigned>(s.form)])},
       {"region", json(s.region)},
       {"dims", list(s.dims, [](Dimension dim) { return json(dim); })},
       {"slice", json(s.slice)},
       {"origin", std::to_string(s.origin)},
       {"items", list(s.items, [](const SetItem &i) { return json(i); })},
       {"number", json(Operand{-1, s.number})},
       {"order",
        s.what == Do::Set ? dimsOf(storages[static_cast<std::size_t>(s.storage)]) : std::string()},
       {"told", told},
       {"storages", touchesMemory(s) ? json(storages) : std::string()}});
}

/// The scenario with what it showed; empty if it ended with an error.
std::string transcript(const Scenario &scenario, Runtime &runtime, std::int64_t number) {
  std::string statements;
  Model model(nullptr);
  for (const StorageSpec &spec : scenario.storages)
    model.add(spec);
  std::string start;
  Outcome outcome = playTold(scenario, runtime,
                             [&](const Statement *statement, std::span<const Storage> storages,
                                 std::span<const Field> fields) {
                               if (!statement) {
                                 start = json(storages);
                                 return;
                               }
                               model.follow(*statement);
                               statements += (statements.empty() ? "" : ",") +
                                             json(*statement, storages, fields, model);
                             });
  if (!outcome.error.empty()) {
    std::cerr << "scenario " << number << ": " << outcome.error << "\n";
    return {};
  }
  return object({{"number", std::to_string(number)},
                 {"start", start},
                 {"statements", "[" + statements + "]"}});
}

} // namespace

int randomgraphs::writeTranscripts(const Options &options) {
  std::ofstream file(options.transcript);
  Backends backends(/*isGuarded=*/false);
  Sequence sequence(options.seed);
  std::int64_t count = options.only < 0 ? options.graphs : options.only + 1;
  bool isWhole = true;
  for (std::int64_t n = 0; n < count; ++n) {
    Scenario scenario = sequence.next();
    if ((options.only >= 0 && n != options.only) || computesInOtherPrecision(scenario))
      continue;
    std::string line = transcript(scenario, backends.compiling(), n);
    isWhole &= !line.empty();
    file << line << "\n";
  }
  file.close();
  return isWhole && file ? 0 : 1;
}
