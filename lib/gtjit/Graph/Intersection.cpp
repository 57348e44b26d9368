//===- Intersection.cpp - Domains of operations ---------------------------===//
//
// A merge of two sorted lists of named ranges.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Intersection.h"

using namespace gtjit;

void detail::intersectWith(Domain &a, const Domain &b) {
  if (b.ndim() == 0)
    return;
  if (a.ndim() == 0) {
    a = b;
    return;
  }
  Sequence<NamedRange, 6> both;
  both.reserve(a.ndim() + b.ndim());
  const NamedRange *left = a.begin(), *right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->dim == right->dim) {
      both.push_back({left->dim, left->range & right->range});
      ++left, ++right;
    } else {
      both.push_back(left->dim < right->dim ? *left++ : *right++);
    }
  }
  while (left != a.end())
    both.push_back(*left++);
  while (right != b.end())
    both.push_back(*right++);
  a = Domain(std::span<const NamedRange>(both));
}
