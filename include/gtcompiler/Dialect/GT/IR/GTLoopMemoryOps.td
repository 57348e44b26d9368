//===- GTLoopMemoryOps.td - Memory at the loop level --------*- tablegen -*-===//
//
// What a kernel's points read and write: storages, and the buffers that it
// stages and keeps values in.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTLOOPMEMORYOPS
#define GTCOMPILER_DIALECT_GT_IR_GTLOOPMEMORYOPS

include "gtcompiler/Dialect/GT/IR/GTLoopOps.td"

def GT_BufferOp : GT_Op<"buffer", [HasParent<"KernelOp">]> {
  let summary = "scratch memory of the kernel";
  let description = [{
    Memory of the thread that runs a tile; it holds anything at first. Its first
    element along a dimension is for the first point of the dimension's span
    where the buffer is used. Behind each row of elements, those along the last
    dimension, `padding` bytes are left. `copies` are as many of the same one
    after the other. `at` is the place in scratch, given by `gt-lay-out-scratch`;
    buffers whose extents the tile gives lie behind the others, one after the other.

    What is `in_registers` has no memory: it is one element, or those of a part of a row, which
    loops in order hand on.

    * (C1) `copies` is positive.
    * (C2) `padding` and `at` are not negative.
    * (C3) Dimensions with the extent of a tile are the kernel's.
    * (C4) What is in registers has at most one dimension, with an extent that no tile gives, one
      copy, and neither padding nor a place. It is for `gt.get` and `gt.keep`: in rows along its
      dimension, or, if it has none, outside of rows.
    * (C5) The first operation on what is in registers, or its row, keeps a value; between the
      others and the region that it is in there are loops in order alone.
    * (C6) Rows that use what is in registers are in a part, `by` as many points as it has
      elements. All rows of the part are along its dimension and have the same lanes, more than
      one and a divisor of that number, without `vectors`, `strides` and `gt.neighbour`.

    ```mlir
    gt.program @transposed(%u: !gt.storage<[I, J], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                           %i: !gt.range<I>, %j: !gt.range<J>) {
      gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> across "J" {
        %rows = gt.buffer padding 64 : !gt.buffer<[J: 8, I: 64], f64>
        gt.loop J by 8 {
          gt.loop I by 64 {
            gt.stage %u : !gt.storage<[I, J], f64, unit>
                into %rows : !gt.buffer<[J: 8, I: 64], f64> transposed 8
            gt.loop J {
              gt.row I lanes 8 {
                %0 = gt.get %rows : !gt.buffer<[J: 8, I: 64], f64> -> f64
                gt.put %0 to %v : f64, !gt.storage<[J, I], f64, unit>
              }
            }
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "1">:$copies,
                       DefaultValuedAttr<I64Attr, "0">:$padding, OptionalAttr<I64Attr>:$offset,
                       UnitAttr:$in_registers);
  let results = (outs Res<GT_BufferType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    (`in_registers` $in_registers^)? (`copies` $copies^)? (`padding` $padding^)? (`at` $offset^)? attr-dict `:`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_GetOp : GT_Op<"get", [GT_InKernel, AttrSizedOperandSegments]> {
  let summary = "value in memory";
  let description = [{
    Reads a storage, in each of its dimensions at the index or, pinned, at the
    lower bound of a range or, indexed, at a value, plus an offset; or a buffer at
    the indices, and in a dimension that has no index at its first element.

    * (C1) There is one offset for each dimension of the memory; those of a
      buffer are 0.
    * (C2) What is pinned is a storage that has the dimension of each pin; no
      dimension is pinned twice.
    * (C3) A dimension of a storage that is neither pinned nor indexed by a value
      has an index.
    * (C4) The result has the memory's element type.
    * (C5) A dimension of a buffer that has an index is gone through, around the
      operation, in parts of at most as many points as the buffer has.
    * (C6) What is indexed by values is a storage; there is a dimension of it for
      each value; none is pinned, or indexed twice.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>,
                        %west: !gt.range<I>) {
      gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
        gt.loop J {
          %0 = gt.get %u [I at %west - 1] : !gt.storage<[J, I], f64, unit>, !gt.range<I> -> f64
          gt.row I lanes 8 {
            %1 = gt.get %u : !gt.storage<[J, I], f64, unit> -> f64
            %2 = gt.sub %1, %0 : (f64, f64) -> f64
            gt.put %2 to %u : f64, !gt.storage<[J, I], f64, unit>
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins Arg<AnyTypeOf<[GT_StorageType, GT_BufferType]>, "", [MemRead]>:$memory,
                       Variadic<GT_RangeType>:$pins, Variadic<GT_IndexValue>:$indices,
                       DenseI64ArrayAttr:$offsets, OptionalAttr<StrArrayAttr>:$indexDims);
  let results = (outs GT_Scalar:$result);
  let assemblyFormat = [{
    $memory custom<Position>($pins, $indices, $offsets, $indexDims, type($memory), type($pins),
                             type($indices))
    `->` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The value at which `dim` is read, or null.
    ::mlir::Value getIndex(::mlir::StringAttr dim) {
      return ::gtcompiler::findIndex(getIndices(), getIndexDimsAttr(), dim);
    }
  }];
}

def GT_PutOp : GT_Op<"put", [GT_InKernel]> {
  let summary = "writes a value to memory";
  let description = [{
    Writes a value to a storage at the indices, plus an offset in loops that take steps of
    several points. What is `streaming` goes past the caches in a call that streams its
    results (`KernelArgs::streams`), in whole vectors at multiples of their bytes.
    `in_place` is the promise of `gt.write`. `at` a range, only where the index of its dimension is
    in that, or, of a storage that lacks the dimension, the first of it.

    * (C1) Every dimension of the storage has an index; in a row it has the row's
      dimension.
    * (C2) The value has the storage's element type.
    * (C3) What is streaming stands in a row of several lanes.
    * (C4) There is one offset for each dimension of the storage. Those other than 0 are
      among the points of a step: positive, and less than the step of a loop around.
    * (C5) The dimension of `at` has an index from a loop in order; it is not streaming then.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>,
                        %i: !gt.range<I>) {
      gt.kernel @k0 over %i : !gt.range<I> {
        %0 = gt.get %s : !gt.storage<[], f64> -> f64
        gt.row I lanes 8 {
          gt.put %0 to %u streaming : f64, !gt.storage<[I], f64, unit>
        }
      }
    }
    ```
  }];
  let arguments = (ins GT_Scalar:$value, Arg<GT_StorageType, "", [MemWrite]>:$storage,
                       Optional<GT_RangeType>:$at, DenseI64ArrayAttr:$offsets, UnitAttr:$in_place,
                       UnitAttr:$streaming);
  let assemblyFormat = [{
    $value `to` $storage (`in_place` $in_place^)? (`streaming` $streaming^)?
    (`at` $at^ `:` qualified(type($at)))? attr-dict
    custom<PutPosition>($offsets, type($value), type($storage))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$storage,
                                 "bool":$inPlace, "bool":$streaming), [{
    ::llvm::SmallVector<int64_t> here(::mlir::cast<StorageType>(storage.getType()).getRank(), 0);
    build($_builder, $_state, value, storage, here, inPlace, streaming);
  }]>, OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$storage,
                      "::llvm::ArrayRef<int64_t>":$offsets, "bool":$inPlace, "bool":$streaming), [{
    build($_builder, $_state, value, storage, ::mlir::Value(), offsets, inPlace, streaming);
  }]>];
  let hasVerifier = 1;
}

