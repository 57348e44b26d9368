#!/usr/bin/env python3
"""Writes what C++ and the documentation take from operations/PointOperations.td.

The records of class PointOperation come from `llvm-tblgen --dump-json`, in the
order of the table. Each output file holds sections of one macro each; a section
is there only where its macro is defined by the includer, and undefines it:

PointOperations.inc (engine)
  GTJIT_POINT_OP(Name, mnemonic, cpp, arity, Rule, flops, commutative)
      Add, "add", "+", 2, SameType, 1, true       every operation
  GTJIT_POINT_OP_TYPES(Name, onFloat, onInt, onUInt, onBool)
      Add, true, true, true, false                types with a definition, after promotion
  GTJIT_FLOAT_REFERENCE(Name, arity, expression)  Add, 2, a + b    over a, b, c (c0: the condition)
  GTJIT_INT_REFERENCE(Name, arity, expression)    the expression may contain commas: take it as `...`
  GTJIT_UINT_REFERENCE(Name, arity, expression)   as Int where the table gives none of its own
  GTJIT_BOOL_REFERENCE(Name, arity, expression)
  GTJIT_OWN_REFERENCE(Name)                       Cast         evaluated by hand-written code

PointFunctions.inc (engine, public): no macro; declares the C++ overloads over
`Arg`, all operations but those of the rule Convert, and their other names.
PointBuiltins.inc (engine, public)
  GTJIT_BUILTIN(Name, builtin, function, arity)   Add, add, operator+, 2
  GTJIT_BUILTIN_NAME(builtin, function)           sin, arcsin: each name that is no operator
PointFunctionDefinitions.inc (engine): defines them by detail::applyPoint; Array*.inc: both over arrays.

PointOperationsLowering.inc (compiler); Kind is Float, Int, UInt or Bool
  GT_LOWER_TO_OP(Name, Kind, Op)                  Add, Float, LLVM::FAddOp    (namespace ::mlir)
  GT_LOWER_TO_MATH(Name, Kind, Function)          Exp, Float, Exp      gtabi::MathFunction::Exp
  GT_LOWER_BY_HAND(Name, Kind, Function)          Eq, Int, CompareEq
  GT_POINT_OP_COST(Name, flops, cost)             Exp, 20, 60          cost: cycles a vector

docs/Operations.md: operations/Operations.md.in with the table for readers and the
measured errors of docs/MathAccuracy.tsv.
"""
import argparse
import json
import pathlib
import subprocess

KINDS = ("Float", "Int", "UInt", "Bool")
COLUMNS = {"Float": "float", "Int": "int", "UInt": "uint", "Bool": "bool"}


def read_table(tablegen, table):
    """The PointOperation records, in the order of their lines."""
    text = subprocess.run([tablegen, "--dump-json", table], check=True, capture_output=True, text=True).stdout
    records = json.loads(text)
    operations = [records[name] for name in records["!instanceof"]["PointOperation"]]
    for op in operations:  # unsigned integers are computed as signed ones unless the table says how
        for column in ("Reference", "Lowering"):
            op["uint" + column] = op["uint" + column] or op["int" + column]
        for kind in COLUMNS.values():
            if not op[kind + "Lowering"]:
                op[kind + "Reference"] = ""
    return sorted(operations, key=lambda op: int(op["!locs"][0].split(":")[1]))


def reference(op, kind):
    return op[COLUMNS[kind] + "Reference"]


def lowering(op, kind):
    return op[COLUMNS[kind] + "Lowering"]


def section(macro, lines):
    body = "\n".join(f"{macro}({line})" for line in lines)
    return f"#ifdef {macro}\n{body}\n#undef {macro}\n#endif // {macro}\n"


def is_operator(op):
    return not op["cpp"].isidentifier()


def boolean(value):
    return "true" if value else "false"


def engine_text(operations):
    """PointOperations.inc."""
    own = [op for op in operations if any(reference(op, k) == "own" for k in KINDS)]
    parts = [
        section("GTJIT_POINT_OP", (
            f'{op["name"]}, "{op["mnemonic"]}", "{op["cpp"]}", {op["arity"]}, {op["rule"]["def"]}, '
            f'{op["flops"]}, {boolean(op["commutative"])}' for op in operations)),
        section("GTJIT_POINT_OP_TYPES", (
            f'{op["name"]}, ' + ", ".join(boolean(reference(op, k)) for k in KINDS)
            for op in operations)),
    ]
    for kind in KINDS:
        parts.append(section(f"GTJIT_{kind.upper()}_REFERENCE", (
            f'{op["name"]}, {op["arity"]}, {reference(op, kind)}' for op in operations
            if reference(op, kind) not in ("", "own"))))
    parts.append(section("GTJIT_OWN_REFERENCE", (op["name"] for op in own)))
    return "\n".join(parts)


def functions_of(op):
    """C++ names of an operation as a function over its operands."""
    if op["rule"]["def"] == "Convert":
        return []
    return [f'operator{op["cpp"]}' if is_operator(op) else op["cpp"], *op["aliases"]]


def operands_of(op):
    return "abc"[: op["arity"]]


def function_text(operations, result, operand):
    """PointFunctions.inc, ArrayFunctions.inc."""
    text = []
    for op in operations:
        parameters = ", ".join(f"{operand} {name}" for name in operands_of(op))
        for name in functions_of(op):
            text.append(f'/// {op["description"]}\n[[nodiscard]] {result} {name}({parameters});\n')
    return "".join(text)


def builtin_name(op):
    """An identifier: of an operator its mnemonic, as far as C++ lets it be one."""
    name = op["mnemonic"] if is_operator(op) else op["cpp"]
    return f"logical_{name}" if name in ("and", "or", "xor", "not") else name


def builtin_text(operations):
    """PointBuiltins.inc."""
    rows = [(op["name"], builtin_name(op), functions_of(op)[0], str(op["arity"])) for op in operations if functions_of(op)]
    names = [(row[1], name) for row, op in zip(rows, filter(functions_of, operations))
             for name in functions_of(op) if name.isidentifier()]
    return (section("GTJIT_BUILTIN", (", ".join(row) for row in rows)) + "\n" +
            section("GTJIT_BUILTIN_NAME", (", ".join(row) for row in names)))


def definition_text(operations, result, operand, scope, apply):
    """PointFunctionDefinitions.inc, ArrayFunctionDefinitions.inc."""
    text = []
    for op in operations:
        parameters = ", ".join(f"{operand} {name}" for name in operands_of(op))
        operands = ", ".join(f"&{name}" for name in operands_of(op))
        for name in functions_of(op):
            text.append(f"{result} {scope}{name}({parameters}) {{\n"
                        f'  return detail::{apply}(detail::PointOp::{op["name"]}, {{{operands}}});\n'
                        f"}}\n")
    return "".join(text)


def lowering_text(operations):
    """PointOperationsLowering.inc."""
    lines = {"GT_LOWER_TO_OP": [], "GT_LOWER_TO_MATH": [], "GT_LOWER_BY_HAND": []}
    for op in operations:
        for kind in KINDS:
            target = lowering(op, kind)
            if target.startswith("math:"):
                lines["GT_LOWER_TO_MATH"].append(f'{op["name"]}, {kind}, {target[5:]}')
            elif target.startswith("own:"):
                lines["GT_LOWER_BY_HAND"].append(f'{op["name"]}, {kind}, {target[4:]}')
            elif target:
                lines["GT_LOWER_TO_OP"].append(f'{op["name"]}, {kind}, {target}')
    lines["GT_POINT_OP_COST"] = [f'{op["name"]}, {op["flops"]}, {op["cost"]}' for op in operations]
    return "\n".join(section(macro, found) for macro, found in lines.items())


def types_of(op):
    words = {"Float": "floats", "Int": "signed", "UInt": "unsigned", "Bool": "bool"}
    kinds = [k for k in KINDS if reference(op, k)]
    text = ", ".join(words[k] for k in kinds)
    return text.replace("signed, unsigned", "integers")


