//===- ObjectReader.cpp - Object file to position-independent code --------===//
//
// Copies the loaded sections of an ELF object into one blob and applies the
// relocations between them, then those between blobs. Only what kernels can
// contain is understood; the rest is refused by name, so that no image needs a
// symbol at load time.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Host/ObjectReader.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace gtcompiler;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using Elf = llvm::object::ELF64LE;
using File = llvm::object::ELFFile<Elf>;

namespace {
class Reader {
public:
  Reader(const File &elf, Elf::ShdrRange sectionRange) : file(elf), sections(sectionRange) {}
  Expected<ReadObject> read();

private:
  Error placeSections();
  Error readSymbols();
  Error relocate(const Elf::Shdr &relocations);
  Error apply(const Elf::Rela &relocation, std::uint64_t sectionOffset, std::uint64_t sectionSize);

  const File &file;
  Elf::ShdrRange sections;
  const Elf::Shdr *symbolTable = nullptr;
  llvm::DenseMap<unsigned, std::uint64_t> placed;   // section index -> offset in the blob
  std::map<unsigned, std::uint64_t> sectionOffsets; // the same, for the result
  StringRef symbolNames;
  OpenCode open;
  ClosedCode &code = open.code;
};
} // namespace

/// Unwind tables and notes are of no use to code that is never unwound.
static bool isNeeded(const Elf::Shdr &section, StringRef name) {
  return (section.sh_flags & llvm::ELF::SHF_ALLOC) && section.sh_size != 0 &&
         section.sh_type == llvm::ELF::SHT_PROGBITS && name != ".eh_frame";
}

Error Reader::placeSections() {
  for (auto [index, section] : llvm::enumerate(sections)) {
    if (section.sh_type == llvm::ELF::SHT_SYMTAB)
      symbolTable = &section;
    Expected<StringRef> name = file.getSectionName(section);
    if (!name)
      return name.takeError();
    if ((section.sh_flags & llvm::ELF::SHF_WRITE) && section.sh_size != 0)
      return llvm::createStringError("the code has the writable section '" + *name + "'");
    if (!isNeeded(section, *name))
      continue;
    Expected<llvm::ArrayRef<std::uint8_t>> contents = file.getSectionContents(section);
    if (!contents)
      return contents.takeError();
    std::uint64_t alignment = std::max<std::uint64_t>(section.sh_addralign, 1);
    std::uint64_t offset = llvm::alignTo(code.bytes.size(), alignment);
    placed[index] = sectionOffsets[index] = offset;
    code.bytes.resize(offset);
    code.bytes.insert(code.bytes.end(), contents->begin(), contents->end());
  }
  return Error::success();
}

Error Reader::readSymbols() {
  auto symbols = file.symbols(symbolTable);
  if (!symbols)
    return symbols.takeError();
  Expected<StringRef> strings = file.getStringTableForSymtab(*symbolTable, sections);
  if (!strings)
    return strings.takeError();
  symbolNames = *strings;
  for (const Elf::Sym &symbol : llvm::drop_begin(*symbols)) {
    Expected<StringRef> name = symbol.getName(symbolNames);
    if (!name)
      return name.takeError();
    auto section = placed.find(symbol.st_shndx);
    if (symbol.getType() == llvm::ELF::STT_FUNC && section != placed.end())
      code.functions[name->str()] = section->second + symbol.st_value;
  }
  return Error::success();
}

/// Writes the distance from `place` to `target`.
static Error writeDistance(std::vector<std::uint8_t> &bytes, std::uint64_t place,
                           std::uint64_t target, std::int64_t addend) {
  std::int64_t value = std::int64_t(target) + addend - std::int64_t(place);
  if (!llvm::isInt<32>(value))
    return llvm::createStringError("the code is larger than 2 GiB");
  llvm::support::endian::write32le(bytes.data() + place, std::uint32_t(value));
  return Error::success();
}

Error Reader::apply(const Elf::Rela &relocation, std::uint64_t sectionOffset,
                    std::uint64_t sectionSize) {
  unsigned type = relocation.getType(/*isMips64EL=*/false);
  if (type != llvm::ELF::R_X86_64_PC32 && type != llvm::ELF::R_X86_64_PLT32)
    return llvm::createStringError("the code has a relocation of type %u", type);
  if (relocation.r_offset + 4 > sectionSize)
    return llvm::createStringError("a relocation lies outside its section");
  Expected<const Elf::Sym *> symbol = file.getSymbol(symbolTable, relocation.getSymbol(false));
  if (!symbol)
    return symbol.takeError();
  std::uint64_t place = sectionOffset + relocation.r_offset;
  if ((*symbol)->st_shndx == llvm::ELF::SHN_UNDEF) {
    Expected<StringRef> name = (*symbol)->getName(symbolNames);
    if (!name)
      return name.takeError();
    open.calls.push_back({place, relocation.r_addend, name->str()});
    return Error::success();
  }
  auto section = placed.find((*symbol)->st_shndx);
  if (section == placed.end())
    return llvm::createStringError("a relocation refers to a section that is not loaded");
  return writeDistance(code.bytes, place, section->second + (*symbol)->st_value,
                       relocation.r_addend);
}

Error Reader::relocate(const Elf::Shdr &relocations) {
  auto target = placed.find(relocations.sh_info);
  if (target == placed.end())
    return Error::success(); // of a section that is left out
  auto entries = file.relas(relocations);
  if (!entries)
    return entries.takeError();
  for (const Elf::Rela &entry : *entries)
    if (Error error = apply(entry, target->second, sections[relocations.sh_info].sh_size))
      return error;
  return Error::success();
}

Expected<ReadObject> Reader::read() {
  if (Error error = placeSections())
    return error;
  if (!symbolTable)
    return llvm::createStringError("the object has no symbol table");
  if (Error error = readSymbols())
    return error;
  for (const Elf::Shdr &section : sections)
    if (section.sh_type == llvm::ELF::SHT_RELA)
      if (Error error = relocate(section))
        return error;
  return ReadObject{std::move(open), std::move(sectionOffsets)};
}

Expected<ReadObject> gtcompiler::readObject(llvm::ArrayRef<char> object) {
  Expected<File> file = File::create(StringRef(object.data(), object.size()));
  if (!file)
    return file.takeError();
  if (file->getHeader().e_machine != llvm::ELF::EM_X86_64)
    return llvm::createStringError("the object is not of an x86-64 machine");
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  return Reader(*file, *sections).read();
}

Expected<ClosedCode> gtcompiler::linkCode(OpenCode first, llvm::ArrayRef<CommonFunction> others) {
  constexpr std::uint64_t kAlignment = 64; // of sections, at most
  ClosedCode linked = std::move(first.code);
  std::vector<OpenCode::Call> calls = std::move(first.calls);
  for (const CommonFunction &function : others) {
    const ClosedCode &code = function.code->code;
    std::uint64_t offset = llvm::alignTo(linked.bytes.size(), kAlignment);
    linked.bytes.resize(offset);
    linked.bytes.insert(linked.bytes.end(), code.bytes.begin(), code.bytes.end());
    linked.functions[function.name] = offset + code.functions.begin()->second;
    for (const OpenCode::Call &call : function.code->calls)
      calls.push_back({offset + call.place, call.addend, call.function});
  }
  for (const OpenCode::Call &call : calls) {
    auto target = linked.functions.find(call.function);
    if (target == linked.functions.end())
      return llvm::createStringError("the code calls '" + call.function + "', which no image may");
    if (Error error = writeDistance(linked.bytes, call.place, target->second, call.addend))
      return error;
  }
  return linked;
}

std::vector<std::uint8_t> gtcompiler::placeObject(llvm::ArrayRef<char> object,
                                                  const ReadObject &read) {
  std::vector<std::uint8_t> copy(object.begin(), object.end());
  auto *header = reinterpret_cast<Elf::Ehdr *>(copy.data());
  auto *sections = reinterpret_cast<Elf::Shdr *>(copy.data() + header->e_shoff);
  for (unsigned index = 0; index < header->e_shnum; ++index) {
    auto offset = read.sections.find(index);
    if (offset != read.sections.end())
      sections[index].sh_addr = offset->second;
    else
      sections[index].sh_flags = sections[index].sh_flags & ~std::uint64_t(llvm::ELF::SHF_ALLOC);
  }
  return copy;
}
