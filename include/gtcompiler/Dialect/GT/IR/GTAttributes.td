//===- GTAttributes.td - Attributes of the gt dialect ------*- tablegen -*-===//
//
// Kinds of reductions, directions of scans, where intermediates live, and the target machine.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTATTRIBUTES
#define GTCOMPILER_DIALECT_GT_IR_GTATTRIBUTES

include "gtcompiler/Dialect/GT/IR/GTDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class GT_EnumAttr<EnumAttrInfo info, string attrMnemonic>
    : EnumAttr<GT_Dialect, info, attrMnemonic>;

def GT_ReduceKind : I32EnumAttr<"ReduceKind", "how values are combined", [
    I32EnumAttrCase<"Sum", 0, "sum">,
    I32EnumAttrCase<"Min", 1, "min">,
    I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Prod", 3, "prod">,
    I32EnumAttrCase<"Any", 4, "any">,
    I32EnumAttrCase<"All", 5, "all">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}
def GT_ReduceKindAttr : GT_EnumAttr<GT_ReduceKind, "reduce_kind">;
def GT_ReduceKindArrayAttr : TypedArrayAttrBase<GT_ReduceKindAttr, "kinds of reductions">;

def GT_Direction : I32EnumAttr<"Direction", "which way a scan goes", [
    I32EnumAttrCase<"Forward", 0, "forward">,
    I32EnumAttrCase<"Backward", 1, "backward">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}
def GT_DirectionAttr : GT_EnumAttr<GT_Direction, "direction">;

def GT_Placement : I32EnumAttr<"Placement", "where an intermediate lives", [
    I32EnumAttrCase<"Inline", 0, "inline">,
    I32EnumAttrCase<"Materialise", 1, "materialise">,
    I32EnumAttrCase<"Rim", 2, "rim">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}
