"""Runs the examples of the generated documentation.

Usage: run_examples.py <docs folder> <folder for temporary files>

Every `mlir` block of Dialect.md is read, verified, and read again as it is
printed. A block of Passes.md that is split by `// before` and `// after` must
go from the one to the other by the pass that it stands under; blocks without
these lines are only read. gt-opt is found on the path.
"""
import pathlib
import re
import subprocess
import sys


def gt_opt(path, *options):
    """Text that gt-opt prints; stops with its diagnostics if it fails."""
    run = subprocess.run(["gt-opt", path.name, *options], cwd=path.parent, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{path.read_text()}\ngt-opt {' '.join(options)}\n{run.stderr}")
    return run.stdout


def blocks(page):
    """(heading, text) of every mlir block."""
    heading = ""
    for part in re.split(r"(^#+ [^\n]*$|^```mlir$.*?^```$)", page.read_text(), flags=re.M | re.S):
        if part.startswith("#"):
            heading = part.lstrip("# ").strip()
        elif part.startswith("```mlir"):
            yield heading, part.removeprefix("```mlir\n").removesuffix("```")


def main():
    docs, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    example, printed = folder / "example.mlir", folder / "printed.mlir"
    counts = {"read": 0, "transformed": 0}

    def canonical(text):
        example.write_text(text)
        printed.write_text(gt_opt(example))
        return gt_opt(printed)

    for _, text in blocks(docs / "Dialect.md"):
        canonical(text)
        counts["read"] += 1
    for heading, text in blocks(docs / "Passes.md"):
        before, marker, after = text.partition("// after\n")
        if not marker:
            canonical(text)
            counts["read"] += 1
            continue
        example.write_text(before)
        got = gt_opt(example, "-" + heading.strip("`-"))
        wanted = canonical(after)
        if got != wanted:
            sys.exit(f"{heading}: expected\n{wanted}\ngot\n{got}")
        counts["transformed"] += 1
    print(f"read {counts['read']} examples, transformed {counts['transformed']}")


if __name__ == "__main__":
    main()
