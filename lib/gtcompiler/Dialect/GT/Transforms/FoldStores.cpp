//===- FoldStores.cpp - Stores in the kernels of reductions -----*- C++ -*-===//
//
// A store may come early if no later kernel reads what its storage had before. Stores that
// stay behind are in kernels of their own, as they were.
//
//===----------------------------------------------------------------------===//

#include "FoldStores.h"

using namespace mlir;
using namespace gtcompiler;

/// Places at which a point may read one storage: more of them are loaded less often by rows that
/// go together.
static constexpr size_t kMostPlaces = 8;

/// Kernels of reductions that are tried for a store; keeps planning linear.
static constexpr size_t kMostCandidates = 8;

static StringAttr dimOf(Value range) { return cast<RangeType>(range.getType()).getDim(); }

/// Whether neighbours along `dim` are neighbours in memory, or one value.
static bool isContiguous(StorageType type, StringAttr dim) {
  return !type.hasDim(dim) || (type.getUnit() && type.getDims().back() == dim);
}

/// Whether points compute nothing that their neighbours compute, too, and read few places of
/// each storage, all of them contiguous along `dim`.
static bool isPlain(const Cone &cone, StringAttr dim) {
  llvm::SmallDenseMap<Operation *, size_t, 16> times;
  for (const ConeNode &node : cone.nodes) {
    size_t count = ++times[node.op];
    auto load = dyn_cast<LoadOp>(node.op);
    if (load && !isContiguous(load.getStorage().getType(), dim))
      return false;
    bool isComputed = isa<PointOp>(node.op) && !isa<ConstantOp>(node.op);
    if (count > (isComputed ? 1 : kMostPlaces))
      return false;
  }
  return true;
}

bool gtcompiler::mayShareRows(StoreOp store, const Cone &cone, ReduceOp reduce) {
  ValueRange stored = store.getRanges(), reduced = reduce.getRanges();
  if (!reduce.getLanes() || store.getInPlace() || stored.size() < 2 ||
      stored.back() != reduced.front())
    return false;
  StringAttr dim = dimOf(stored.back());
  return isContiguous(store.getStorage().getType(), dim) && isPlain(cone, dim);
}

bool gtcompiler::mayStoreInFolds(ProgramOp program) {
  return !MachineAttr::around(program).getThreads() &&
         program.getBody().front().getOps<CallOp>().empty() &&
         program.getBody().front().getOps<RemapOp>().empty();
}

namespace {

class FoldStores {
public:
  FoldStores(std::vector<std::vector<Kernel>> &levels, std::vector<Kernel> &stores,
             size_t kernelLimit, llvm::function_ref<unsigned(Operation *)> levelOf);
  void join();

private:
  /// A kernel of a reduction, and when it runs.
  struct Fold {
    Kernel *kernel;
    unsigned level, time;
  };
  bool joinResult(const Kernel &own, KernelResult &result);
  bool hasReaders(Value storage, const Kernel &own, const Fold &fold) const;
  bool canJoin(const Kernel &shape, const Kernel &own, const Fold &fold) const;

  std::vector<Kernel> &stores;
  size_t kernelLimit;
  llvm::function_ref<unsigned(Operation *)> levelOf;
  llvm::DenseMap<Value, SmallVector<Fold, 2>> folds; ///< by the range that they reduce
  /// Who loads a storage, and when; kernels of stores come last.
  llvm::DenseMap<Value, SmallVector<std::pair<const Kernel *, unsigned>, 2>> loaders;
};

} // namespace

FoldStores::FoldStores(std::vector<std::vector<Kernel>> &levels, std::vector<Kernel> &stores,
                       size_t kernelLimit, llvm::function_ref<unsigned(Operation *)> levelOf)
    : stores(stores), kernelLimit(kernelLimit), levelOf(levelOf) {
  unsigned time = 0;
  auto note = [&](const Kernel &kernel) {
    for (Value storage : kernel.loaded)
      loaders[storage].push_back({&kernel, time});
    ++time;
  };
  for (auto [level, kernels] : llvm::enumerate(levels))
    for (Kernel &kernel : kernels) {
      if (kernel.lanes && !kernel.loops.empty()) // else a single thread runs it
        folds[kernel.along].push_back({&kernel, static_cast<unsigned>(level), time});
      note(kernel);
    }
  for (const Kernel &kernel : stores)
    note(kernel);
}

/// Whether a kernel that comes after the fold reads what `storage` had before, those apart that
/// the stores are taken from and put to, which do so at the point.
bool FoldStores::hasReaders(Value storage, const Kernel &own, const Fold &fold) const {
  auto found = loaders.find(storage);
  if (found == loaders.end())
    return false;
  return llvm::any_of(found->second, [&](auto loader) {
    return loader.second > fold.time && loader.first != &own;
  });
}

/// Whether some value at the point, of a storage or computed, is needed by both.
static bool shareReads(const Cone &cone, ArrayRef<KernelResult> results) {
  llvm::DenseSet<std::pair<Operation *, PositionId>> known;
  for (const KernelResult &result : results)
    for (const ConeNode &node : result.cone.nodes)
      if (auto field = dyn_cast<FieldType>(node.value().getType()); field && field.getRank() > 0)
        known.insert({node.op, node.position});
  return llvm::any_of(
      cone.nodes, [&](const ConeNode &node) { return known.contains({node.op, node.position}); });
}

/// Whether the fold may write the only result of `shape`, which is in `own` so far. What else is
/// there may read the storage at the point, in front of all writes of its kernel.
bool FoldStores::canJoin(const Kernel &shape, const Kernel &own, const Fold &fold) const {
  const KernelResult &result = shape.results.front();
  auto store = cast<StoreOp>(result.op);
  const Kernel &kernel = *fold.kernel;
  auto reduce = cast<ReduceOp>(kernel.results.front().op);
  if (levelOf(store) > fold.level || kernel.size + shape.size > kernelLimit ||
      !mayShareRows(store, result.cone, reduce) || !shareReads(result.cone, kernel.results) ||
      !llvm::all_of(kernel.loaded, [&](Value storage) {
        return isContiguous(cast<StorageType>(storage.getType()), dimOf(kernel.along));
      }))
    return false;
  ArrayRef<Loop> loops = own.loops;
  if (loops.back().terms != RangeTerms{{kernel.along, 0, 0}} ||
      loops.drop_back() != ArrayRef<Loop>(kernel.loops))
    return false;
  bool isReadByOthers = llvm::any_of(own.results, [&](const KernelResult &other) {
    Kernel reader;
    addLoaded(reader, other.cone);
    return other.op != result.op && reader.loaded.contains(store.getStorage());
  });
  if (isReadByOthers || hasReaders(store.getStorage(), own, fold))
    return false;
  auto isApart = [&](Value storage) {
    return kernel.loadedApart.contains(storage) || shape.loadedApart.contains(storage);
  };
  return !isApart(store.getStorage()) &&
         llvm::none_of(kernel.writes, [&](const KernelResult &other) {
           Value storage = cast<StoreOp>(other.op).getStorage();
           return storage == store.getStorage() || isApart(storage);
         });
}

/// Moves one result of `own`, if some kernel takes it.
bool FoldStores::joinResult(const Kernel &own, KernelResult &result) {
  auto store = cast<StoreOp>(result.op);
  if (!result.whole.empty() || own.isNarrow || store.getRanges().size() < 2)
    return false;
  auto found = folds.find(store.getRanges().back());
  if (found == folds.end())
    return false;
  Kernel shape;
  addLoaded(shape, result.cone);
  shape.size = result.cone.nodes.size() + 1;
  shape.results.push_back(result);
  for (const Fold &fold : ArrayRef(found->second).take_front(kMostCandidates)) {
    if (!canJoin(shape, own, fold))
      continue;
    Kernel &kernel = *fold.kernel;
    kernel.size += shape.size;
    kernel.loaded.insert(shape.loaded.begin(), shape.loaded.end());
    kernel.loadedApart.insert(shape.loadedApart.begin(), shape.loadedApart.end());
    for (Value storage : shape.loaded)
      loaders[storage].push_back({&kernel, fold.time});
    kernel.writes.push_back(std::move(result));
    return true;
  }
  return false;
}

void FoldStores::join() {
  for (Kernel &kernel : stores) {
    SmallVector<KernelResult, 1> rest;
    for (size_t number = 0; number < kernel.results.size(); ++number)
      if (!joinResult(kernel, kernel.results[number]))
        rest.push_back(kernel.results[number]);
    if (rest.size() == kernel.results.size())
      continue;
    kernel.results = std::move(rest);
    kernel.loaded.clear();
    kernel.loadedApart.clear();
    for (const KernelResult &result : kernel.results)
      addLoaded(kernel, result.cone);
  }
  std::erase_if(stores, [](const Kernel &kernel) { return kernel.results.empty(); });
}

void gtcompiler::joinFoldStores(ProgramOp program, std::vector<std::vector<Kernel>> &levels,
                                std::vector<Kernel> &stores, size_t kernelLimit,
                                llvm::function_ref<unsigned(Operation *)> levelOf) {
  if (mayStoreInFolds(program))
    FoldStores(levels, stores, kernelLimit, levelOf).join();
}
