//===- DLPack.cpp - Arrays of other libraries, for C ----------------------===//

#include "gtjit/C/Handles.h"

using namespace gtjit;
using namespace gtjit::detail;

template <class Tensor>
static gtjitCode takeTensor(gtjitRuntime runtime, Tensor *tensor, intptr_t stream, gtjitLine line,
                            gtjitStorage *storage) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(storage, "a place for the storage", here);
    requirePointer(runtime, "a runtime", here);
    auto object = std::make_unique<gtjitStorageObject>(runtime->host);
    object->storage = fromDLPack(tensor, {.runtime = &runtime->runtime}, stream, here);
    *storage = object.release();
  });
}

gtjitCode gtjitFromDLPack(gtjitRuntime runtime, DLManagedTensorVersioned *tensor, intptr_t stream,
                          gtjitLine line, gtjitStorage *storage) {
  return takeTensor(runtime, tensor, stream, line, storage);
}

gtjitCode gtjitFromDLPackUnversioned(gtjitRuntime runtime, DLManagedTensor *tensor, intptr_t stream,
                                     gtjitLine line, gtjitStorage *storage) {
  return takeTensor(runtime, tensor, stream, line, storage);
}

gtjitCode gtjitToDLPack(gtjitStorage storage, intptr_t stream, gtjitLine line,
                        DLManagedTensorVersioned **tensor) {
  return guarded([&] {
    requirePointer(storage, "a storage", sourceLine(line));
    requirePointer(tensor, "a place for the tensor", sourceLine(line));
    *tensor = toDLPack(storage->storage, stream, sourceLine(line));
  });
}

gtjitCode gtjitToDLPackUnversioned(gtjitStorage storage, intptr_t stream, gtjitLine line,
                                   DLManagedTensor **tensor) {
  return guarded([&] {
    requirePointer(storage, "a storage", sourceLine(line));
    requirePointer(tensor, "a place for the tensor", sourceLine(line));
    *tensor = toDLPackUnversioned(storage->storage, stream, sourceLine(line));
  });
}
