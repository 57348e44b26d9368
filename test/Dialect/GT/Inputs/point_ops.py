"""Tests of the point operations, one of each kind for every record of the table.

Usage: point_ops.py round-trip|errors <source folder>

`round-trip` writes programs with each operation on every element type that it is
defined for, on scalars and on fields, has gt-opt read them, and compares what it
prints with what was written, operation by operation. `errors` writes a program
for each operation and each constraint of PointOp that it can break, for
`gt-opt --split-input-file --verify-diagnostics`. Tools are found on the path.
"""
import json
import pathlib
import re
import subprocess
import sys

TYPES = {"float": ["f64", "f32", "f16", "bf16"], "int": ["i64", "i32", "i16", "i8"],
         "uint": ["ui64", "ui32", "ui16", "ui8"], "bool": ["i1"], "complex": ["complex<f32>", "complex<f64>"]}
FLOATS_ONLY = ("TrueDivide", "FloatOnly", "Classify")


def read_table(source):
    table = source / "operations" / "PointOperations.td"
    text = subprocess.run(["llvm-tblgen", "--dump-json", table], check=True, capture_output=True, text=True).stdout
    records = json.loads(text)
    return [records[name] for name in sorted(records["!instanceof"]["PointOperation"])]


def rule(op):
    return op["rule"]["def"]


def is_defined(op, kind):
    if kind == "complex":
        return rule(op) == "Convert"
    return bool(op[kind + "Lowering"] or (kind == "uint" and op["intLowering"]))


def has_rule_type(op, kind):
    """Whether (C3) takes operands of the kind."""
    if rule(op) in FLOATS_ONLY:
        return kind == "float"
    if rule(op) == "Logical":
        return kind == "bool"
    return rule(op) != "SameType" or kind != "bool"


def result_of(op, element):
    if rule(op) in ("Compare", "Classify"):
        return "i1"
    if rule(op) == "Convert":
        return "complex<f64>" if element.startswith("complex") else "f32"
    return element


def operand_types(op, element):
    return ["i1", element, element] if rule(op) == "Select" else [element] * op["arity"]


def application(op, types, result):
    names = [f"%{name}" for name in "abc"[:op["arity"]]]
    return f"gt.{op['mnemonic']} {', '.join(names)} : ({', '.join(types)}) -> {result}"


def program(name, types, line, expected=None):
    """A program with the line, its operands being scalars or loaded fields."""
    arguments, loads = [], []
    for letter, type_ in zip("abc", types):
        field = re.match(r"!gt\.field<\[(.*)\], (.*)>$", type_)
        if not field:
            arguments.append(f"%{letter}: {type_}")
            continue
        dims = ", ".join(reversed(field[1].split(", ")))
        storage = f"!gt.storage<[{dims}], {field[2]}>"
        arguments.append(f"%{letter}_in: {storage}")
        loads.append(f"  %{letter} = gt.load %{letter}_in : {storage} -> {type_}")
    lines = [f"gt.program @{name}({', '.join(arguments)}) {{", *loads]
    if expected:
        lines.append(f"  // expected-error @below {{{{{expected}}}}}")
    return "\n".join([*lines, f"  %r = {line}", "}", ""])


def field(element, dims="I, J"):
    return f"!gt.field<[{dims}], {element}>"


def round_trip(operations):
    texts, written = [], []
    for op in operations:
        elements = [element for kind, all_ in TYPES.items() if is_defined(op, kind) and has_rule_type(op, kind)
                    for element in all_]
        assert elements, op["mnemonic"]
        for number, element in enumerate(elements):
            scalars = operand_types(op, element)
            mixed = [field(type_, "I" if n else "I, J") for n, type_ in enumerate(scalars)]
            for types, result in ((scalars, result_of(op, element)), (mixed, field(result_of(op, element)))):
                line = application(op, types, result)
                texts.append(program(f"{op['mnemonic']}_{number}_{len(written)}", types, line))
                written.append(line)
    def printed(text):
        return subprocess.run(["gt-opt"], input=text, check=True, capture_output=True, text=True).stdout
    once = printed("".join(texts))
    assert printed(once) == once, "what is printed is not read back"
    found = [re.sub(r" %\w+", " %", line) for line in re.findall(r"= (gt\.\w+ .*)", once) if "gt.load" not in line]
    wanted = [re.sub(r" %\w+", " %", line) for line in written]
    assert found == wanted, next((w, f) for w, f in zip(wanted, found) if w != f)
    print(f"{len(operations)} operations, {len(written)} forms")


def broken(op):
    """(constraint, operand types, result type, message) of each way to break one."""
    kind = next(kind for kind in TYPES if is_defined(op, kind) and has_rule_type(op, kind))
    element = TYPES[kind][0]
    result, scalars = result_of(op, element), operand_types(op, element)
    fields = [field(type_) for type_ in scalars]
    name = f"'gt.{op['mnemonic']}' op"
    yield 1, fields, result, f"{name} expected a field as result, got '{result}'"
    yield 1, scalars, field(result), f"{name} expected a scalar as result, got '{field(result)}'"
    yield 2, fields, field(result, "I"), (f"{name} expected a result with dimension 'J' of an operand, got "
                                          f"'{field(result, 'I')}'")
    yield 2, fields, field(result, "I, J, K"), f"{name} expected dimensions of the operands only, got 'K'"
    other = "f32" if element != "f32" else "f64"
    if rule(op) != "Convert":
        wrong = "i32" if rule(op) in ("Compare", "Classify", "Logical") else other
        yield 3, scalars, wrong, f"{name} expected a result of '{result}', got '{wrong}'"
    if op["arity"] > 1:
        different = [*scalars[:-1], other if rule(op) != "Logical" else "i8"]
        yield 3, different, result, (f"{name} expected operands of one element type, got '{element}' and "
                                     f"'{different[-1]}'")
    if rule(op) in FLOATS_ONLY:
        yield 3, ["i32"] * op["arity"], "i32", f"{name} expected operands that are floats, got 'i32'"
    if rule(op) == "SameType":
        yield 3, ["i1"] * op["arity"], "i1", f"{name} expected operands that are numbers, got 'i1'"
    if rule(op) == "Logical":
        yield 3, ["i8"] * op["arity"], "i8", f"{name} expected operands of 'i1', got 'i8'"
    if rule(op) == "Select":
        yield 3, ["f64", "f64", "f64"], "f64", f"{name} expected a condition of 'i1', got 'f64'"
    for kind, all_ in TYPES.items():
        if has_rule_type(op, kind) and not is_defined(op, kind):
            yield 4, operand_types(op, all_[0]), result_of(op, all_[0]), (
                f"{name} expected operands of a type that it is defined for, got '{all_[0]}'")
    if rule(op) == "Convert":
        yield 5, ["complex<f32>"], "f64", f"{name} expected a complex type to convert 'complex<f32>' to, got 'f64'"


def errors(operations):
    texts = []
    for op in operations:
        for number, (constraint, types, result, message) in enumerate(broken(op)):
            name = f"{op['mnemonic']}_c{constraint}_{number}"
            texts.append(program(name, types, application(op, types, result), message))
    print("\n// -----\n\n".join(texts))


if __name__ == "__main__":
    {"round-trip": round_trip, "errors": errors}[sys.argv[1]](read_table(pathlib.Path(sys.argv[2])))
