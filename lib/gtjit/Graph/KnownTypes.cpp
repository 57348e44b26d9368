//===- KnownTypes.cpp - What results operations have ----------------------===//
//
// Two tables of fixed size. What comes takes the place of what was told before.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/KnownTypes.h"

#include <algorithm>
#include <atomic>
#include <new>

namespace gtjit::detail {

/// Numbers of numbers' types are below.
static constexpr std::uint64_t kFirstNumber = std::uint64_t(1) << 32;

static std::uint64_t nextNumber() {
  static std::atomic<std::uint64_t> next{kFirstNumber};
  return next.fetch_add(1, std::memory_order_relaxed);
}

thread_local constinit KnownTypes *KnownTypes::own = nullptr;

KnownTypes *KnownTypes::open() noexcept {
  static thread_local bool isClosed = false; // expressions may outlive what the thread has
  if (isClosed)
    return nullptr;
  struct AtThreadEnd {
    ~AtThreadEnd() {
      delete std::exchange(own, nullptr);
      isClosed = true;
    }
    void note() {}
  };
  static thread_local AtThreadEnd end;
  end.note();
  return own = new (std::nothrow) KnownTypes;
}

/// Changes places with the neighbour that has the answer, if one has.
bool KnownTypes::swapIn(std::size_t place, const TypeQuestion &question) {
  for (std::size_t n = 1; n < kNeighbours; ++n)
    if (Answer &neighbour = answers[place ^ n]; neighbour.question == question) {
      std::swap(answers[place], neighbour);
      return true;
    }
  return false;
}

/// The place of a type, which has a number from now on.
std::uint16_t KnownTypes::numbered(const NodeType &type) {
  std::size_t hash = hashOf(type.domain) + 3 * hashOf(type.compute) +
                     5 * static_cast<std::size_t>(type.dtype) + 7 * type.fits + 11 * type.weak +
                     13 * type.symbolic + reinterpret_cast<std::uintptr_t>(type.runtime) / 64;
  std::size_t first = hash % kTypes;
  std::size_t oldest = first;
  for (std::size_t n = 0; n < kNeighbours; ++n) {
    const Numbered &known = types[first ^ n];
    if (known.number != 0 && known.type == type)
      return static_cast<std::uint16_t>(first ^ n);
    if (known.number < types[oldest].number)
      oldest = first ^ n;
  }
  types[oldest] = {type, nextNumber()};
  types[oldest].type.domain.share();
  types[oldest].type.compute.share();
  return static_cast<std::uint16_t>(oldest);
}

std::uint64_t KnownTypes::numberAnew(const Node &node) {
  if (node.validity)
    return 0;
  std::uint64_t number = types[numbered(node)].number;
  node.typeNumber.store(number, std::memory_order_relaxed);
  return number;
}

std::uint32_t KnownTypes::numberOf(Dimension first, Dimension second) {
  constexpr std::size_t kMost = 32;
  std::pair both(first, second);
  auto known =
      static_cast<std::size_t>(std::find(pairs.begin(), pairs.end(), both) - pairs.begin());
  if (known == pairs.size()) {
    if (known == kMost)
      return 0;
    pairs.push_back(both);
  }
  return static_cast<std::uint32_t>(known + 1);
}

void KnownTypes::tell(const TypeQuestion &question, Node &result, DType operands,
                      bool areOperands) {
  if (result.validity)
    return;
  std::uint16_t type = numbered(result);
  result.typeNumber.store(types[type].number, std::memory_order_relaxed);
  std::size_t place = placeOf(question);
  for (std::size_t n = kNeighbours; --n > 0;)
    answers[place ^ n] = answers[place ^ (n - 1)];
  answers[place] = {question, types[type].number, type, operands, areOperands};
}

} // namespace gtjit::detail
