//===- CodeStreamer.cpp - Machine code without an object file -------------===//
//
// Jumps are two bytes long until their target turns out to be too far away, as LLVM's
// assembler does it; the bytes are the same.
//
//===----------------------------------------------------------------------===//
#include "CodeStreamer.h"

#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSection.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace gtcompiler;
using llvm::MCSymbol;

// Of a jump: the operation alone, and with its distance.
static constexpr char kJump = char(0xEB), kLongJump = char(0xE9);
static constexpr std::uint64_t kShortSize = 2;
/// Distances are from their end, and are told from their place.
static constexpr std::int64_t kDistanceSize = 4;

/// How much longer a jump is that reaches all code.
static std::uint64_t growthOf(char operation) { return operation == kJump ? 3 : 4; }

/// Whether it is a jump, perhaps under a condition, over at most 127 bytes.
static bool isShortJump(char operation) {
  return operation == kJump || (static_cast<unsigned char>(operation) & 0xF0) == 0x70;
}

CodeStreamer::CodeStreamer(llvm::MCContext &context, std::unique_ptr<llvm::MCCodeEmitter> encoding,
                           std::unique_ptr<llvm::MCAsmBackend> assembler)
    : MCStreamer(context), encoder(std::move(encoding)), backend(std::move(assembler)) {}

std::uint64_t CodeStreamer::Part::offsetOf(std::uint64_t place) const {
  auto next = llvm::partition_point(jumps, [&](const Jump &jump) { return jump.place < place; });
  return start + place + growth[next - jumps.begin()];
}

void CodeStreamer::Part::place(std::uint64_t first) {
  start = first;
  growth.assign(1, 0);
  for (const Jump &jump : jumps)
    growth.push_back(growth.back() + (jump.isLong ? growthOf(bytes[jump.place]) : 0));
}

void CodeStreamer::Part::append(std::vector<std::uint8_t> &code) const {
  std::uint64_t done = 0;
  for (const Jump &jump : jumps) {
    if (!jump.isLong)
      continue;
    char operation = bytes[jump.place];
    code.insert(code.end(), bytes.begin() + done, bytes.begin() + jump.place);
    if (operation == kJump)
      code.push_back(std::uint8_t(kLongJump));
    else
      code.insert(code.end(), {0x0F, std::uint8_t(operation + 0x10)});
    code.insert(code.end(), 4, 0);
    done = jump.place + kShortSize;
  }
  code.insert(code.end(), bytes.begin() + done, bytes.end());
}

CodeStreamer::Part &CodeStreamer::part() {
  if (std::exchange(isTaken, false)) {
    sections.clear();
    labels.clear();
  }
  const llvm::MCSection *name = getCurrentSectionOnly();
  if (current >= sections.size() || sections[current].name != name) {
    auto known = llvm::find_if(sections, [&](const Section &each) { return each.name == name; });
    current = known - sections.begin();
    if (known == sections.end())
      sections.push_back({name, std::vector<Part>(1)});
  }
  return sections[current].parts.back();
}

void CodeStreamer::emitLabel(MCSymbol *symbol, llvm::SMLoc) {
  std::uint64_t place = part().bytes.size();
  labels[symbol] = {current, unsigned(sections[current].parts.size() - 1), place};
}

void CodeStreamer::emitBytes(llvm::StringRef data) {
  part().bytes.append(data.begin(), data.end());
}

void CodeStreamer::emitFill(const llvm::MCExpr &count, std::uint64_t value, llvm::SMLoc) {
  std::int64_t known = 0;
  if (count.evaluateAsAbsolute(known))
    part().bytes.append(known, char(value));
  else
    isOther = true;
}

void CodeStreamer::emitValueToAlignment(llvm::Align alignment, std::int64_t fill, std::uint8_t,
                                        unsigned) {
  Part &here = part();
  here.alignment = std::max(here.alignment, alignment.value());
  here.bytes.resize(llvm::alignTo(here.bytes.size(), alignment), char(fill));
}

void CodeStreamer::emitCodeAlignment(llvm::Align alignment, const llvm::MCSubtargetInfo *features,
                                     unsigned mostBytes) {
  cpu = features;
  isOther |= mostBytes != 0;
  if (!part().bytes.empty())
    sections[current].parts.emplace_back();
  part().alignment = std::max(part().alignment, alignment.value());
}

void CodeStreamer::addFixup(Part &part, std::uint64_t begin, const llvm::MCFixup &fixup) {
  unsigned bits = backend->getFixupKindInfo(fixup.getKind()).TargetSize;
  llvm::MCValue value;
  if (!fixup.isPCRel() || !fixup.getValue()->evaluateAsRelocatable(value, nullptr) ||
      !value.getAddSym() || value.getSubSym() || value.getSpecifier())
    isOther = true;
  else if (bits == 32)
    part.distances.push_back(
        {begin + fixup.getOffset(), value.getAddSym(), value.getConstant() - kDistanceSize});
  else if (part.bytes.size() == begin + kShortSize && isShortJump(part.bytes[begin]))
    part.jumps.push_back({begin, value.getAddSym(), false});
  else
    isOther = true;
}

void CodeStreamer::emitInstruction(const llvm::MCInst &instruction,
                                   const llvm::MCSubtargetInfo &features) {
  Part &here = part();
  std::uint64_t begin = here.bytes.size();
  fixups.clear();
  encoder->encodeInstruction(instruction, here.bytes, fixups, features);
  for (const llvm::MCFixup &fixup : fixups)
    addFixup(here, begin, fixup);
}

/// The parts as they follow each other, code before constants. The first of a section stands
/// where the whole section may.
std::vector<CodeStreamer::Placed> CodeStreamer::order() {
  std::vector<Placed> result;
  for (bool isText : {true, false})
    for (Section &section : sections) {
      if (section.name->isText() != isText)
        continue;
      std::size_t first = result.size();
      for (Part &each : section.parts) {
        result.push_back({&each, each.alignment, isText && &each != &section.parts.front()});
        result[first].alignment = std::max(result[first].alignment, each.alignment);
      }
    }
  return result;
}

std::optional<std::uint64_t> CodeStreamer::offsetOf(const MCSymbol &symbol) const {
  auto label = labels.find(&symbol);
  if (label == labels.end())
    return std::nullopt;
  return sections[label->second.section].parts[label->second.part].offsetOf(label->second.place);
}

/// Makes the jumps long that do not reach their target; whether there was one.
bool CodeStreamer::lengthenJumps() {
  bool isChanged = false;
  for (Section &section : sections)
    for (Part &each : section.parts)
      for (Part::Jump &jump : each.jumps) {
        if (jump.isLong)
          continue;
        std::optional<std::uint64_t> target = offsetOf(*jump.target);
        jump.isLong = !target || !llvm::isInt<8>(std::int64_t(*target - each.offsetOf(jump.place)) -
                                                 std::int64_t(kShortSize));
        isChanged |= jump.isLong;
      }
  return isChanged;
}

void CodeStreamer::append(const Placed &placed, std::vector<std::uint8_t> &code) const {
  llvm::SmallString<64> between;
  llvm::raw_svector_ostream stream(between);
  std::uint64_t gap = placed.part->start - code.size();
  if (placed.isBehindCode)
    backend->writeNopData(stream, gap, cpu);
  else
    stream.write_zeros(gap);
  code.insert(code.end(), between.begin(), between.end());
  placed.part->append(code);
}

/// Writes the distance to `target` into the four bytes at `place` of the code.
void CodeStreamer::resolve(const MCSymbol &target, std::uint64_t place, std::int64_t addend,
                           OpenCode &open) const {
  if (std::optional<std::uint64_t> offset = offsetOf(target))
    llvm::support::endian::write32le(open.code.bytes.data() + place,
                                     std::uint32_t(*offset + addend - place));
  else
    open.calls.push_back({place, addend, target.getName().str()});
}

void CodeStreamer::resolve(const Part &part, OpenCode &open) const {
  for (const Part::Distance &each : part.distances)
    resolve(*each.target, part.offsetOf(each.place), each.addend, open);
  for (const Part::Jump &jump : part.jumps) {
    std::uint64_t place = part.offsetOf(jump.place);
    if (!jump.isLong)
      open.code.bytes[place + 1] = std::uint8_t(*offsetOf(*jump.target) - place - kShortSize);
    else
      resolve(*jump.target, place + growthOf(part.bytes[jump.place]) - 2, -kDistanceSize, open);
  }
}

std::optional<OpenCode> CodeStreamer::take() {
  (void)part(); // forgets what was taken
  isTaken = true;
  if (std::exchange(isOther, false))
    return std::nullopt;
  std::vector<Placed> parts = order();
  std::uint64_t end = 0;
  do {
    end = 0;
    for (const Placed &each : parts) {
      each.part->place(llvm::alignTo(end, each.alignment));
      end = each.part->end();
    }
  } while (lengthenJumps());
  if (!llvm::isInt<32>(std::int64_t(end)))
    return std::nullopt;

  OpenCode open;
  open.code.bytes.reserve(end);
  for (const Placed &each : parts)
    append(each, open.code.bytes);
  for (const Placed &each : parts)
    resolve(*each.part, open);
  return open;
}
