//===- TestImage.h - Images made by hand ------------------------*- C++ -*-===//
//
// Bytes of a closed image with given tables and machine code, so that loading
// and dispatch are tested without a compiler.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TESTIMAGE_H
#define GTJIT_UNITTESTS_TESTIMAGE_H

#include "gtabi/Image.h"

#include <xxhash.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace gtjit {

/// The tables of an image.
struct TestImage {
  std::uint32_t scalarCount = 0, rangeCount = 0;
  std::vector<gtabi::StorageArgument> arguments;
  std::vector<gtabi::KernelInfo> kernels;
  std::vector<gtabi::TemporaryInfo> temporaries;
  std::vector<gtabi::StorageUse> storages;
  std::vector<gtabi::ReachInfo> reaches;
  std::vector<gtabi::BoundsInfo> bounds;
  std::vector<std::uint32_t> boundsUses, scalars;
  std::vector<gtabi::TableInfo> tables;
  std::vector<gtabi::ImportInfo> imports;
  std::vector<gtabi::EntryInfo> entries;
  std::vector<gtabi::LoopOrder> orders;
  std::vector<gtabi::ScratchTerm> scratch;
  std::vector<std::uint32_t> extents;
  std::string text;
  std::vector<std::uint8_t> code = {0xc3}; ///< ret

  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> image(sizeof(gtabi::ImageHeader));
    gtabi::ImageHeader header{};
    std::memcpy(header.magic, "gtimage", 8);
    header.abiVersion = gtabi::kAbiVersion;
    header.headerSize = sizeof(header);
    header.scalarCount = scalarCount;
    header.rangeCount = rangeCount;
    header.arguments = append(image, arguments);
    header.kernels = append(image, kernels);
    header.temporaries = append(image, temporaries);
    header.storages = append(image, storages);
    header.reaches = append(image, reaches);
    header.bounds = append(image, bounds);
    header.boundsUses = append(image, boundsUses);
    header.scalars = append(image, scalars);
    header.tables = append(image, tables);
    header.imports = append(image, imports);
    header.entries = append(image, entries);
    header.orders = append(image, orders);
    header.scratch = append(image, scratch);
    header.extents = append(image, extents);
    header.text = append(image, std::vector<char>(text.begin(), text.end()));
    image.resize((image.size() + 4095) / 4096 * 4096);
    header.remarks = {image.size(), 0};
    header.codeOffset = image.size();
    header.codeSize = code.size();
    append(image, code);
    header.imageSize = image.size();
    std::memcpy(image.data(), &header, sizeof(header));
    std::size_t checked = offsetof(gtabi::ImageHeader, checksum) + sizeof(header.checksum);
    header.checksum = XXH3_64bits(image.data() + checked, image.size() - checked);
    std::memcpy(image.data(), &header, sizeof(header));
    return image;
  }

private:
  template <class T>
  static gtabi::Table append(std::vector<std::uint8_t> &image, const std::vector<T> &table) {
    image.resize((image.size() + 7) / 8 * 8);
    gtabi::Table place{image.size(), table.size()};
    const auto *first = reinterpret_cast<const std::uint8_t *>(table.data());
    image.insert(image.end(), first, first + table.size() * sizeof(T));
    return place;
  }
};

} // namespace gtjit

#endif // GTJIT_UNITTESTS_TESTIMAGE_H
