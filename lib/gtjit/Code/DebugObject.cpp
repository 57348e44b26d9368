//===- DebugObject.cpp - An ELF object about an image's code --------------===//
//
// The compiler's own object with addresses filled in, where the image has one;
// else the least that is an object: the code and a symbol for each kernel.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/DebugObject.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

namespace gtjit::detail {

std::string kernelSymbol(const ImageView &image, std::size_t index) {
  std::string_view name = image.text(image.kernels()[index].name); // "stencil src/hdiff.cpp:41"
  std::size_t space = name.find(' ');
  std::string symbol;
  if (space != std::string_view::npos) {
    std::string_view place = name.substr(space + 1);
    symbol = std::string(place.substr(place.find_last_of('/') + 1)) + ":";
  }
  return symbol + std::string(name.substr(0, space)) + "_" + std::to_string(index);
}

std::vector<std::uint64_t> kernelSizes(const ImageView &image) {
  std::vector<std::uint64_t> ends{image.code().size()}, sizes;
  for (const gtabi::KernelInfo &kernel : image.kernels())
    ends.push_back(*image.hostEntry(kernel));
  std::sort(ends.begin(), ends.end());
  for (const gtabi::KernelInfo &kernel : image.kernels())
    sizes.push_back(*std::upper_bound(ends.begin(), ends.end(), *image.hostEntry(kernel)) -
                    *image.hostEntry(kernel));
  return sizes;
}

/// The image's object with addresses in this process; empty if it is not sound.
static std::vector<char> placedObject(const ImageView &image) {
  std::span<const std::uint8_t> bytes = image.debugObject();
  std::vector<char> object(bytes.begin(), bytes.end());
  Elf64_Ehdr header;
  if (object.size() < sizeof(header))
    return {};
  std::memcpy(&header, object.data(), sizeof(header));
  auto base = reinterpret_cast<std::uint64_t>(image.code().data());
  for (unsigned n = 0; n < header.e_shnum; ++n) {
    std::uint64_t offset = header.e_shoff + n * sizeof(Elf64_Shdr);
    if (offset > object.size() || object.size() - offset < sizeof(Elf64_Shdr))
      return {};
    Elf64_Shdr section;
    std::memcpy(&section, object.data() + offset, sizeof(section));
    if (section.sh_flags & SHF_ALLOC)
      section.sh_addr += base;
    std::memcpy(object.data() + offset, &section, sizeof(section));
  }
  return object;
}

//===----------------------------------------------------------------------===//
// An object of symbols alone
//===----------------------------------------------------------------------===//

namespace {

/// The sections of such an object, in order.
enum Section : unsigned { None, Code, Symbols, Names, SectionNames, Count };
constexpr char kSectionNames[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
constexpr Elf64_Word kNamePlaces[Count] = {0, 1, 7, 15, 23};

/// Appends `size` bytes at a multiple of 8 and describes them in `section`.
void append(std::vector<char> &object, Elf64_Shdr &section, const void *bytes, std::size_t size) {
  object.resize((object.size() + 7) / 8 * 8);
  section.sh_offset = object.size();
  section.sh_size = size;
  section.sh_addralign = 8;
  const char *from = static_cast<const char *>(bytes);
  object.insert(object.end(), from, from + size);
}

Elf64_Ehdr headerFor(std::size_t sectionTable) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_shoff = sectionTable;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = Count;
  header.e_shstrndx = SectionNames;
  return header;
}

std::vector<char> symbolObject(const ImageView &image) {
  std::vector<Elf64_Sym> symbols(1);
  std::string names(1, '\0');
  std::vector<std::uint64_t> sizes = kernelSizes(image);
  for (std::size_t n = 0; n < image.kernels().size(); ++n) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = Code;
    symbol.st_value = *image.hostEntry(image.kernels()[n]);
    symbol.st_size = sizes[n];
    symbols.push_back(symbol);
    names += kernelSymbol(image, n) + '\0';
  }
  Elf64_Shdr sections[Count] = {};
  for (unsigned n = 0; n < Count; ++n)
    sections[n].sh_name = kNamePlaces[n];
  std::vector<char> object(sizeof(Elf64_Ehdr));
  append(object, sections[Code], image.code().data(), image.code().size());
  append(object, sections[Symbols], symbols.data(), symbols.size() * sizeof(Elf64_Sym));
  append(object, sections[Names], names.data(), names.size());
  append(object, sections[SectionNames], kSectionNames, sizeof(kSectionNames));
  sections[Code].sh_type = SHT_PROGBITS;
  sections[Code].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  sections[Code].sh_addr = reinterpret_cast<std::uint64_t>(image.code().data());
  sections[Symbols].sh_type = SHT_SYMTAB;
  sections[Symbols].sh_link = Names;
  sections[Symbols].sh_info = 1; // the first that is global
  sections[Symbols].sh_entsize = sizeof(Elf64_Sym);
  sections[Names].sh_type = sections[SectionNames].sh_type = SHT_STRTAB;
  Elf64_Shdr table{};
  append(object, table, sections, sizeof(sections));
  Elf64_Ehdr header = headerFor(table.sh_offset);
  std::memcpy(object.data(), &header, sizeof(header));
  return object;
}

} // namespace

std::vector<char> debugObject(const ImageView &image) {
  std::vector<char> object = placedObject(image);
  return object.empty() ? symbolObject(image) : object;
}

} // namespace gtjit::detail
