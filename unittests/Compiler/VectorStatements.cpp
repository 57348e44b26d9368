//===- VectorStatements.cpp - The statements of random vectors ------------===//
//
// What instruction selection knows, by kind of vector. Kinds that it leaves to LLVM are rare here:
// one of them leaves the whole function.
//
//===----------------------------------------------------------------------===//
#include "VectorWriter.h"

#include <algorithm>

using namespace gtcompiler;

/// A statement, and the vectors that it is for.
struct VectorWriter::Kind {
  enum Elements { kMasks, kBits, kBytes, kWords, kBytesAndWords };
  void (VectorWriter::*write)(unsigned lanes);
  Elements elements; ///< beside masks; kBits: of masks that are bits
  unsigned least = 2, most = 64;

  bool isForBytes() const { return elements == kBytes || elements == kBytesAndWords; }
  bool isForWords() const { return elements == kWords || elements == kBytesAndWords; }
};

const std::vector<VectorWriter::Kind> &VectorWriter::allKinds() {
  using enum Kind::Elements;
  using Self = VectorWriter;
  static const std::vector<Kind> kinds = {
      {&Self::bytesLoaded, kBytes},
      {&Self::wordsLoaded, kWords},
      {&Self::floatsMade, kWords},
      {&Self::compared, kMasks},
      {&Self::byteArithmetic, kBytes},
      {&Self::maskLogic, kMasks},
      {&Self::wordLogic, kWords},
      {&Self::maskedArithmetic, kWords},
      {&Self::maskChoice, kBits},
      {&Self::byteChoice, kBytes},
      {&Self::wordChoice, kWords},
      {&Self::maskEquality, kBits},
      {&Self::testedBytes, kBytes},
      {&Self::testedWords, kWords},
      {&Self::comparedFloats, kWords},
      {&Self::maskAsNumbers, kMasks},
      {&Self::maskAsBits, kMasks, 8, 16},
      {&Self::maskHalf, kBits, 4},
      {&Self::maskLane, kBits},
      {&Self::repeatedBit, kMasks},
      {&Self::repeatedByte, kBytes, 16}, // 8: LLVM's selection
      {&Self::widenedBytes, kBytesAndWords},
      {&Self::bytesAsFloats, kBytesAndWords},
      {&Self::truncatedWords, kBytesAndWords},
      {&Self::maskedLoad, kBytes},
      {&Self::maskedStore, kMasks, 2, 8}, // words of more lanes: LLVM's selection
      {&Self::maskedStore, kBytes, 16},
      {&Self::store, kMasks},
      {&Self::extreme, kMasks},
      {&Self::scalarChoice, kMasks},
      {&Self::scalarStore, kMasks},
      {&Self::bitAsNumber, kMasks},
      {&Self::byteAsFloat, kMasks},
  };
  return kinds;
}

void VectorWriter::statement() {
  unsigned lanes = anyLanes();
  auto isFor = [&](const Kind &kind) {
    return lanes >= kind.least && lanes <= kind.most && (!kind.isForBytes() || hasBytes(lanes)) &&
           (!kind.isForWords() || hasWords(lanes)) &&
           (kind.elements != Kind::kBits || kinds.masksAreBits);
  };
  const Kind *kind = nullptr;
  do
    kind = &random.pick(allKinds());
  while (!isFor(*kind));
  (this->*kind->write)(lanes);
}

void VectorWriter::byteArithmetic(unsigned lanes) {
  std::string operation = random.pick({"and ", "or ", "xor ", "add ", "sub "});
  Value left = known(bytes(lanes)), right = knownOrConstant(bytes(lanes));
  if (random.chance(33))
    std::swap(left, right);
  define(left.type, operation + left.typed() + ", " + right.name);
}

void VectorWriter::maskLogic(unsigned lanes) {
  std::string operation = random.pick({"and ", "or ", "xor "});
  Value left = known(mask(lanes)), right = knownOrConstant(mask(lanes));
  define(left.type, operation + left.typed() + ", " + right.name);
}

/// One operation, or two of three values, which AVX-512 has an instruction for.
void VectorWriter::wordLogic(unsigned lanes) {
  Type type = words(lanes);
  Value left = known(type), right = knownOrConstant(type), third = known(type);
  if (random.chance(50))
    std::swap(left, right);
  auto operation = [&] { return std::string(random.pick({"and ", "or ", "xor "})); };
  Value both = define(type, operation() + left.typed() + ", " + right.name);
  if (random.chance(25))
    return;
  if (random.chance(50))
    std::swap(both, third);
  define(type, operation() + both.typed() + ", " + third.name);
}

/// Where a mask is set; elsewhere zero, or another value.
void VectorWriter::maskedArithmetic(unsigned lanes) {
  Type type = floats(lanes);
  Value left = known(type), right = knownOrConstant(type), condition = known(mask(lanes));
  Value other = random.chance(50) ? Value{type, "zeroinitializer"} : knownOrConstant(type);
  std::string operation = random.pick({"fadd ", "fsub ", "fmul ", "fdiv "});
  Value result = define(type, operation + left.typed() + ", " + right.name);
  define(type, "select " + condition.typed() + ", " + result.typed() + ", " + other.typed());
}

void VectorWriter::maskChoice(unsigned lanes) { choice(mask(lanes)); }
void VectorWriter::byteChoice(unsigned lanes) { choice(bytes(lanes)); }
void VectorWriter::wordChoice(unsigned lanes) { choice(words(lanes)); }

void VectorWriter::choice(const Type &type) {
  Value condition = known(mask(type.lanes));
  Value one = knownOrConstant(type), other = knownOrConstant(type);
  define(type, "select " + condition.typed() + ", " + one.typed() + ", " + other.typed());
}

void VectorWriter::maskEquality(unsigned lanes) {
  Value left = known(mask(lanes)), right = knownOrConstant(mask(lanes));
  define(left.type, "icmp " + equality() + left.typed() + ", " + right.name);
}

void VectorWriter::testedBytes(unsigned lanes) {
  Value left = known(bytes(lanes)), right = known(bytes(lanes));
  Value both = define(left.type, "and " + left.typed() + ", " + right.name);
  define(mask(lanes), "icmp " + equality() + both.typed() + ", zeroinitializer");
}

void VectorWriter::testedWords(unsigned lanes) {
  Value tested = known(words(lanes));
  define(mask(lanes), "icmp " + equality() + tested.typed() + ", zeroinitializer");
}

void VectorWriter::comparedFloats(unsigned lanes) {
  Type type = floats(lanes);
  Value left = known(type), right = knownOrConstant(type);
  std::string predicate =
      random.pick({"oeq ", "une ", "olt ", "ole ", "ogt ", "oge ", "ult ", "uge ", "ord ", "uno "});
  define(mask(lanes), "fcmp " + predicate + left.typed() + ", " + right.name);
}

void VectorWriter::maskAsNumbers(unsigned lanes) {
  Type type = bytesOrWords(lanes);
  Value numbered = known(mask(lanes));
  define(type, extension() + numbered.typed() + " to " + type.text());
}

void VectorWriter::maskAsBits(unsigned lanes) {
  Type type{0, "i" + std::to_string(lanes)};
  define(type, "bitcast " + known(mask(lanes)).typed() + " to " + type.element);
}

void VectorWriter::maskHalf(unsigned lanes) {
  Value whole = known(mask(lanes));
  unsigned half = lanes / 2, first = random.chance(50) ? half : 0;
  std::string indices;
  for (unsigned lane = first; lane < first + half; ++lane)
    indices += (lane == first ? "i32 " : ", i32 ") + std::to_string(lane);
  define(mask(half), "shufflevector " + whole.typed() + ", " + whole.type.text() + " poison, <" +
                         std::to_string(half) + " x i32> <" + indices + ">");
}

void VectorWriter::maskLane(unsigned lanes) {
  Value whole = known(mask(lanes));
  std::size_t lane = random.below(std::min(lanes, 32u));
  define({0, "i1"}, "extractelement " + whole.typed() + ", i32 " + std::to_string(lane));
}

void VectorWriter::repeated(const Type &type) {
  Value one = known({0, type.element});
  std::string inserted = nextName(), undefined = type.text() + " poison";
  line(inserted + " = insertelement " + undefined + ", " + one.typed() + ", i32 0");
  define(type, "shufflevector " + type.text() + " " + inserted + ", " + undefined + ", <" +
                   std::to_string(type.lanes) + " x i32> zeroinitializer");
}

void VectorWriter::widenedBytes(unsigned lanes) {
  Type type = words(lanes);
  Value widened = known(bytes(lanes));
  define(type, extension() + widened.typed() + " to " + type.text());
}

void VectorWriter::bytesAsFloats(unsigned lanes) {
  Type type = floats(lanes);
  Value converted = known(bytes(lanes));
  define(type, fromInteger() + converted.typed() + " to " + type.text());
}

void VectorWriter::truncatedWords(unsigned lanes) {
  Value truncated = known(words(lanes));
  define(bytes(lanes), "trunc " + truncated.typed() + " to " + bytes(lanes).text());
}

void VectorWriter::maskedLoad(unsigned lanes) {
  Type type = bytes(lanes);
  Value condition = known(mask(lanes));
  define(type, "call " + type.text() + " @llvm.masked.load." + type.suffix() + ".p0(ptr align 1 " +
                   address(input) + ", " + condition.typed() + ", " + type.text() +
                   " zeroinitializer)");
}

void VectorWriter::maskedStore(unsigned lanes) {
  bool areBytes = hasBytes(lanes) && (lanes > 8 || random.chance(75));
  Type type = areBytes ? bytes(lanes) : lanes == 8 ? floats(lanes) : words(lanes);
  Value condition = known(mask(lanes)), stored = known(type);
  line("call void @llvm.masked.store." + type.suffix() + ".p0(" + stored.typed() +
       ", ptr align 1 " + address(output) + ", " + condition.typed() + ")");
}

void VectorWriter::store(unsigned lanes) {
  Value stored = knownOrConstant(bytesOrWords(lanes));
  bool isStreamed = stored.type.bits() == 64 && random.chance(20);
  line("store " + stored.typed() + ", ptr " + address(output) + ", align 1" +
       (isStreamed ? ", !nontemporal !0" : ""));
}

void VectorWriter::extreme(unsigned) {
  Type type{0, random.pick({"i8", "i16"})};
  std::string name = random.pick({"smax", "smin", "umax", "umin"});
  Value left = known(type), right = knownOrConstant(type);
  define(type, "call " + type.element + " @llvm." + name + "." + type.element + "(" + left.typed() +
                   ", " + right.typed() + ")");
}

void VectorWriter::scalarChoice(unsigned) {
  Value condition = known({0, "i1"}), one = knownOrConstant({0, "i8"}), other = known({0, "i8"});
  define(one.type, "select " + condition.typed() + ", " + one.typed() + ", " + other.typed());
}

void VectorWriter::scalarStore(unsigned) {
  Value stored = known({0, random.pick({"i1", "i8", "i8"})});
  line("store " + stored.typed() + ", ptr " + address(output) + ", align 1");
}

void VectorWriter::bitAsNumber(unsigned) {
  Type type{0, random.pick({"i8", "i32", "i64"})};
  Value bit = known({0, "i1"});
  std::string conversion = type.element == "i8" ? extension() : "zext ";
  Value number = define(type, conversion + bit.typed() + " to " + type.element);
  if (type.element != "i8")
    asFloat(number);
}

void VectorWriter::byteAsFloat(unsigned) { asFloat(known({0, "i8"})); }

void VectorWriter::asFloat(const Value &number) {
  Type type{0, random.pick({"float", "double"})};
  define(type, fromInteger() + number.typed() + " to " + type.element);
}
