//===- Presets.cpp - Names for layouts and alignments ---------------------===//
//
// Layouts as functions of the dimensions, by meaning for targets, by position
// for "C" and "F".
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Presets.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/Layout.h"

#include <algorithm>
#include <array>
#include <vector>

namespace gtjit::detail {

namespace {

/// Ranks of the dimensions if those called `slowToFast` are the fastest, in
/// this order, and the others are slower, in their own order or its reverse.
Layout ranked(const Dims &dims, std::initializer_list<Dimension> slowToFast,
              bool reverseOthers = false) {
  std::vector<Dimension> order;
  for (Dimension dim : dims)
    if (std::find(slowToFast.begin(), slowToFast.end(), dim) == slowToFast.end())
      order.push_back(dim);
  if (reverseOthers)
    std::reverse(order.begin(), order.end());
  for (Dimension dim : slowToFast)
    if (dims.contains(dim))
      order.push_back(dim);
  Layout layout(Layout::Kind::Ranks);
  for (Dimension dim : dims)
    layout.ranks.push_back(std::find(order.begin(), order.end(), dim) - order.begin());
  return layout;
}

Layout gtx86Layout(const Dims &dims) { return ranked(dims, {gtjit::I, gtjit::J, gtjit::K}); }
Layout gtmcLayout(const Dims &dims) { return ranked(dims, {gtjit::I, gtjit::K, gtjit::J}); }
Layout gtcudaLayout(const Dims &dims) {
  return ranked(dims, {gtjit::K, gtjit::J, gtjit::I}, /*reverseOthers=*/true);
}

struct NamedPreset {
  std::string_view name;
  Preset preset;
};

const std::array<NamedPreset, 8> &libraryPresets() {
  static const std::array<NamedPreset, 8> presets = {{
      {"cpu", {.layout = cpuLayout, .alignmentBytes = 64}},
      {"C", {.layout = cOrder}},
      {"F", {.layout = fortran}},
      {"gtx86", {.layout = gtx86Layout, .alignment = 1, .device = nullptr}},
      {"gtmc", {.layout = gtmcLayout, .alignment = 8, .device = nullptr}},
      {"gtcuda", {.layout = gtcudaLayout, .alignment = 32, .device = "gpu"}},
      {"numpy", {.layout = cOrder, .alignment = 1, .device = nullptr}},
      {"debug", {.layout = cOrder, .alignment = 1, .device = nullptr}},
  }};
  return presets;
}

} // namespace

Layout cpuLayout(const Dims &dims) {
  std::vector<Dimension> order(dims.begin(), dims.end());
  std::stable_sort(order.begin(), order.end(),
                   [](Dimension a, Dimension b) { return a.kind() < b.kind(); });
  Layout layout(Layout::Kind::Ranks);
  for (Dimension dim : dims)
    layout.ranks.push_back(order.end() - 1 - std::find(order.begin(), order.end(), dim));
  return layout;
}

Preset PresetTable::find(std::string_view name, SourceLine line) const {
  for (const NamedPreset &known : libraryPresets())
    if (known.name == name)
      return known.preset;
  std::unique_lock lock(mutex);
  if (auto found = own.find(name); found != own.end())
    return found->second.preset;
  lock.unlock();
  std::string known;
  for (const std::string &other : names())
    known += (known.empty() ? "'" : ", '") + other + "'";
  throw ValueError(line, "expected a preset of " + known + ", got '" + std::string(name) + "'");
}

void PresetTable::add(std::string_view name, const Preset &preset, SourceLine line) {
  if (name.empty())
    throw ValueError(line, "expected a name for a preset, got ''");
  bool isOurs = std::any_of(libraryPresets().begin(), libraryPresets().end(),
                            [&](const NamedPreset &known) { return known.name == name; });
  std::lock_guard lock(mutex);
  auto [place, isNew] = own.try_emplace(std::string(name));
  if (isOurs || !isNew) {
    if (isNew)
      own.erase(place);
    throw ValueError(line, "a preset '" + std::string(name) + "' is there already");
  }
  OwnedPreset &owned = place->second;
  owned.preset = preset;
  owned.device = preset.device.value();
  if (preset.device.given() && !owned.device.empty())
    owned.preset.device = std::string_view(owned.device);
}

std::vector<std::string> PresetTable::names() const {
  std::vector<std::string> result;
  for (const NamedPreset &known : libraryPresets())
    result.emplace_back(known.name);
  std::lock_guard lock(mutex);
  for (const auto &[name, preset] : own)
    result.push_back(name);
  return result;
}

} // namespace gtjit::detail
