//===- GTPointOps.td - Point operations of the gt dialect --*- tablegen -*-===//
//
// One operation of the dialect for every record of the table in
// operations/PointOperations.td. Nothing here knows a single one of them.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTPOINTOPS
#define GTCOMPILER_DIALECT_GT_IR_GTPOINTOPS

include "operations/PointOperations.td"
include "gtcompiler/Dialect/GT/IR/GTInterfaces.td"
include "gtcompiler/Dialect/GT/IR/GTTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class GT_PointOp<PointOperation p>
    : GT_Op<p.mnemonic, !listconcat([Pure, GT_PointOpInterface],
                                    !if(p.commutative, [Commutative], []<Trait>))> {
  let summary = "`" # p.cpp # "` at every point";

  // The element types of the example, as the type rule wants them.
  defvar rule = p.rule.name;
  defvar element = !cond(!eq(rule, "Logical"): "i1", !empty(p.floatLowering): "i64", true: "f64");
  defvar fieldType = "!gt.field<[I, J], " # element # ">";
  defvar storage = "!gt.storage<[J, I], " # element # ", unit>";
  defvar resultElement = !cond(!eq(rule, "Compare"): "i1", !eq(rule, "Classify"): "i1", !eq(rule, "Convert"): "f32",
                               true: element);
  defvar resultFieldType = "!gt.field<[I, J], " # resultElement # ">";
  defvar resultStorage = "!gt.storage<[J, I], " # resultElement # ", unit>";
  defvar isSelect = !eq(rule, "Select");
  defvar operands = !cond(isSelect: "%c, %a, %b", !eq(p.arity, 1): "%a", !eq(p.arity, 2): "%a, %b",
                          true: "%a, %b, %a");
  defvar operandTypes = !cond(!eq(p.arity, 1): fieldType,
                              !eq(p.arity, 2): fieldType # ", " # fieldType,
                              isSelect: "!gt.field<[], i1>, " # fieldType # ", " # fieldType,
                              true: fieldType # ", " # fieldType # ", " # fieldType);

  let description = "\n    " # p.description # [{

    See `PointOp` for the constraints. On fields the operation works point by
    point; scalars and fields that lack a dimension are broadcast by name.

    ```mlir
    gt.program @example(%u: }] # storage
      # !if(!eq(p.arity, 1), "", ", %v: " # storage)
      # !if(isSelect, ",\n                        %m: !gt.storage<[], i1>", "")
      # ",\n                        %w: " # resultStorage # [{, %i: !gt.range<I>, %j: !gt.range<J>) {
      %a = gt.load %u : }] # storage # " -> " # fieldType # "\n"
      # !if(!eq(p.arity, 1), "", "      %b = gt.load %v : " # storage # " -> " # fieldType # "\n")
      # !if(isSelect, "      %c = gt.load %m : !gt.storage<[], i1> -> !gt.field<[], i1>\n", "")
      # "      %r = gt." # p.mnemonic # " " # operands # " : (" # operandTypes # ")\n"
      # "          -> " # resultFieldType # "\n"
      # "      gt.store %r to %w over %j, %i : " # resultFieldType # ", " # resultStorage # [{,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];

  defvar hasFloat = !if(!empty(p.floatLowering), "false", "true");
  defvar hasInt = !if(!empty(p.intLowering), "false", "true");
  defvar hasUInt = !if(!empty(p.uintLowering), hasInt, "true");
  defvar hasBool = !if(!empty(p.boolLowering), "false", "true");
  defvar hasComplex = !if(!eq(rule, "Convert"), "true", "false");

  let arguments = !cond(
      !eq(p.arity, 1): (ins GT_PointValue:$operand),
      !eq(p.arity, 2): (ins GT_PointValue:$lhs, GT_PointValue:$rhs),
      isSelect: (ins GT_PointValue:$condition, GT_PointValue:$onTrue, GT_PointValue:$onFalse),
      true: (ins GT_PointValue:$first, GT_PointValue:$second, GT_PointValue:$third));
  let results = (outs GT_PointValue:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    static ::gtcompiler::TypeRule getTypeRule() { return ::gtcompiler::TypeRule::}] # rule # [{; }
    static int64_t getFlops() { return }] # p.flops # [{; }
    static int64_t getCost() { return }] # p.cost # [{; }
    static bool usesDivider() { return }] # p.divider # [{; }
    static bool isDefinedFor(::gtcompiler::ElementKind kind) {
      switch (kind) {
      case ::gtcompiler::ElementKind::Float: return }] # hasFloat # [{;
      case ::gtcompiler::ElementKind::Int: return }] # hasInt # [{;
      case ::gtcompiler::ElementKind::UInt: return }] # hasUInt # [{;
      case ::gtcompiler::ElementKind::Bool: return }] # hasBool # [{;
      case ::gtcompiler::ElementKind::Complex: return }] # hasComplex # [{;
      }
      return false;
    }
    static bool isInvolution() { return }] # !if(p.involution, "true", "false") # [{; }
    static bool isIdempotent() { return }] # !if(p.idempotent, "true", "false") # [{; }
  }];
  let extraClassDefinition = [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor) {
      return ::gtcompiler::detail::foldPointOp(*this);
    }
  }];
}

foreach operation = !instances<PointOperation>() in {
  def GT_ # operation.name # Op : GT_PointOp<operation>;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTPOINTOPS
