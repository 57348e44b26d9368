#!/usr/bin/env python3
"""Prints "<passed> <failed>" over the JUnit files of test runs, and tells on stderr what did not run.

Usage: count_tests.py <file>=<exit code>...
The code is that of the program that wrote the file. A test that did not run has
failed, unless it says that it needs hardware that is missing:
    GTEST_SKIP() << "needs AVX-512";      in a GoogleTest
    // REQUIRES: avx512                   in a lit test
and likewise "needs a GPU" and "gpu", and "ptxas" where that cannot be had. Further failures are: a file that is not
there, cannot be read or has no test, and an exit code other than 0 where no test
in the file has failed. What the caller of lit left out (--filter-out) is no test
of the run.
"""
import re
import sys
import xml.etree.ElementTree as tree

HARDWARE = re.compile(r"needs (?:AVX-512|a GPU)\b.*|"
                      r"Missing required feature\(s\): (?:avx512|gpu|ptxas)(?:, (?:avx512|gpu|ptxas))*")
LEFT_OUT = "Test not selected (--filter, --max-tests)"


def reason(case):
    """Why a test did not run, or None if it ran."""
    skipped = case.find("skipped")
    if skipped is None and case.get("status") not in ("notrun", "disabled"):
        return None
    output = [line.strip() for line in (case.findtext("system-out") or "").splitlines() if line.strip()]
    for number, line in enumerate(output[:-1]):  # file.cpp:12: Skipped, and in the next line what GTEST_SKIP was told
        if line.endswith(": Skipped"):
            return output[number + 1]
    message = skipped.get("message", "") if skipped is not None else case.get("status")
    return message if not message.startswith("SKIP_") or not output else output[-1]


def counts(path, code):
    """(passed, failed) of one file; prints what did not run and why the rest failed."""
    def tell(text):
        print(f"{path}: {text}", file=sys.stderr)

    passed, failed = 0, 0
    try:
        cases = list(tree.parse(path).getroot().iter("testcase"))
    except (OSError, tree.ParseError) as error:
        tell(error)
        return 0, 1
    for case in cases:
        why = reason(case)
        if case.find("failure") is not None or case.find("error") is not None or case.get("status") == "fail":
            failed += 1
        elif why is None:
            passed += 1
        elif why != LEFT_OUT:
            missing = HARDWARE.fullmatch(why) is not None
            failed += not missing
            name = "/".join(filter(None, [case.get("classname") if "status" not in case.attrib else None,
                                          case.get("name")]))
            tell(f"{'left out' if missing else 'failed, since it did not run'}: {name}: {why}")
    if passed + failed == 0:
        tell("no test ran")
        failed = 1
    if code != 0 and failed == 0:
        tell(f"no test failed, but the program ended with {code}")
        failed = 1
    return passed, failed


def main(arguments):
    if not arguments or not all(re.fullmatch(r".+=\d+", argument) for argument in arguments):
        sys.exit(__doc__)
    files = [argument.rsplit("=", 1) for argument in arguments]
    print(*map(sum, zip(*(counts(path, int(code)) for path, code in files))))


if __name__ == "__main__":
    main(sys.argv[1:])
