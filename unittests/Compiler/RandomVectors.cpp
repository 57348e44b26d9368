//===- RandomVectors.cpp - Random LLVM IR of vectors and masks ------------===//
//
// The values of a program, and its blocks.
//
//===----------------------------------------------------------------------===//
#include "VectorWriter.h"

#include <algorithm>
#include <cstring>

using namespace gtcompiler;

unsigned VectorWriter::anyLanes() {
  return kinds.masksAreBits ? random.pick({2u, 2u, 4u, 4u, 8u, 8u, 8u, 16u, 16u, 32u, 64u})
                            : random.pick({2u, 4u, 4u, 8u});
}

Type VectorWriter::words(unsigned lanes) {
  bool areShort = lanes * 64 > kinds.bits || (lanes > 2 && random.chance(50));
  return {lanes, areShort ? "i32" : "i64"};
}

Type VectorWriter::floats(unsigned lanes) {
  return {lanes, words(lanes).element == "i32" ? "float" : "double"};
}

Type VectorWriter::bytesOrWords(unsigned lanes) {
  bool areBytes = hasBytes(lanes) && (!hasWords(lanes) || random.chance(50));
  return areBytes ? bytes(lanes) : words(lanes);
}

Value VectorWriter::define(const Type &type, const std::string &code) {
  Value value{type, nextName()};
  line(value.name + " = " + code);
  values[type.text()].push_back(value);
  return value;
}

/// A value of `type`, one of the last ones more often than others.
Value VectorWriter::known(const Type &type) {
  if (values[type.text()].empty())
    make(type);
  const std::vector<Value> &ofType = values[type.text()];
  std::size_t among = random.chance(60) ? std::min<std::size_t>(ofType.size(), 3) : ofType.size();
  return ofType[ofType.size() - 1 - random.below(among)];
}

Value VectorWriter::knownOrConstant(const Type &type) {
  return random.chance(12) ? Value{type, constant(type)} : known(type);
}

std::string VectorWriter::constant(const Type &type) {
  if (type.lanes == 0)
    return number(type);
  if (random.chance(25))
    return "zeroinitializer";
  if (random.chance(40))
    return "splat (" + type.element + " " + number(type) + ")";
  std::string lanes;
  for (unsigned lane = 0; lane < type.lanes; ++lane)
    lanes += (lane == 0 ? "" : ", ") + type.element + " " + number(type);
  return "<" + lanes + ">";
}

std::string VectorWriter::number(const Type &type) {
  if (type.element == "i1")
    return random.pick({"true", "false"});
  if (type.lanes == 0)
    return std::to_string(random.between(-128, 127));
  return std::to_string(random.between(-4, 4)) + (type.isFloating() ? ".5" : "");
}

/// A place behind `base`, which may depend on the number in the input.
std::string VectorWriter::address(const std::string &base) {
  std::string from = base;
  if (random.chance(50)) {
    from = nextName();
    line(from + " = getelementptr i8, ptr " + base + ", i64 %n");
  }
  std::string place = nextName();
  line(place + " = getelementptr i8, ptr " + from + ", i64 " + std::to_string(random.below(512)));
  return place;
}

/// Defines a value of `type` from memory, or from values of other types.
void VectorWriter::make(const Type &type) {
  if (type.element == "i1")
    makeCompared(type);
  else if (type.isFloating())
    makeFloats(type);
  else
    define(type, "load " + type.text() + ", ptr " + address(input) + ", align 1");
}

void VectorWriter::makeCompared(const Type &type) {
  Type compared = type.lanes == 0 ? Type{0, "i8"} : bytesOrWords(type.lanes);
  Value left = known(compared), right = knownOrConstant(compared);
  std::string predicate =
      random.pick({"eq ", "ne ", "slt ", "sle ", "sgt ", "sge ", "ult ", "ule ", "ugt ", "uge "});
  define(type, "icmp " + predicate + left.typed() + ", " + right.name);
}

/// Not from memory: operations on two values that are no numbers may give either.
void VectorWriter::makeFloats(const Type &type) {
  if (hasBytes(type.lanes) || (type.element == "float" && type.lanes > 2)) {
    Type integers = hasBytes(type.lanes) ? bytes(type.lanes) : Type{type.lanes, "i32"};
    define(type, "sitofp " + known(integers).typed() + " to " + type.text());
    return;
  }
  Value condition = known(mask(type.lanes));
  Value one{type, constant(type)}, other{type, constant(type)};
  define(type, "select " + condition.typed() + ", " + one.typed() + ", " + other.typed());
}

void VectorWriter::statements(unsigned count) {
  for (unsigned number = 0; number < count; ++number)
    statement();
}

/// Statements that are run under a condition, and others behind them.
void VectorWriter::branch(unsigned count) {
  line("br i1 " + known({0, "i1"}).name + ", label %one, label %two");
  text += "one:\n";
  auto before = values;
  statements(count);
  keepValues();
  line("br label %two");
  text += "two:\n";
  values = before;
  statements(count);
}

/// Stores the last values of each type.
void VectorWriter::keepValues() {
  for (const auto &[type, ofType] : values)
    for (std::size_t back = 1; back <= std::min<std::size_t>(ofType.size(), 3); ++back)
      keep(ofType[ofType.size() - back]);
}

void VectorWriter::keep(Value value) {
  if (value.type.isMask()) { // a mask in memory is bits
    unsigned lanes = value.type.lanes;
    Type type = hasBytes(lanes) ? bytes(lanes) : Type{lanes, lanes < 8 ? "i64" : "i32"};
    std::string numbers = nextName();
    line(numbers + " = zext " + value.typed() + " to " + type.text());
    value = {type, numbers};
  }
  std::string place = nextName();
  line(place + " = getelementptr i8, ptr " + output + ", i64 " + std::to_string(keptAt));
  line("store " + value.typed() + ", ptr " + place + ", align 1");
  keptAt += 64;
}

void VectorWriter::beginLoop() {
  text += R"(  %count = and i64 %n, 7
  br label %head
head:
  %turn = phi i64 [0, %entry], [%next, %LAST]
  %more = icmp slt i64 %turn, %count
  br i1 %more, label %body, label %done
body:
  %from = getelementptr i8, ptr %input, i64 %turn
  %offset = mul i64 %turn, 32
  %to = getelementptr i8, ptr %output, i64 %offset
)";
  input = "%from";
  output = "%to";
}

void VectorWriter::endLoop(const std::string &lastBlock) {
  line("%next = add i64 %turn, 1");
  line("br label %head");
  text += "done:\n";
  text.replace(text.find("%LAST"), std::strlen("%LAST"), lastBlock);
}

std::string VectorWriter::program() {
  bool isLoop = random.chance(30), hasBranch = random.chance(50);
  auto count = static_cast<unsigned>(random.between(2, 13));
  text = "define void @f(ptr %input, ptr %output) {\nentry:\n";
  line("%n = load i64, ptr %input, align 8");
  if (isLoop)
    beginLoop();
  statements(count);
  if (hasBranch)
    branch(count);
  keepValues();
  if (isLoop)
    endLoop(hasBranch ? "%two" : "%body");
  return text + "  ret void\n}\n!0 = !{i32 1}\n";
}

std::string gtcompiler::randomVectors(std::uint64_t seed, VectorKinds kinds) {
  return VectorWriter(seed, kinds).program();
}
