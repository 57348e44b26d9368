//===- KnownTypes.h - What results operations have --------------*- C++ -*-===//
//
// A time loop writes the same operations on operands of the same few types and domains, and what
// its results are follows from these alone. Each thread remembers that: it looks up, by the numbers
// of its operands' types, what else it would find out anew.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_KNOWNTYPES_H
#define GTJIT_GRAPH_KNOWNTYPES_H

#include "gtjit/Graph/Node.h"

#include <array>
#include <cstdint>
#include <utility>

namespace gtjit::detail {

/// What is asked: an operation with its attributes, and the numbers of its operands' types.
struct TypeQuestion {
  std::uint64_t operation; ///< one of those below and a number of less than 32 bits
  std::uint64_t first, second, third;

  friend bool operator==(const TypeQuestion &a, const TypeQuestion &b) {
    return a.first == b.first && a.second == b.second && a.operation == b.operation &&
           a.third == b.third;
  }
};
inline constexpr std::uint64_t kPointQuestion = std::uint64_t(1) << 32,
                               kCastQuestion = std::uint64_t(2) << 32,
                               kShiftQuestion = std::uint64_t(3) << 32,
                               kIndexQuestion = std::uint64_t(4) << 32,
                               kPinQuestion = std::uint64_t(5) << 32,
                               kAtQuestion = std::uint64_t(6) << 32;

/// The type of a result, until the next question.
struct KnownResult {
  const NodeType *type; ///< null: it was not told
  std::uint64_t number;
  DType operands;   ///< what operands of an operation at a point are to be
  bool areOperands; ///< they are that, so that none is converted
};

/// Used by one thread. Forgets what was told before much else.
class KnownTypes {
public:
  /// That of the calling thread; null when it ends, and without memory.
  static KnownTypes *ofThread() noexcept { return own ? own : open(); }

  /// Of a node whose type is all that operations know of it: nodes with the same number have the
  /// same type. Else 0: there is nothing to be remembered.
  std::uint64_t numberOf(const Node &node) {
    std::uint64_t number = node.typeNumber.load(std::memory_order_relaxed);
    return number ? number : numberAnew(node);
  }
  KnownResult find(const TypeQuestion &question) {
    std::size_t place = placeOf(question);
    if (!(answers[place].question == question)) [[unlikely]]
      if (!swapIn(place, question))
        return {};
    const Answer &answer = answers[place];
    const Numbered &known = types[answer.place];
    if (known.number != answer.number) [[unlikely]]
      return {};
    return {&known.type, known.number, answer.operands, answer.areOperands};
  }
  /// Of two dimensions in this order; 0 where the thread has met many.
  std::uint32_t numberOf(Dimension first, Dimension second);
  /// Tells what the result is, and gives that the number of its type.
  void tell(const TypeQuestion &question, Node &result, DType operands, bool areOperands);

private:
  struct Answer {
    TypeQuestion question{~std::uint64_t(0), 0, 0, 0}; ///< that nobody asks
    std::uint64_t number = 0; ///< of the result's type, which is in `types` at a place
    std::uint16_t place = 0;
    DType operands{};
    bool areOperands = false;
  };
  struct Numbered {
    NodeType type;
    std::uint64_t number = 0;
  };
  // Powers of two. An answer is at its place, or at one of its neighbours'.
  static constexpr std::size_t kAnswers = 2048, kTypes = 256, kNeighbours = 4;

  static std::size_t placeOf(const TypeQuestion &question) {
    std::uint64_t hash = question.first * 0x9e3779b97f4a7c15 +
                         question.second * 0xc2b2ae3d27d4eb4f +
                         (question.operation + (question.third << 7)) * 0x165667b19e3779f9;
    return hash >> 53;
  }
  static_assert(kAnswers == std::size_t(1) << (64 - 53));

  static KnownTypes *open() noexcept;
  std::uint64_t numberAnew(const Node &node);
  bool swapIn(std::size_t place, const TypeQuestion &question);
  std::uint16_t numbered(const NodeType &type);

  /// At a fixed place of the thread's memory: each operation of an expression asks.
  [[gnu::tls_model("initial-exec")]] static thread_local constinit KnownTypes *own;
  std::array<Answer, kAnswers> answers;
  std::array<Numbered, kTypes> types;
  Sequence<std::pair<Dimension, Dimension>, 4> pairs;
};

/// A node whose type the thread looks up: `ofType` makes it of that, `anew` if it is not known.
/// Nothing is looked up about an operand of type number 0.
template <class OfType, class Anew>
NodeRef lookedUp(const TypeQuestion &question, OfType ofType, Anew anew) {
  KnownTypes *types = question.first ? KnownTypes::ofThread() : nullptr;
  if (!types)
    return anew();
  if (KnownResult known = types->find(question); known.type) {
    NodeRef node = ofType(*known.type);
    node->typeNumber.store(known.number, std::memory_order_relaxed);
    return node;
  }
  NodeRef node = anew();
  types->tell(question, *node, node->dtype, /*areOperands=*/true);
  return node;
}

/// What a view of `input` that moves along, or drops, a dimension is; it is asked about no part
/// of another field.
inline TypeQuestion viewQuestion(std::uint64_t view, const Node &input, Dimension dim,
                                 std::int64_t offset = 0) {
  KnownTypes *types = input.unslicedDomain ? nullptr : KnownTypes::ofThread();
  return {view, types ? types->numberOf(input) : 0,
          reinterpret_cast<std::uintptr_t>(dim.identity()), static_cast<std::uint64_t>(offset)};
}

/// The number of the type of a number, which is a function of these.
constexpr std::uint64_t numberTypeNumber(DType type, bool isWeak, std::uint8_t fits) {
  return 1 + (static_cast<std::uint64_t>(type) | static_cast<std::uint64_t>(isWeak) << 8 |
              static_cast<std::uint64_t>(fits) << 16);
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_KNOWNTYPES_H
