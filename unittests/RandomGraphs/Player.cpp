//===- Player.cpp - From statements to calls ------------------------------===//

#include "Player.h"

#include "Fields.h"
#include "Memories.h"
#include "Programs.h"

#include "gtjit/Error.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Storage/Views.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <sstream>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// The bits of a value, low bytes; any true is 1.
template <class T> std::uint64_t bitsOf(const T &value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return std::is_same_v<T, bool> ? bits != 0 : bits;
}

template <class T> std::vector<std::uint64_t> typedElements(const Storage &storage) {
  HostView<const T> view = storage.read<T>();
  Domain domain = storage.domain(), canonical = domain.canonical();
  std::vector<std::uint64_t> result;
  if (domain.empty())
    return result;
  std::vector<std::int64_t> index(domain.ndim(), 0);
  while (true) {
    if constexpr (sizeof(T) > 8)
      for (auto part : std::bit_cast<std::array<std::uint64_t, 2>>(view.at(index)))
        result.push_back(part);
    else
      result.push_back(bitsOf(view.at(index)));
    std::size_t c = canonical.ndim();
    while (c-- > 0) {
      std::size_t d = 0;
      while (!(domain[d].dim == canonical[c].dim))
        ++d;
      if (++index[d] < canonical[c].range.size())
        break;
      index[d] = 0;
    }
    if (c == static_cast<std::size_t>(-1))
      return result;
  }
}

/// Whether two values are the same bits, or both NaN.
template <class T> bool isSame(std::uint64_t a, std::uint64_t b) {
  if (a == b)
    return true;
  T x, y;
  std::memcpy(&x, &a, sizeof(T));
  std::memcpy(&y, &b, sizeof(T));
  return x != x && y != y;
}

/// The same for the element types; a c128 is compared part by part.
bool isSame(DType dtype, std::uint64_t a, std::uint64_t b) {
  if (dtype == DType::C64)
    return isSame<float>(a & UINT32_MAX, b & UINT32_MAX) && isSame<float>(a >> 32, b >> 32);
  if (dtype == DType::C128)
    return isSame<double>(a, b);
  return detail::withType(dtype, [&]<class T>(T *) {
    if constexpr (TwoByteFloat<T>)
      return a == b || (std::isnan(float(std::bit_cast<T>(static_cast<std::uint16_t>(a)))) &&
                        std::isnan(float(std::bit_cast<T>(static_cast<std::uint16_t>(b)))));
    else if constexpr (std::floating_point<T>)
      return isSame<T>(a, b);
    else
      return a == b;
  });
}

std::string valueText(DType dtype, std::uint64_t bits) {
  std::ostringstream out;
  out << std::hexfloat;
  detail::withType(dtype, [&]<class T>(T *) {
    if constexpr (sizeof(T) <= 8) {
      T value = detail::loadValue<T>(reinterpret_cast<const std::byte *>(&bits));
      if constexpr (std::integral<T>)
        out << +value;
      else if constexpr (detail::Real<T>)
        out << static_cast<double>(value) << " (bits " << bits << ")";
      else
        out << value;
    } else {
      out << std::bit_cast<double>(bits);
    }
  });
  return out.str();
}

class Player {
public:
  Player(const Scenario &scenario, Runtime &runtime, Timing timing, BeforeStatement before)
      : scenario(scenario), runtime(runtime), timing(timing), before(before), model(nullptr),
        fields(static_cast<std::size_t>(scenario.variables)) {
    if (timing >= Timing::Program)
      programs.emplace(scenario, runtime, timing == Timing::SavedProgram);
  }
  Outcome play();
  AfterStatement after;

private:
  void run(const Statement &statement);
  void define(const Statement &statement);
  Field leaf(const Expression &expression) const;
  Arg valueOf(const Write &write);
  StorageRegion partOf(const Write &write) const;
  std::vector<StorageRegion> targetsOf(const Statement &statement) const;
  void evaluate(const Statement &statement);
  void fill(const Statement &statement);
  Storage viewOf(const Statement &statement) const;
  void set(const Statement &statement);
  void item(const Statement &statement);
  void see(std::string where, const Storage &storage);
  void seeForeign();
  void check(bool condition, const std::string &what) const {
    if (!condition)
      throw std::runtime_error(what);
  }

  const Scenario &scenario;
  Runtime &runtime;
  Timing timing;
  BeforeStatement before;
  Model model; ///< what the engine must agree with
  std::deque<ForeignMemory> foreign;
  std::vector<Storage> storages;
  std::vector<Field> fields;
  std::optional<Programs> programs;
  Outcome outcome;
};

void Player::see(std::string where, const Storage &storage) {
  outcome.seen.push_back({std::move(where), storage.dtype(), elementsOf(storage)});
}

/// Foreign memory with its guards, byte for byte in elements.
void Player::seeForeign() {
  for (std::size_t n = 0; n < foreign.size(); ++n) {
    const ForeignMemory &memory = foreign[n];
    Seen seen{"memory of s" + std::to_string(n), memory.dtype, {}};
    std::size_t size = std::min<std::size_t>(itemsize(memory.dtype), 8);
    for (std::size_t at = 0; at + size <= memory.bytes.size(); at += size) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &memory.bytes[at], size);
      seen.values.push_back(bits);
    }
    outcome.seen.push_back(std::move(seen));
  }
}

/// The value of an assignment; its handle may go with it.
Arg Player::valueOf(const Write &write) {
  if (!write.takes)
    return argument(write.value, fields);
  return Arg(std::move(fields[static_cast<std::size_t>(write.value.variable)]));
}

Field Player::leaf(const Expression &e) const {
  const Storage &storage = storages[static_cast<std::size_t>(e.storage)];
  if (timing != Timing::Eager)
    return Field(storage);
  Storage copy = like(storage);
  copy[whole] = storage.field();
  return Field(copy);
}

void Player::define(const Statement &statement) {
  auto n = static_cast<std::size_t>(statement.variable);
  const Expression &e = statement.expression;
  fields[n] = e.make == Make::Leaf ? leaf(e) : made(e, fields);
  const Variable &expected = model.variables()[n];
  std::string name = "f" + std::to_string(n);
  check(fields[n].dtype() == expected.dtype,
        name + " has type " + std::string(gtjit::name(fields[n].dtype())) + ", expected " +
            std::string(gtjit::name(expected.dtype)));
  check(fields[n].domain() == expected.domain,
        name + " has domain " + std::string(std::string_view(toText(fields[n].domain()))) +
            ", expected " + std::string(std::string_view(toText(expected.domain))));
  if (std::optional<Domain> inside = expected.inside())
    check(fields[n].compute_domain() == *inside,
          name + " has compute domain " +
              std::string(std::string_view(toText(fields[n].compute_domain()))) + ", expected " +
              std::string(std::string_view(toText(*inside))));
  if (timing == Timing::Eager && expected.domain.isFinite() && !expected.weak &&
      statement.expression.make != Make::Leaf)
    eval(fields[n]);
}

StorageRegion Player::partOf(const Write &write) const {
  const Storage &storage = storages[static_cast<std::size_t>(write.storage)];
  if (write.part.kind == Part::Whole)
    return storage[whole];
  if (write.part.kind == Part::Interior)
    return storage[interior];
  detail::Sequence<NamedIndex> indices;
  Domain domain =
      Model::pointsOf(model.storages()[static_cast<std::size_t>(write.storage)], write.part);
  for (const Region::Item &item : write.part.items) {
    if (item.isIndex) {
      indices.push_back(item.dim(item.range.lo()));
      domain = domain.without(item.dim);
    }
  }
  return indices.empty() ? storage[Region(domain)] : StorageRegion(storage, domain, indices, {});
}

std::vector<StorageRegion> Player::targetsOf(const Statement &statement) const {
  std::vector<StorageRegion> targets;
  for (const Write &write : statement.writes)
    targets.push_back(partOf(write));
  return targets;
}

void Player::evaluate(const Statement &statement) {
  std::vector<Storage> results;
  auto field = [&](std::size_t n) -> Arg {
    return fields[static_cast<std::size_t>(statement.variables[n])];
  };
  if (statement.variables.size() == 1) {
    results = {eval(field(0))};
  } else if (statement.variables.size() == 2) {
    auto both = eval(field(0), field(1));
    results.assign(both.begin(), both.end());
  } else {
    auto all = eval(field(0), field(1), field(2));
    results.assign(all.begin(), all.end());
  }
  for (std::size_t n = 0; n < results.size(); ++n) {
    std::string name = "f" + std::to_string(statement.variables[n]);
    check(results[n].domain() ==
              model.variables()[static_cast<std::size_t>(statement.variables[n])].domain,
          name + " is evaluated over another domain");
    see("eval(" + name + ")", results[n]);
  }
}

void Player::fill(const Statement &statement) {
  detail::fillHalo(storages[static_cast<std::size_t>(statement.storage)], statement.fills);
}

Storage Player::viewOf(const Statement &statement) const {
  Storage view = storages[static_cast<std::size_t>(statement.storage)];
  if (statement.form == ViewForm::Slice) {
    std::size_t d = 0;
    while (!(view.domain()[d].dim == statement.dims[0]))
      ++d;
    return detail::sliceAt(view, d, statement.slice, SourceLine::here());
  }
  if (statement.form == ViewForm::Rebased)
    return view.rebased({statement.dims[0](statement.origin)});
  if (statement.form == ViewForm::Transposed)
    return view.transpose(Dims(std::span<const Dimension>(statement.dims)));
  for (const Region::Item &item : statement.region)
    view = view.view({item});
  return statement.form == ViewForm::Wrapped ? wrappedAgain(runtime, view) : view;
}

void Player::set(const Statement &statement) {
  const Storage &storage = storages[static_cast<std::size_t>(statement.storage)];
  auto entry = [&](std::size_t n) -> KeyItem {
    const SetItem &item = statement.items[n];
    if (item.list.empty())
      return KeyItem(item.slice);
    return KeyItem(Indices(std::span(item.list)));
  };
  auto put = [&](auto value) {
    if (statement.items.empty())
      storage.set({ellipsis}, value);
    else if (statement.items.size() == 1)
      storage.set({entry(0)}, value);
    else
      storage.set({entry(0), ellipsis, entry(1)}, value);
  };
  const Literal &number = statement.number;
  if (number.dtype == DType::F64)
    put(number.floating);
  else if (number.dtype == DType::U64)
    put(static_cast<std::uint64_t>(number.integer));
  else if (number.dtype == DType::Bool)
    put(number.integer != 0);
  else
    put(number.integer);
}

void Player::item(const Statement &statement) {
  const Field &field = fields[static_cast<std::size_t>(statement.variable)];
  Seen seen{"item of f" + std::to_string(statement.variable), field.dtype(), {}};
  detail::withType(field.dtype(), [&]<class T>(T *) {
    T value = field.item<T>();
    if constexpr (sizeof(T) > 8)
      for (auto part : std::bit_cast<std::array<std::uint64_t, 2>>(value))
        seen.values.push_back(part);
    else
      seen.values.push_back(bitsOf(value));
  });
  outcome.seen.push_back(std::move(seen));
}