def cpp_example(op):
    operands = ["a", "b", "c"][: op["arity"]]
    if op["cpp"] == "astype":
        return "astype(a, F32)"
    if not is_operator(op):
        return f'{op["cpp"]}({", ".join(operands)})'
    return f'{op["cpp"]}a' if op["arity"] == 1 else f'a {op["cpp"]} b'


RULES = {
    "SameType": "the common type of the operands",
    "TrueDivide": "the common float type; integers give f64",
    "FloatOnly": "the operands' float type; integers give f64",
    "Classify": "bool",
    "Compare": "bool",
    "Logical": "bool",
    "Select": "the common type of the chosen operands",
    "Convert": "the type asked for",
}


def names_text(op):
    """The C++ spelling and its other names, for a cell of a table."""
    return ", ".join(f"`{name}`" for name in [cpp_example(op), *op["aliases"]]).replace("|", "\\|")


def operations_table(operations):
    lines = ["| C++ | `gt` dialect | Types | Result | Flops | Cost | Meaning and edges |", "|---|---|---|---|---|---|---|"]
    for op in operations:
        lines.append(f'| {names_text(op)} | `gt.{op["mnemonic"]}` | {types_of(op)} | {RULES[op["rule"]["def"]]} '
                     f'| {op["flops"]} | {op["cost"]} | {op["description"]} |')
    return "\n".join(lines)


def accuracy_table(operations, accuracy):
    """Rows of docs/MathAccuracy.tsv (mnemonic, f32, f64, how it was swept), in the order of the table."""
    measured = dict(line.split("\t", 1) for line in accuracy.read_text().splitlines() if line)
    lines = ["| Function | f32 | f64 | Measured over |", "|---|---|---|---|"]
    for op in operations:
        if op["mnemonic"] in measured:
            f32, f64, how = measured[op["mnemonic"]].split("\t")
            lines.append(f'| {names_text(op)} | {f32} | {f64} | {how} |')
    return "\n".join(lines)


def docs_text(operations, template, accuracy):
    """docs/Operations.md."""
    text = template.read_text()
    text = text.replace("@OPERATIONS@", operations_table(operations))
    return text.replace("@ACCURACY@", accuracy_table(operations, accuracy))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tablegen", default="llvm-tblgen-22")
    parser.add_argument("--table", required=True)
    parser.add_argument("--template", type=pathlib.Path, required=True)
    parser.add_argument("--accuracy", type=pathlib.Path, required=True)
    parser.add_argument("--include-folder", type=pathlib.Path, required=True)
    parser.add_argument("--docs-folder", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    operations = read_table(arguments.tablegen, arguments.table)
    formats = __doc__.split("\n\n", 1)[1]
    banner = "".join(f"// {line}".rstrip() + "\n" for line in
                     ["Generated from operations/PointOperations.td by utils/generate_operations.py.", "",
                      *formats.rstrip().splitlines()])
    write(arguments.include_folder / "PointOperations.inc", banner + "\n" + engine_text(operations))
    write(arguments.include_folder / "PointBuiltins.inc", banner + "\n" + builtin_text(operations))
    for stem, result, operand, scope, apply in (("Point", "Field", "Arg", "gtjit::", "applyPoint"),
                                                ("Array", "Array", "Operand", "gtjit::array::", "applyArray")):
        write(arguments.include_folder / f"{stem}Functions.inc",
              banner + "\n" + function_text(operations, result, operand))
        write(arguments.include_folder / f"{stem}FunctionDefinitions.inc",
              banner + "\n" + definition_text(operations, result, operand, scope, apply))
    write(arguments.include_folder / "PointOperationsLowering.inc", banner + "\n" + lowering_text(operations))
    write(arguments.docs_folder / "Operations.md", docs_text(operations, arguments.template, arguments.accuracy))


if __name__ == "__main__":
    main()
