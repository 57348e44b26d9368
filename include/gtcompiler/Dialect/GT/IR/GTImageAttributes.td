//===- GTImageAttributes.td - How kernels are run ----------*- tablegen -*-===//
//
// Below the loop level nothing of a program is left but functions, and these
// attributes, which say how the engine runs them. They hold what gtabi/Image.h
// holds, with numbers for the program's arguments, which are gone.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTIMAGEATTRIBUTES
#define GTCOMPILER_DIALECT_GT_IR_GTIMAGEATTRIBUTES

include "gtcompiler/Dialect/GT/IR/GTAttributes.td"

class GT_DescriptionAttr<string name, string attrMnemonic> : AttrDef<GT_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def GT_BoundsKind : I32EnumAttr<"BoundsKind", "what a range is made of", [
    I32EnumAttrCase<"Range", 0, "range">,
    I32EnumAttrCase<"Hull", 1, "hull">,
    I32EnumAttrCase<"Intersection", 2, "intersect">,
    I32EnumAttrCase<"Below", 3, "below">,
    I32EnumAttrCase<"Above", 4, "above">,
    I32EnumAttrCase<"When", 5, "when">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}

def GT_BoundsAttr : GT_DescriptionAttr<"Bounds", "bounds"> {
  let summary = "range that the engine computes";
  let description = [{
    A range argument of the program, by its number, or made of others by `hull`,
    `intersect`, `below`, `above` or `when`, see the operations of these names; grown
    `by (lower, upper)`.

    * (C1) The number is not negative. What is made of others has a part, and two
      of them if it is `below` or `above`.
    * (C2) The lower bound moves no further up than the upper one.
    * (C3) They nest at most 1000 deep.

    Parts are shared, and text repeats what is shared: what would have more than 4096 ranges
    as text, or nests more than 100 deep, is printed as `elided`, which cannot be read back.

    Examples: `#gt.bounds<2>`, `#gt.bounds<intersect [0 by (-1, 1), hull [1, 2]] by (0, 1)>`
  }];
  let parameters = (ins "BoundsKind":$kind, "int64_t":$range,
                        ArrayRefParameter<"::gtcompiler::BoundsAttr">:$parts,
                        "int64_t":$lower, "int64_t":$upper, "unsigned":$depth, "unsigned":$size);
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "BoundsKind":$kind, "int64_t":$range,
                                   "::llvm::ArrayRef<::gtcompiler::BoundsAttr>":$parts,
                                   "int64_t":$lower, "int64_t":$upper), [{
    unsigned depth = 0, size = parts.empty();
    for (::gtcompiler::BoundsAttr part : parts) {
      depth = std::max(depth, part.getDepth() + 1);
      size = std::min(size + part.getSize(), kMostPrinted + 1);
    }
    return $_get($_ctxt, kind, range, parts, lower, upper, depth, size);
  }]>];
  let extraClassDeclaration = [{
    static constexpr unsigned kDeepest = 1000, kDeepestPrinted = 100, kMostPrinted = 4096;
  }];
}

def GT_ReachAttr : GT_DescriptionAttr<"Reach", "reach"> {
  let summary = "points of a storage's dimension that a point of a kernel touches";
  let description = [{
    The coordinates of one dimension of a storage that a kernel touches for a point of its
    loops: from `lower` to `upper` around the point's coordinate in the loop of this number; the
    range that a kernel reduces has the number behind those of its loops.

    * (C1) The number is not negative.
    * (C2) `lower` is at most `upper`.

    Examples: `#gt.reach<0>`, `#gt.reach<1 by (-1, 2)>`
  }];
  let parameters = (ins "int64_t":$loop, "int64_t":$lower, "int64_t":$upper);
}

