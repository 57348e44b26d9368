//===- VectorWriter.h - Writes random LLVM IR of vectors --------*- C++ -*-===//
//
// A writer keeps the values that it has by their type, and adds statements that read some of them.
// A value of a type that it has none of is made first. Of random choices there is one in an
// expression, since compilers order them as they like.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_UNITTESTS_VECTORWRITER_H
#define GTCOMPILER_UNITTESTS_VECTORWRITER_H

#include "../RandomGraphs/Random.h"
#include "RandomVectors.h"

#include <map>
#include <vector>

namespace gtcompiler {

/// As LLVM has it.
struct Type {
  unsigned lanes; ///< 0: a scalar
  std::string element;

  std::string text() const {
    return lanes == 0 ? element : "<" + std::to_string(lanes) + " x " + element + ">";
  }
  bool isMask() const { return lanes != 0 && element == "i1"; }
  bool isFloating() const { return element == "float" || element == "double"; }
  unsigned elementBits() const {
    if (isFloating())
      return element == "double" ? 64 : 32;
    return static_cast<unsigned>(std::stoul(element.substr(1)));
  }
  unsigned bits() const { return lanes * elementBits(); }
  /// As the names of intrinsics have it.
  std::string suffix() const {
    return "v" + std::to_string(lanes) + (isFloating() ? "f" : "i") + std::to_string(elementBits());
  }
};

/// A name or a constant.
struct Value {
  Type type;
  std::string name;

  std::string typed() const { return type.text() + " " + name; }
};

/// Writes one program.
class VectorWriter {
public:
  VectorWriter(std::uint64_t seed, VectorKinds kindsOf) : random(seed), kinds(kindsOf) {}

  std::string program();

private:
  // Types.
  unsigned anyLanes();
  Type mask(unsigned lanes) const { return {lanes, "i1"}; }
  Type bytes(unsigned lanes) const { return {lanes, "i8"}; }
  Type words(unsigned lanes);
  Type floats(unsigned lanes);
  bool hasBytes(unsigned lanes) const { return kinds.masksAreBits && lanes >= 8; }
  bool hasWords(unsigned lanes) const { return 32 * lanes <= kinds.bits; }
  Type bytesOrWords(unsigned lanes);

  // Values.
  std::string nextName() { return "%t" + std::to_string(names++); }
  Value define(const Type &type, const std::string &code);
  Value known(const Type &type); ///< one of the values that there are
  Value knownOrConstant(const Type &type);
  std::string constant(const Type &type);
  std::string number(const Type &type);
  std::string address(const std::string &base);
  void make(const Type &type);
  void makeCompared(const Type &type);
  void makeFloats(const Type &type);

  // Statements that read or make a vector of `lanes`.
  struct Kind;
  static const std::vector<Kind> &allKinds();
  void bytesLoaded(unsigned lanes) { make(bytes(lanes)); }
  void wordsLoaded(unsigned lanes) { make(words(lanes)); }
  void floatsMade(unsigned lanes) { make(floats(lanes)); }
  void compared(unsigned lanes) { make(mask(lanes)); }
  void byteArithmetic(unsigned lanes);
  void maskLogic(unsigned lanes);
  void wordLogic(unsigned lanes);
  void maskedArithmetic(unsigned lanes);
  void maskChoice(unsigned lanes);
  void byteChoice(unsigned lanes);
  void wordChoice(unsigned lanes);
  void choice(const Type &type);
  void maskEquality(unsigned lanes);
  void testedBytes(unsigned lanes);
  void testedWords(unsigned lanes);
  void comparedFloats(unsigned lanes);
  void maskAsNumbers(unsigned lanes);
  void maskAsBits(unsigned lanes);
  void maskHalf(unsigned lanes);
  void maskLane(unsigned lanes);
  void repeatedBit(unsigned lanes) { repeated(mask(lanes)); }
  void repeatedByte(unsigned lanes) { repeated(bytes(lanes)); }
  void repeated(const Type &type);
  void widenedBytes(unsigned lanes);
  void bytesAsFloats(unsigned lanes);
  void truncatedWords(unsigned lanes);
  void maskedLoad(unsigned lanes);
  void maskedStore(unsigned lanes);
  void store(unsigned lanes);
  // Statements beside vectors: numbers of a byte, and conditions.
  void extreme(unsigned);
  void scalarChoice(unsigned);
  void scalarStore(unsigned);
  void bitAsNumber(unsigned);
  void byteAsFloat(unsigned);
  void asFloat(const Value &number);

  // The program.
  void statement();
  void statements(unsigned count);
  void branch(unsigned count);
  void keepValues();
  void keep(Value value);
  void beginLoop();
  void endLoop(const std::string &lastBlock);

  std::string extension() { return random.pick({"zext ", "sext "}); }
  std::string equality() { return random.pick({"eq ", "ne "}); }
  std::string fromInteger() { return random.pick({"sitofp ", "uitofp "}); }
  void line(const std::string &code) { text += "  " + code + "\n"; }

  gtjit::randomgraphs::Random random;
  VectorKinds kinds;
  std::string text;
  std::string input = "%input", output = "%output"; ///< of this turn of the loop
  std::map<std::string, std::vector<Value>> values; ///< by type, the last one last
  unsigned names = 0;
  unsigned keptAt = 2048; ///< behind what other stores write
};

} // namespace gtcompiler

#endif // GTCOMPILER_UNITTESTS_VECTORWRITER_H