void Player::run(const Statement &s) {
  auto storage = [&](int n) -> Storage & { return storages[static_cast<std::size_t>(n)]; };
  if (programs && programs->calls(s, model, storages, targetsOf(s))) {
    for (const Write &write : s.writes)
      if (write.takes)
        fields[static_cast<std::size_t>(write.value.variable)] = Field();
    return;
  }
  switch (s.what) {
  case Do::Define:
    return define(s);
  case Do::Assign:
    partOf(s.writes[0]) = valueOf(s.writes[0]);
    return;
  case Do::Update:
    if (s.writes.size() == 2)
      update({{partOf(s.writes[0]), valueOf(s.writes[0])},
              {partOf(s.writes[1]), valueOf(s.writes[1])}});
    else
      update({{partOf(s.writes[0]), valueOf(s.writes[0])},
              {partOf(s.writes[1]), valueOf(s.writes[1])},
              {partOf(s.writes[2]), valueOf(s.writes[2])}});
    return;
  case Do::Swap:
    swap(storage(s.storage), storage(s.other));
    return;
  case Do::Eval:
    return evaluate(s);
  case Do::Drop:
    fields[static_cast<std::size_t>(s.variable)] = Field();
    return;
  case Do::FillHalo:
    return fill(s);
  case Do::View: {
    Storage view = viewOf(s);
    storages.push_back(view);
    const StorageInfo &expected = model.storages().back();
    check(view.domain() == expected.domain && view.compute_domain() == expected.compute,
          "a view has another domain than expected");
    return;
  }
  case Do::Set:
    return set(s);
  case Do::HostWrite:
    return writeSome(storage(s.storage), s.values);
  case Do::Item:
    return item(s);
  }
}

Outcome Player::play() {
  Runtime::Scope scope(runtime);
  std::size_t at = 0;
  try {
    for (const StorageSpec &spec : scenario.storages) {
      foreign.emplace_back();
      storages.push_back(makeStorage(runtime, spec, foreign.back()));
      model.add(spec);
    }
    if (after)
      after(nullptr, storages, fields);
    for (const Statement &statement : scenario.statements) {
      check(model.follow(statement), "the scenario is an error");
      if (before)
        before(statement, storages);
      try {
        run(statement);
      } catch (const FloatingPointError &error) {
        outcome.reports.push_back("statement " + std::to_string(at) + ": " + error.what());
      }
      if (after)
        after(&statement, storages, fields);
      ++at;
    }
    for (std::size_t n = 0; n < storages.size(); ++n)
      see("s" + std::to_string(n), storages[n]);
    seeForeign();
  } catch (const std::exception &error) {
    outcome.error = "statement " + std::to_string(at) + ": " + error.what();
  }
  return std::move(outcome);
}

} // namespace

std::vector<std::uint64_t> randomgraphs::elementsOf(const Storage &storage) {
  return detail::withType(storage.dtype(), [&]<class T>(T *) { return typedElements<T>(storage); });
}

Outcome randomgraphs::play(const Scenario &scenario, Runtime &runtime, Timing timing,
                           BeforeStatement before) {
  return Player(scenario, runtime, timing, before).play();
}

Outcome randomgraphs::playTold(const Scenario &scenario, Runtime &runtime, AfterStatement after) {
  Player player(scenario, runtime, Timing::Eager, nullptr);
  player.after = std::move(after);
  return player.play();
}

static std::string joined(const std::vector<std::string> &texts) {
  std::string all;
  for (const std::string &text : texts)
    all += (all.empty() ? "" : "\n") + text;
  return all;
}

std::string randomgraphs::difference(const Outcome &expected, const Outcome &got) {
  if (expected.error != got.error)
    return "error '" + got.error + "', expected '" + expected.error + "'";
  if (expected.reports != got.reports)
    return "reports '" + joined(got.reports) + "', expected '" + joined(expected.reports) + "'";
  if (expected.seen.size() != got.seen.size())
    return "another number of results";
  for (std::size_t n = 0; n < expected.seen.size(); ++n) {
    const Seen &e = expected.seen[n], &g = got.seen[n];
    if (e.dtype != g.dtype || e.values.size() != g.values.size())
      return g.where + " has another type or size";
    for (std::size_t at = 0; at < e.values.size(); ++at)
      if (!isSame(e.dtype, e.values[at], g.values[at]))
        return g.where + ", element " + std::to_string(at) + " of " +
               std::to_string(e.values.size()) + ": " + valueText(g.dtype, g.values[at]) +
               ", expected " + valueText(e.dtype, e.values[at]);
  }
  return {};
}