def GT_StorageUseAttr : GT_DescriptionAttr<"StorageUse", "storage_use"> {
  let summary = "storage of a kernel";
  let description = [{
    A storage argument of the program or a `temporary` of the image, by its
    number, and what the kernel does with it; `merging` if its last dimensions are
    the kernel's merging loops, in their order. Of a storage that one kernel writes and another
    one touches, which of its points: the `reach` in each dimension, where that is the same for
    each point of the kernel's loops.

    * (C1) The number is not negative.
    * (C2) The kernel reads or writes the storage.

    Examples: `#gt.storage_use<read merging 0>`,
    `#gt.storage_use<read temporary 1 reach [0, 1 by (-1, 1)]>`
  }];
  let parameters = (ins "bool":$is_read, "bool":$is_written, "bool":$is_temporary,
                        "bool":$is_merging, "int64_t":$number,
                        ArrayRefParameter<"::gtcompiler::ReachAttr">:$reach);
}

def GT_ImageTemporaryAttr : GT_DescriptionAttr<"ImageTemporary", "image_temporary"> {
  let summary = "memory between kernels of an image";
  let description = [{
    Elements of a type over ranges, one for each dimension, slow to fast.

    * (C1) The element type is one of those that the dialect's description lists.

    Example: `#gt.image_temporary<f64 over [1, 0 by (-1, 1)]>`
  }];
  let parameters = (ins "::mlir::Type":$element,
                        ArrayRefParameter<"::gtcompiler::BoundsAttr">:$bounds);
}

def GT_ImageTableAttr : GT_DescriptionAttr<"ImageTable", "image_table"> {
  let summary = "storage argument whose values are checked";
  let description = [{
    A storage argument of the program, by its number, that holds coordinates: the
    engine computes the range of its values before anything runs, and refuses one
    that does not lie in the bounds.

    * (C1) The number is not negative.

    Example: `#gt.image_table<1 in 0 by (-1, 1)>`
  }];
  let parameters = (ins "int64_t":$storage, "::gtcompiler::BoundsAttr":$bounds);
}

def GT_ImageImportAttr : GT_DescriptionAttr<"ImageImport", "image_import"> {
  let summary = "function that kernels of an image call";
  let description = [{
    The symbol of a function that the engine binds, and the hash of its prototype,
    which the one that it knows must have.

    * (C1) The symbol is not empty.

    Example: `#gt.image_import<"saturation_pressure" : 4711>`
  }];
  let parameters = (ins "::mlir::StringAttr":$symbol, "uint64_t":$prototype);
}

def GT_ImageAttr : GT_DescriptionAttr<"Image", "image"> {
  let summary = "what the kernels of an image have in common";
  let description = [{
    The attribute `gt.image` of a module of functions: the types of the program's
    storage arguments, the words of eight bytes that its scalar arguments take,
    how many range arguments it has, the temporaries between the kernels, the
    storage arguments that are tables, the functions that kernels find in
    `KernelArgs::imports`, and remarks for people. What is none or 0 is left out.

    * (C1) The numbers are not negative and fit 32 bits.
    * (C2) Temporaries and tables are over ranges that the program has.
    * (C3) Tables are storages of integers that the program has.

    Example: `#gt.image<storages = [!gt.storage<[I], f64, unit>], scalars = 1, ranges = 2,
    temporaries = [f64 over [0 by (-1, 1)]], remarks = ["model.cpp:3: sub: inline"]>`
  }];
  let parameters = (ins ArrayRefParameter<"::gtcompiler::StorageType">:$storages,
                        "int64_t":$scalars, "int64_t":$ranges,
                        ArrayRefParameter<"::gtcompiler::ImageTemporaryAttr">:$temporaries,
                        ArrayRefParameter<"::gtcompiler::ImageTableAttr">:$tables,
                        ArrayRefParameter<"::gtcompiler::ImageImportAttr">:$imports,
                        ArrayRefParameter<"::mlir::StringAttr">:$remarks);
}

def GT_LoopOrder : I32EnumAttr<"LoopOrder", "in which order points of a loop run", [
    I32EnumAttrCase<"Parallel", 0, "parallel">,
    I32EnumAttrCase<"Forward", 1, "forward">,
    I32EnumAttrCase<"Backward", 2, "backward">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}