def GT_PrefetchOp : GT_Op<"prefetch", [GT_InKernel, AttrSizedOperandSegments,
                                       MemoryEffects<[MemWrite]>]> {
  let summary = "asks for values before they are needed";
  let description = [{
    In a call that streams its results, asks for what `gt.get` would read at this place
    of a line of points that lies further on: as many whole lines, one after the other
    in the storage's last dimension but one, as have `ahead_bytes` of the machine or
    more; in a storage of one dimension so many bytes on. Where the two loops around the row go
    through the two dimensions before the last, lines behind the end of the inner one are those of
    the next point of the outer one: what a block of rows that runs through planes comes to.
    Once a row, asks as well for what each `gt.get` of the storage reads beside the points of such a
    line, and, where lines come to the next plane, for those that its first row reads in front of
    them. Nothing in other calls.

    In a row with strides: in all calls, for all points of the row, at once, with its last vector if
    that is no whole one, and where the loop around the row goes forward in memory. So many steps of
    that loop further on as have `ahead_bytes`, and nothing where the row has another stride than
    there is code for.

    `exact`: in all calls, for what `gt.get` would read at this place itself. `ahead`, in a loop over
    parts of the row: so many parts later, in this row or, at its end, in that of the next point of
    the loop around the parts. Indexed by
    values and `ahead`: at those that they will have so many points later in the loop around the
    row, or at the last point of it. `within` so many bytes: to the nearest cache, and fewer points
    later, one at least, where rows are so long that those of more points have more bytes. Across
    a row with strides, whose columns are contiguous along a loop in order: at each point of the
    loop for one lane, the next one, so that the lines of all are asked for once. In such a loop
    itself: at one point of each line.

    * (C1) There is one offset for each dimension of the storage.
    * (C2) The storage has the dimension of each pin; no dimension is pinned twice.
    * (C3) A dimension of the storage that is neither pinned nor indexed by a value has an
      index.
    * (C4) The operation stands in a row, along which the storage is contiguous, or which has
      strides; an `exact` one in a row with strides if the storage is contiguous along a loop in
      order around it, or, if it is not `ahead`, in such a loop itself. If it is not `exact` the row
      has more than one lane.
    * (C5) There is a dimension of the storage for each index value; none is pinned, or
      indexed twice.
    * (C6) What is `ahead` is `exact`, and ahead by 1 to 2147483647. What is indexed by values is
      not `exact`, in a row with strides, and these are linear (see `gt.row`); or it is `ahead`, in
      a loop point by point and in any order, whose dimension the storage lacks, and may be `within`
      1 to 2147483647 bytes. What else is `ahead` is in strips of the row (see `gt.loop`).

    ```mlir
    gt.program @second(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                       %i: !gt.range<I>, %j: !gt.range<J>) {
      gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
        gt.loop J {
          gt.row I lanes 8 {
            gt.prefetch %u [J + 1] : !gt.storage<[J, I], f64, unit>
            %0 = gt.get %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
            %1 = gt.get %u [J + 1] : !gt.storage<[J, I], f64, unit> -> f64
            %2 = gt.sub %1, %0 : (f64, f64) -> f64
            gt.put %2 to %v streaming : f64, !gt.storage<[J, I], f64, unit>
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins GT_StorageType:$memory, Variadic<GT_RangeType>:$pins,
                       Variadic<GT_IndexValue>:$indices, DenseI64ArrayAttr:$offsets,
                       OptionalAttr<StrArrayAttr>:$indexDims, UnitAttr:$exact,
                       OptionalAttr<I64Attr>:$ahead, OptionalAttr<I64Attr>:$within);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$storage, "::mlir::ValueRange":$pins,
                   "::llvm::ArrayRef<int64_t>":$offsets, "bool":$exact), [{
      build($_builder, $_state, storage, pins, ::mlir::ValueRange(), offsets, ::mlir::ArrayAttr(),
            exact, ::mlir::IntegerAttr(), ::mlir::IntegerAttr());
    }]>
  ];
  let assemblyFormat = [{
    (`exact` $exact^)? (`ahead` $ahead^)? (`within` $within^)? $memory
    custom<Position>($pins, $indices, $offsets, $indexDims, type($memory), type($pins),
                     type($indices))
    attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The value at which `dim` is read, or null.
    ::mlir::Value getIndex(::mlir::StringAttr dim) {
      return ::gtcompiler::findIndex(getIndices(), getIndexDimsAttr(), dim);
    }
  }];
}

def GT_KeepOp : GT_Op<"keep", [GT_InKernel]> {
  let summary = "writes a value to a buffer";
  let description = [{
    Writes a value to the element of a buffer at the indices, and in a dimension that
    has no index to its first element.

    A value that the row also puts to a storage, or keeps in another buffer, need not be
    written twice: `as` names that memory. Behind the first point of the loop in order
    around the row, gets of the buffer find what the memory has at the point before.

    * (C1) The value has the buffer's element type.
    * (C2) In a row the buffer has the row's dimension.
    * (C3) A dimension of the buffer that has an index is gone through, around the
      operation, in parts of at most as many points as the buffer has.
    * (C4) What is kept `as` something is put there, not streaming, or kept there in front of
      it in the same row, with the same element type. Around the row is a loop in order over a
      dimension that the memory has, in which no other row gets the buffer.

    ```mlir
    gt.program @cumsum(%u: !gt.storage<[K], f64, unit>, %v: !gt.storage<[K], f64, unit>,
                       %zero: f64, %k: !gt.range<K>) {
      gt.kernel @k0 along %k : !gt.range<K> flops 1 {
        %sum = gt.buffer in_registers : !gt.buffer<[], f64>
        gt.keep %zero in %sum : f64, !gt.buffer<[], f64>
        gt.loop K forward {
          %0 = gt.get %sum : !gt.buffer<[], f64> -> f64
          %1 = gt.get %u : !gt.storage<[K], f64, unit> -> f64
          %2 = gt.add %0, %1 : (f64, f64) -> f64
          gt.put %2 to %v : f64, !gt.storage<[K], f64, unit>
          gt.keep %2 in %sum : f64, !gt.buffer<[], f64>
        }
      }
    }
    ```
  }];
  let arguments = (ins GT_Scalar:$value, Arg<GT_BufferType, "", [MemWrite]>:$buffer,
                       Optional<AnyTypeOf<[GT_StorageType, GT_BufferType]>>:$as);
  let assemblyFormat = [{
    $value `in` $buffer (`as` $as^)? attr-dict `:` qualified(type($value)) `,`
    qualified(type($buffer)) (`,` qualified(type($as))^)?
  }];
  let hasVerifier = 1;
}

def GT_StageOp : GT_Op<"stage", [GT_AmongLoops]> {
  let summary = "copies a block of a storage to a buffer";
  let description = [{
    Copies the points of the spans of the buffer's dimensions from a storage,
    read as `gt.get` reads it, so that rows of the buffer are contiguous. With
    `transposed` squares of so many points are transposed in registers: the
    storage is contiguous along the buffer's first dimension.

    * (C1) There is one offset for each dimension of the storage.
    * (C2) The storage has the dimension of each pin; no dimension is pinned twice.
    * (C3) A dimension of the storage that is not pinned has an index or is one
      of the buffer's.
    * (C4) The buffer has one or two dimensions without an index, and where its
      extent is a number, a loop around goes through the dimension in parts of at
      most as many points.
    * (C5) The element types agree.
    * (C6) What is transposed changes along two dimensions, is contiguous along the
      first of them, and has 4 or 8 bytes; the square is a power of two up to 64,
      and the buffer's extents are numbers, multiples of it.

    ```mlir
    gt.program @strided(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      gt.kernel @k0 over %i : !gt.range<I> flops 1 {
        %rows = gt.buffer : !gt.buffer<[I: 64], f64>
        gt.loop I by 64 {
          gt.stage %u [I + 1] : !gt.storage<[I], f64> into %rows : !gt.buffer<[I: 64], f64>
          gt.row I lanes 8 {
            %0 = gt.get %rows : !gt.buffer<[I: 64], f64> -> f64
            %1 = gt.exp %0 : (f64) -> f64
            gt.put %1 to %v : f64, !gt.storage<[I], f64, unit>
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins Arg<GT_StorageType, "", [MemRead]>:$memory, Variadic<GT_RangeType>:$pins,
                       DenseI64ArrayAttr:$offsets, Arg<GT_BufferType, "", [MemWrite]>:$buffer,
                       OptionalAttr<I64Attr>:$transposed);
  let assemblyFormat = [{
    $memory custom<AccessPosition>($pins, $offsets, type($memory), type($pins))
    `into` $buffer `:` qualified(type($buffer)) (`transposed` $transposed^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTLOOPMEMORYOPS
