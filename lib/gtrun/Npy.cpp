//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// The header is a Python dictionary with three keys; nothing else is read.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Npy.h"

#include "gtjit/Types/NpyHeader.h"
#include "gtrun/Fault.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace gtrun {

namespace {

/// Takes a header apart, character by character.
class HeaderReader {
public:
  HeaderReader(const std::string &file, std::string_view text) : file(file), rest(text) {}
  void read();

  std::string descr;
  bool isFortran = false;
  std::vector<std::int64_t> shape;

private:
  [[noreturn]] void fail(const std::string &expected) const {
    throw Fault("'" + file + "': its header is damaged: expected " + expected);
  }
  void skipSpace() { rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size())); }
  bool take(char c) {
    skipSpace();
    if (rest.empty() || rest.front() != c)
      return false;
    rest.remove_prefix(1);
    return true;
  }
  void need(char c) {
    if (!take(c))
      fail(std::string("'") + c + "'");
  }
  bool takeWord(std::string_view word) {
    skipSpace();
    if (!rest.starts_with(word))
      return false;
    rest.remove_prefix(word.size());
    return true;
  }
  std::string readString();
  void readShape();
  void readEntry();

  const std::string &file;
  std::string_view rest;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};

std::string HeaderReader::readString() {
  need('\'');
  std::size_t end = rest.find('\'');
  if (end == std::string_view::npos)
    fail("a text in quotes");
  std::string text(rest.substr(0, end));
  rest.remove_prefix(end + 1);
  return text;
}

void HeaderReader::readShape() {
  need('(');
  while (!take(')')) {
    skipSpace();
    std::int64_t extent = 0;
    auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), extent);
    if (error != std::errc() || extent < 0)
      fail("an extent");
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    shape.push_back(extent);
    if (!take(',') && (rest.empty() || rest.front() != ')'))
      fail("',' or ')'");
  }
}

void HeaderReader::readEntry() {
  std::string key = readString();
  need(':');
  if (key == "descr" && !std::exchange(hasDescr, true)) {
    descr = readString();
  } else if (key == "fortran_order" && !std::exchange(hasOrder, true)) {
    isFortran = takeWord("True");
    if (!isFortran && !takeWord("False"))
      fail("True or False");
  } else if (key == "shape" && !std::exchange(hasShape, true)) {
    readShape();
  } else {
    fail("each of 'descr', 'fortran_order' and 'shape' once, got '" + key + "'");
  }
}

void HeaderReader::read() {
  need('{');
  while (!take('}')) {
    readEntry();
    if (!take(',')) {
      need('}');
      break;
    }
  }
  skipSpace();
  if (!hasDescr || !hasOrder || !hasShape || !rest.empty())
    fail("'descr', 'fortran_order' and 'shape', and nothing after them");
}

DType typeNamed(const std::string &file, const std::string &descr) {
  for (DType type : allTypes)
    if (gtjit::detail::npyTypeText(type) == descr ||
        (gtjit::name(type) == "bf16" && descr == "|V2"))
      return type;
  throw Fault("'" + file + "': its elements are '" + descr +
              "'; expected little-endian numbers or bools");
}

/// The same elements with the last axis contiguous instead of the first.
std::vector<std::byte> fromFortran(const Array &array) {
  std::size_t item = itemsize(array.type), rank = array.shape.size();
  std::vector<std::byte> result(array.bytes.size());
  std::vector<std::int64_t> index(rank, 0), stride(rank, 1);
  if (result.empty()) // extents beside a 0 may be any
    return result;
  for (std::size_t d = 1; d < rank; ++d)
    stride[d] = stride[d - 1] * array.shape[d - 1];
  for (std::size_t to = 0; to < result.size(); to += item) {
    std::int64_t from = 0;
    for (std::size_t d = 0; d < rank; ++d)
      from += index[d] * stride[d];
    std::memcpy(&result[to], &array.bytes[static_cast<std::size_t>(from) * item], item);
    for (std::size_t d = rank; d-- > 0 && ++index[d] == array.shape[d];)
      index[d] = 0;
  }
  return result;
}

/// Length of the header after what tells it, and where it starts.
std::size_t headerLength(const std::string &file, std::istream &in, std::size_t size) {
  char start[12] = {};
  in.read(start, 8);
  if (!in || std::memcmp(start, "\x93NUMPY", 6) != 0)
    throw Fault("'" + file + "': it is no .npy file");
  if (start[6] < 1 || start[6] > 3 || start[7] != 0)
    throw Fault("'" + file + "': its version is not 1.0, 2.0 or 3.0");
  std::size_t width = start[6] == 1 ? 2 : 4, length = 0;
  in.read(start + 8, static_cast<std::streamsize>(width));
  for (std::size_t n = width; n-- > 0;)
    length = length << 8 | static_cast<unsigned char>(start[8 + n]);
  if (!in || length > size || length > 1 << 20)
    throw Fault("'" + file + "': it ends in its header");
  return length;
}

} // namespace

Array readNpy(const std::string &file) {
  std::error_code code;
  std::size_t size = std::filesystem::file_size(file, code);
  std::ifstream in(file, std::ios::binary);
  if (code || !in)
    throw Fault("'" + file + "': cannot be read: " +
                (code ? code.message() : std::string(std::strerror(errno))));
  std::string text(headerLength(file, in, size), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!in)
    throw Fault("'" + file + "': it ends in its header");
  HeaderReader header(file, text);
  header.read();
  Array array;
  array.type = typeNamed(file, header.descr);
  array.shape = header.shape;
  std::size_t bytes =
      itemsize(array.type) * static_cast<std::size_t>(elementCount(array.shape, array.type, file));
  std::size_t there = size - static_cast<std::size_t>(in.tellg());
  if (there != bytes)
    throw Fault("'" + file + "': it has " + std::to_string(there) +
                " bytes of elements, its header says " + std::to_string(bytes));
  array.bytes.resize(bytes);
  in.read(reinterpret_cast<char *>(array.bytes.data()), static_cast<std::streamsize>(bytes));
  if (!in && bytes)
    throw Fault("'" + file + "': its elements cannot be read");
  if (header.isFortran)
    array.bytes = fromFortran(array);
  return array;
}

void writeNpy(const std::string &file, const std::string &shown, const Array &array) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  std::string header = gtjit::detail::npyHeader(array.type, array.shape);
  out.write(header.data(), static_cast<std::streamsize>(header.size()));
  out.write(reinterpret_cast<const char *>(array.bytes.data()),
            static_cast<std::streamsize>(array.bytes.size()));
  out.close();
  if (!out)
    throw Fault("'" + shown + "': cannot be written: " + std::strerror(errno));
}

} // namespace gtrun