def GT_ScratchTermAttr : GT_DescriptionAttr<"ScratchTerm", "scratch_term"> {
  let summary = "bytes of scratch that grow with a tile";
  let description = [{
    A number of bytes times extents: of the tile in loops, by their numbers, and of
    the range that is reduced, whose number comes after those of the loops.

    * (C1) The factor is positive; numbers are not negative.

    Example: `#gt.scratch_term<8 * [0, 1]>`
  }];
  let parameters = (ins "int64_t":$factor, ArrayRefParameter<"int64_t">:$extents);
}

def GT_KernelInfoAttr : GT_DescriptionAttr<"KernelInfo", "kernel_info"> {
  let summary = "how a kernel is run";
  let description = [{
    The attribute `gt.kernel` of a function in a module with `gt.image`, or of an
    alias of such a function: a kernel, which is called as `gtabi/KernelArgs.h`
    says. Kernels run in the order of their functions.

    First comes the kernel's name for traces. `storages` are those that it
    reaches, in its own order, and `scalars` the words that it uses; `loops` are
    the ranges of its loops, slow to fast, `forward` or `backward` if the points of
    one run in order, `along` the range that it reduces, `pins` others that it
    reads. `across` is the number of the loop that tiles leave whole; `merging` how many of
    the last loops may be run as one over all of their points, where each merging
    storage has these one behind the other. `flops` are
    floating-point operations at a point, `lanes` the points of its widest vector.
    `scratch` are the bytes that a thread needs, a number and terms that grow with
    the tile. `points` are, where threads run several, those of each loop. `together` are, where threads reduce together, the number of partial
    results, the points of a block and the threads that have one. `target` is what
    the code is for, `host` if it is not said. What is none or 0 is left out, as is
    one lane.

    * (C1) `across` and the extents of `scratch` are numbers of loops, or of the
      reduced range.
    * (C2) `flops`, `scratch` and words are not negative, `lanes` positive; `flops`,
      `lanes` and words fit 32 bits. There is an order for each loop, or none.
    * (C3) `together` is three positive numbers of 32 bits, of a kernel that reduces; the
      last is a power of two up to 64 and divides the second.
    * (C4) `points` has a positive number of 32 bits for each loop, 1 but for the last two;
      its threads do not reduce together.
    * (C6) `merging` is 0, or at least 2 and at most the number of loops, of which those are
      parallel. A storage merges with a kernel that does.
    * (C5) The storages, scalars and ranges are those of the image.
    * (C7) A storage's reach has an entry for each of its dimensions, in loops of the kernel or `along`.

    Example: `#gt.kernel_info<"stencil model.cpp:3", storages = [read 0, write temporary 0],
    loops = [1, 0 by (-1, 1)], scalars = [0], flops = 4, lanes = 8>`
  }];
  let parameters = (ins "::mlir::StringAttr":$name,
                        ArrayRefParameter<"::gtcompiler::StorageUseAttr">:$storages,
                        ArrayRefParameter<"::gtcompiler::BoundsAttr">:$loops,
                        ArrayRefParameter<"::gtcompiler::LoopOrder">:$orders,
                        "::gtcompiler::BoundsAttr":$along,
                        ArrayRefParameter<"::gtcompiler::BoundsAttr">:$pins,
                        ArrayRefParameter<"int64_t">:$scalars,
                        "std::optional<int64_t>":$across, "int64_t":$merging, "int64_t":$flops, "int64_t":$lanes,
                        "int64_t":$scratch,
                        ArrayRefParameter<"::gtcompiler::ScratchTermAttr">:$scratch_terms,
                        ArrayRefParameter<"int64_t">:$points,
                        ArrayRefParameter<"int64_t">:$together, "::mlir::StringAttr":$target);
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTIMAGEATTRIBUTES
