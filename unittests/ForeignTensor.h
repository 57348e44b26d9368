//===- ForeignTensor.h - A tensor of another library ------------*- C++ -*-===//
//
// What tests take over by DLPack.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_FOREIGNTENSOR_H
#define GTJIT_UNITTESTS_FOREIGNTENSOR_H

#include "gtjit/Storage/DLPackTensor.h"

#include <cstdint>

namespace gtjit {

/// A tensor of somebody else's that counts calls of its deleter.
struct Foreign {
  double values[6] = {1, 2, 3, 4, 5, 6};
  std::int64_t shape[2] = {2, 3};
  int deleted = 0;
  DLManagedTensorVersioned tensor{};

  Foreign() {
    tensor.version = {1, 1};
    tensor.manager_ctx = this;
    tensor.deleter = [](DLManagedTensorVersioned *self) {
      ++static_cast<Foreign *>(self->manager_ctx)->deleted;
    };
    tensor.dl_tensor = {values, {kDLCPU, 0}, 2, {kDLFloat, 64, 1}, shape, nullptr, 0};
  }
};

} // namespace gtjit

#endif // GTJIT_UNITTESTS_FOREIGNTENSOR_H