def GT_PlacementAttr : GT_EnumAttr<GT_Placement, "placement"> {
  let description = [{
    Where the result of an operation lives: `inline`, recomputed at every point
    that reads it; `materialise`, in a temporary, of which the engine keeps
    a window where that stays in a cache; `rim`, of a concatenation, in a temporary where not all that a point reads of it lies in
    its first part, and recomputed where all does.

    As the attribute `gt.placement` of an operation of the field level it is a
    prescription before `gt-place-fields` and a record after it.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def GT_ThreadsAttr : AttrDef<GT_Dialect, "Threads"> {
  let mnemonic = "threads";
  let summary = "what schedules need to know of threads that run points";
  let description = [{
    Facts of a machine whose threads run points of the parallel loops, as `threads` of
    `#gt.machine`. Slots are a thread's instructions.

    | member | meaning |
    |---|---|
    | `slots_per_byte` | slots that there is time for while memory moves a byte; 0: each thread runs one point |
    | `double_slots` | of these, what one operation on f64 takes; 1 if it is not said |
    | `start_slots` | with which a thread finds its points; 40 if it is not said |
    | `moved_slots` | what a byte of a value that a thread moves takes on its way through the nearest cache, which has fewer ports than there are schedulers; 1 if it is not said |
    | `busy_share` | of the slots that there is time for, one in so many can be had, since threads wait for memory; 2 if it is not said |
    | `register_bytes` | bytes of a register; 4 if it is not said |

    * (C1) The slots for a byte are not negative; the other numbers are positive.

    Example: `#gt.threads<slots_per_byte = 10, double_slots = 2>`
  }];
  let parameters = (ins "int64_t":$slots_per_byte,
                        DefaultValuedParameter<"int64_t", "1">:$double_slots,
                        DefaultValuedParameter<"int64_t", "40">:$start_slots,
                        DefaultValuedParameter<"int64_t", "1">:$moved_slots,
                        DefaultValuedParameter<"int64_t", "2">:$busy_share,
                        DefaultValuedParameter<"int64_t", "4">:$register_bytes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def GT_MachineAttr : AttrDef<GT_Dialect, "Machine"> {
  let mnemonic = "machine";
  let summary = "what schedules need to know of the target";
  let description = [{
    Facts of the machine that kernels are made for, as the attribute `gt.machine`
    of a module, where `gt-set-machine` puts them.

    | member | meaning |
    |---|---|
    | `vector_bytes` | bytes of a vector register; 0: no vectors |
    | `lane_bytes` | least bytes of a lane that masked moves exist for |
    | `has_half` | whether instructions convert f16 |
    | `kept_scalars` | of a program's scalars, how many stay in registers along a row |
    | `line_bytes` | bytes of a cache line |
    | `ahead_bytes` | how far ahead of its use a call that streams fetches what it reads; of threads, what each asks memory for so that memory does not idle |
    | `block_bytes` | blocks of storages that are staged at once |
    | `most_block_bytes` | beyond which nothing is staged |
    | `registers` | vector registers; 16 if it is not said |
    | `part_bytes` | of a row that a sweep goes through with all levels before the next; 2048 if it is not said |
    | `points_ahead` | how many levels further along a sweep fetches what it reads; 2 if it is not said |
    | `cached_points_ahead` | the same in code for data that the caches hold; 0: nothing is fetched; 2 if it is not said |
    | `threads` | what is known of threads of their own that run points of the parallel loops; there are none if it is not said |
    | `divider_scale` | how many times as long as the table of point operations says a division or a square root takes, next to an addition; 1 if it is not said |
    | `gather_cycles` | cycles, as the table counts them, of a gather of a vector; 8 if it is not said |
    | `cached_cycles` | what it takes to keep a vector in caches and read it again; 16 if it is not said |
    | `memory_cycles` | the same where it goes to memory; 22 if it is not said |
    | `repeated_cycles` | what is worth spending again for each index of a dimension which a value lacks; 8 if it is not said |
    | `latency_cycles` | cycles from the operands of an addition to its result, in which other chains of operations go on; 4 if it is not said |
    | `shift_cycles` | what it takes to have a value of a point behind by shifting lanes, at the beginnings of rows, too; 3 if it is not said |
    | `least_shifted_loads` | of so many loads of neighbours in a line, lanes of vectors that are lines take the place of all but one; 3 if it is not said |
    | `split_cycles` | a load that lies in two lines of the cache, as those of neighbours do; 2 if it is not said |
    | `column_cycles` | arithmetic behind which the reading of a column through a table hides; 3 if it is not said |
    | `columns_ahead` | how many points further along such columns are fetched; 4 if it is not said |
    | `near_bytes` | of such columns that take longer to read than a point to compute, what is on its way to the nearest cache; 0: they are fetched to the second one; 0 if it is not said |
    | `streamed_bytes` | least bytes of a store past the caches; 16 if it is not said |
    | `strip_bytes` | of rows, what sweeps go through together in vectors, all levels, so that what is carried stays in registers; 256 if it is not said |
    | `memory_strip_bytes` | the same where the data comes from memory; 128 if it is not said |
    | `strip_cycles` | least work of a point, as the table counts it, that hides that levels lie apart; 16 if it is not said |
    | `way_bytes` | what lies a multiple of it apart shares places of a cache, so that rows take the place of strips; 131072 if it is not said |
    | `near_way_bytes` | what lies a multiple of it apart shares places of the nearest cache: of calls in the caches, sweeps whose levels do go in short rows, and strips of others ask for nothing ahead; 0, if it is not said: in strips, wherever levels lie |
    | `level_bytes` | levels of a strip lie less far apart than so many bytes; however far if it is not said |
    | `has_masks` | whether vectors have masks, which instructions take at no cost; not if it is not said |
    | `row_registers` | vector registers with which a core runs one row at a time, but for two from memory that keep no more values at once; 16 if it is not said |
    | `fetches_streams` | whether a call that streams fetches also what its points read at one place of a storage alone, for which processors may look far enough ahead by themselves, and any call of a reduction from memory; not if it is not said |
    | `fetches_near` | whether a call that streams has what it fetches ahead brought to the nearest cache; to the second one if it is not said |
    | `extracts_lanes` | whether lanes of an index that is computed are taken out of its register faster than they are read again from memory; not if it is not said |
    | `has_gathers` | whether an instruction loads lanes of 4 or 8 bytes faster than loads one by one do; not if it is not said |

    * (C1) The vector's bytes and those of the nearest cache's way are 0 or a power of two; those
      of a lane, of a line, of strips and of a way are powers of two.
    * (C2) Levels that are fetched ahead in caches and bytes of columns are none or more; the other
      numbers are positive. Columns are at most 1073741823 points ahead, their bytes at most
      2147483647.
    * (C3) What has threads for points has no vectors.

    Example: `#gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true>`
  }];
  let parameters = (ins "int64_t":$vector_bytes, "int64_t":$lane_bytes, "bool":$has_half,
                        "int64_t":$kept_scalars, "int64_t":$line_bytes, "int64_t":$ahead_bytes,
                        "int64_t":$block_bytes, "int64_t":$most_block_bytes,
                        DefaultValuedParameter<"int64_t", "16">:$registers,
                        DefaultValuedParameter<"int64_t", "2048">:$part_bytes,
                        DefaultValuedParameter<"int64_t", "2">:$points_ahead,
                        DefaultValuedParameter<"int64_t", "2">:$cached_points_ahead,
                        OptionalParameter<"ThreadsAttr">:$threads,
                        DefaultValuedParameter<"int64_t", "1">:$divider_scale,
                        DefaultValuedParameter<"int64_t", "8">:$gather_cycles,
                        DefaultValuedParameter<"int64_t", "16">:$cached_cycles,
                        DefaultValuedParameter<"int64_t", "22">:$memory_cycles,
                        DefaultValuedParameter<"int64_t", "8">:$repeated_cycles,
                        DefaultValuedParameter<"int64_t", "4">:$latency_cycles,
                        DefaultValuedParameter<"int64_t", "3">:$shift_cycles,
                        DefaultValuedParameter<"int64_t", "3">:$least_shifted_loads,
                        DefaultValuedParameter<"int64_t", "2">:$split_cycles,
                        DefaultValuedParameter<"int64_t", "3">:$column_cycles,
                        DefaultValuedParameter<"int64_t", "4">:$columns_ahead,
                        DefaultValuedParameter<"int64_t", "0">:$near_bytes,
                        DefaultValuedParameter<"int64_t", "16">:$streamed_bytes,
                        DefaultValuedParameter<"int64_t", "256">:$strip_bytes,
                        DefaultValuedParameter<"int64_t", "128">:$memory_strip_bytes,
                        DefaultValuedParameter<"int64_t", "16">:$strip_cycles,
                        DefaultValuedParameter<"int64_t", "131072">:$way_bytes,
                        DefaultValuedParameter<"int64_t", "0">:$near_way_bytes,
                        DefaultValuedParameter<"int64_t", "INT64_MAX">:$level_bytes,
                        DefaultValuedParameter<"bool", "false">:$has_masks,
                        DefaultValuedParameter<"int64_t", "16">:$row_registers,
                        DefaultValuedParameter<"bool", "false">:$fetches_streams,
                        DefaultValuedParameter<"bool", "false">:$fetches_near,
                        DefaultValuedParameter<"bool", "false">:$extracts_lanes,
                        DefaultValuedParameter<"bool", "false">:$has_gathers);
  let extraClassDeclaration = [{
    /// The machine around an operation; if none is said, one with vectors of 64 bytes, of
    /// which the table of point operations tells the costs.
    static MachineAttr around(::mlir::Operation *op);
    /// The same with these costs, but for those that are 0.
    MachineAttr withCosts(const ::gtabi::MachineCosts &costs) const;
    /// Cycles of a core's busiest port for a vector of results, where an addition takes one.
    int64_t getCycles(PointOp op) const;
  }];
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTATTRIBUTES
