"""Checks a trace in the Trace Event Format and prints what is in it.

trace.py FILE...  a line for each row and name of events: "host 1: evaluate x3 at loop.mlir:12",
                  with the bytes and the points of all together where they have some
"""
import collections
import json
import sys


def check(event):
    assert event["ph"] in "XM", event
    assert isinstance(event["name"], str) and isinstance(event["args"], dict), event
    assert isinstance(event["pid"], int) and isinstance(event["tid"], int), event
    if event["ph"] == "M":
        assert event["name"] in ("process_name", "thread_name") and event["args"]["name"], event
        return
    assert event["ts"] > 0 and event["dur"] >= 0, event
    if event["cat"] == "device":
        moves = event["args"].get("bytes", 0) > 0
        assert moves or event["args"]["points"] > 0, event
        # Who writes a result's file is no line of the program.
        assert event["name"] == "copy from device" or event["args"]["line"], event


def nanoseconds(event):
    return round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000)


def check_nesting(events):
    """Two events of a row lie one in the other, or one after the other."""
    open_ends = []
    for start, end in sorted(map(nanoseconds, events), key=lambda span: (span[0], -span[1])):
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        assert not open_ends or end <= open_ends[-1], (start, end, open_ends)
        open_ends.append(end)


def main(path):
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    rows, names = collections.defaultdict(list), {}
    for event in events:
        check(event)
        if event["ph"] == "X":
            rows[event["pid"], event["tid"]].append(event)
        elif event["name"] == "thread_name":
            names[event["pid"], event["tid"]] = event["args"]["name"]
        else:
            print("process", event["args"]["name"])
    assert set(rows) <= set(names)
    for row in sorted(rows):
        check_nesting(rows[row])
        kinds = collections.defaultdict(list)
        for event in rows[row]:
            kinds[event["name"], event["args"].get("line")].append(event["args"])
        for (name, line), args in sorted(kinds.items(), key=lambda kind: (kind[0][0], kind[0][1] or "")):
            print(f"{names[row]}: {name} x{len(args)}" + (f" at {line}" if line else ""), *(
                f"{what} {sum(arg[what] for arg in args)}" for what in ("bytes", "points") if what in args[0]))


for name in sys.argv[1:]:
    main(name)
