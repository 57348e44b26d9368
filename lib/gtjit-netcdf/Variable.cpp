//===- Variable.cpp - Variables and parts of them -------------------------===//
//
// What a variable's part has, and which entries it takes.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/Values.h"

#include <algorithm>

namespace gtjit::netcdf {

using gtjit::detail::NetCdfVariable;

const std::string &Variable::name() const { return state->name; }

std::vector<std::string> Variable::dims() const {
  std::vector<std::string> names;
  for (const NetCdfVariable::Axis &axis : state->axes)
    if (!axis.isIndex)
      names.push_back(axis.name);
  return names;
}

std::vector<std::int64_t> Variable::shape() const {
  std::vector<std::int64_t> extents;
  for (const NetCdfVariable::Axis &axis : state->axes)
    if (!axis.isIndex)
      extents.push_back(axis.count);
  return extents;
}

std::int64_t Variable::size() const {
  return static_cast<std::int64_t>(gtjit::detail::NetCdfPart(*state).size({}));
}

DType Variable::dtype(SourceLine line) const { return gtjit::detail::valueType(*state, line); }

bool Variable::isPacked() const {
  double scale, offset;
  return gtjit::detail::isPacked(*state->file, state->id, scale, offset);
}

std::string Variable::describe() const {
  std::string text;
  for (const NetCdfVariable::Axis &axis : state->axes)
    if (!axis.isIndex)
      text += (text.empty() ? "" : ", ") + axis.name + ": " + std::to_string(axis.count);
  return name() + "(" + text + ")";
}

/// Takes part of an axis; false for an index that is not there.
static bool select(NetCdfVariable::Axis &axis, const Slice &slice) {
  auto placed = [&](std::int64_t at) { return at < 0 ? at + axis.count : at; };
  auto clipped = [&](std::int64_t at) { return std::clamp<std::int64_t>(at, 0, axis.count); };
  std::int64_t first = 0, count = 1, step = 1;
  if (slice.isIndex) {
    first = placed(slice.start);
    if (first < 0 || first >= axis.count)
      return false;
  } else {
    first = slice.start == Slice::none ? 0 : clipped(placed(slice.start));
    std::int64_t stop = slice.stop == Slice::none ? axis.count : clipped(placed(slice.stop));
    step = slice.step;
    count = std::max<std::int64_t>(0, (stop - first + step - 1) / step);
  }
  axis.first += first * axis.step;
  axis.count = count;
  axis.step *= step;
  axis.isIndex = slice.isIndex;
  return true;
}

Variable Variable::isel(gtjit::detail::Items<Selection> entries, SourceLine line) const {
  NetCdfVariable part = *state;
  std::vector<std::string> seen;
  for (const Selection &entry : entries) {
    auto axis = std::find_if(part.axes.begin(), part.axes.end(), [&](const auto &candidate) {
      return candidate.name == entry.name && !candidate.isIndex;
    });
    if (std::find(seen.begin(), seen.end(), entry.name) != seen.end())
      throw ValueError(line, state->file->message("isel names '" + entry.name + "' twice"));
    seen.push_back(entry.name);
    if (axis == part.axes.end())
      throw KeyError(line,
                     state->file->message("isel of '" + entry.name + "': there is " + describe()));
    if (entry.slice.step < 1)
      throw ValueError(line, state->file->message("isel of '" + entry.name +
                                                  "': expected a positive step, got " +
                                                  std::to_string(entry.slice.step)));
    if (!select(*axis, entry.slice))
      throw IndexOutOfBounds(line, state->file->message("isel of '" + entry.name + "' at " +
                                                        std::to_string(entry.slice.start) +
                                                        ": there is " + describe()));
  }
  return Variable(std::make_shared<const NetCdfVariable>(std::move(part)));
}

void Variable::load(void *to, DType type, SourceLine line) const {
  gtjit::detail::readValues(*state, {.type = type}, to, line);
}

} // namespace gtjit::netcdf
