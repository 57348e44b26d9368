//===- Attributes.cpp - Texts and numbers beside variables ----------------===//
//
// Attributes in memory, and between memory and files.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/File.h"

#include "gtjit/Types/Elements.h"

namespace gtjit {

using detail::NetCdfFile;

netcdf::Attribute::Attribute(std::string_view name, DType type, const void *numbers,
                             std::size_t count)
    : label(name), type(type), bytes(count * itemsize(type)) {
  if (count)
    std::memcpy(bytes.data(), numbers, bytes.size());
}

/// The `n`-th number in the type T.
template <class T>
static T numberOf(const netcdf::Attribute &attribute, std::size_t n, SourceLine line) {
  if (n >= attribute.size())
    throw IndexOutOfBounds(
        line, "the attribute '" + attribute.name() + "' has " +
                  (attribute.isText()
                       ? std::string("text, expected numbers")
                       : std::to_string(attribute.size()) + " numbers, got " + std::to_string(n)));
  const auto *first = static_cast<const std::byte *>(attribute.data());
  return detail::withType(attribute.dtype(), [&]<class From>(From *) -> T {
    if constexpr (detail::Real<From>)
      return detail::convertValue<T>(detail::loadValue<From>(first + n * sizeof(From)));
    else
      return T(0); // no file has complex numbers
  });
}

double netcdf::Attribute::number(std::size_t n, SourceLine line) const {
  return numberOf<double>(*this, n, line);
}
std::int64_t netcdf::Attribute::integer(std::size_t n, SourceLine line) const {
  return numberOf<std::int64_t>(*this, n, line);
}

namespace detail {

std::size_t NetCdfFile::attributeCount(int variable, SourceLine line) const {
  int count = 0;
  check(variable == NC_GLOBAL ? nc_inq_natts(handle, &count)
                              : nc_inq_varnatts(handle, variable, &count),
        "its attributes", line);
  return static_cast<std::size_t>(count);
}

std::string NetCdfFile::attributeName(int variable, std::size_t n, SourceLine line) const {
  char name[NC_MAX_NAME + 1] = {};
  check(nc_inq_attname(handle, variable, static_cast<int>(n), name), "an attribute", line);
  return name;
}

bool NetCdfFile::hasAttribute(int variable, std::string_view name) const {
  int found = 0;
  return nc_inq_attid(handle, variable, std::string(name).c_str(), &found) == NC_NOERR;
}

/// Strings of netCDF-4, a line each.
static std::string joinedStrings(const NetCdfFile &file, int variable, const std::string &name,
                                 std::size_t length, SourceLine line) {
  std::vector<char *> strings(length);
  file.check(nc_get_att_string(file.id(), variable, name.c_str(), strings.data()), name, line);
  std::string text;
  for (const char *string : strings)
    text += (text.empty() ? "" : "\n") + std::string(string ? string : "");
  nc_free_string(length, strings.data());
  return text;
}

netcdf::Attribute NetCdfFile::attribute(int variable, std::string_view label,
                                        SourceLine line) const {
  std::string name(label);
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(handle, variable, name.c_str(), &type, &length) != NC_NOERR)
    throw KeyError(
        line, message((variable == NC_GLOBAL ? "it" : "'" + variableName(variable, line) + "'") +
                      " has no attribute '" + name + "'"));
  if (type == NC_STRING)
    return {name, joinedStrings(*this, variable, name, length, line)};
  if (type == NC_CHAR) {
    std::string text(length, '\0');
    check(nc_get_att_text(handle, variable, name.c_str(), text.data()), name, line);
    return {name, text.c_str()};
  }
  DType dtype = F64;
  if (!dtypeOfNetCdf(type, dtype))
    throw DTypeError(line, message("the attribute '" + name + "' is neither text nor numbers"));
  std::vector<std::byte> bytes(length * itemsize(dtype));
  check(nc_get_att(handle, variable, name.c_str(), bytes.data()), name, line);
  return {name, dtype, bytes.data(), length};
}

std::string NetCdfFile::text(int variable, std::string_view name) const {
  if (!hasAttribute(variable, name))
    return {};
  nc_type type = NC_NAT;
  nc_inq_atttype(handle, variable, std::string(name).c_str(), &type);
  return type == NC_CHAR || type == NC_STRING ? attribute(variable, name, {}).text() : "";
}

bool NetCdfFile::number(int variable, const char *name, double &value) const {
  std::size_t length = 0;
  return nc_inq_attlen(handle, variable, name, &length) == NC_NOERR && length == 1 &&
         nc_get_att_double(handle, variable, name, &value) == NC_NOERR;
}

void NetCdfFile::putAttribute(int variable, const netcdf::Attribute &attribute,
                              SourceLine line) const {
  const char *name = attribute.name().c_str();
  std::string what = "the attribute '" + attribute.name() + "'";
  if (attribute.isText())
    return check(
        nc_put_att_text(handle, variable, name, attribute.text().size(), attribute.text().data()),
        what, line);
  nc_type type = netCdfType(attribute.dtype());
  if (type == NC_NAT)
    throw DTypeError(line, message("netCDF has no type for " + what + ", which is " +
                                   std::string(gtjit::name(attribute.dtype()))));
  check(nc_put_att(handle, variable, name, type, attribute.size(), attribute.data()), what, line);
}

} // namespace detail

} // namespace gtjit
