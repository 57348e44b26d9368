#!/usr/bin/env python3
"""Checks what the pages point at.

Usage: check_pages.py <source folder>. Prints one line a violation and fails if
there is any:
 - a link of README.md, CHANGELOG.md, CONTRIBUTING.md or docs/ leads to a file
   or a heading that is not there;
 - a part of an example or test that is marked as a listing stands on no page;
 - code of a page that promises listings that run is no such part;
 - an example has no place in the tutorial.
"""
import pathlib
import re
import sys

RUNNING = ("Boundaries.md", "Columns.md", "Meshes.md", "NetCDF.md", "Programs.md", "Storage.md", "Tutorial.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")
MARK = re.compile(r"\blisting: (\S+?)(?: \*/)?$", re.M)


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def text_of(page):
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)


def broken_links(page):
    for target in LINK.findall(text_of(page)):
        if target.startswith(("http:", "https:")):
            continue
        path, _, heading = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            yield f"{page}: there is no {target}"
        elif heading and heading not in map(anchor, re.findall(r"^#+ (.*)$", text_of(file), re.M)):
            yield f"{page}: {path or page.name} has no heading #{heading}"


def unused_listings(source, pages):
    text = "".join(page.read_text() for page in pages)
    for file in sorted([*(source / "examples").rglob("*.*"), *(source / "unittests").rglob("*.cpp")]):
        for part in MARK.findall(file.read_text()):
            if f"<!-- listing: {file.relative_to(source)}#{part} -->" not in text:
                yield f"{file}: the listing '{part}' stands on no page"


def listings_by_hand(source):
    """Fenced or indented code that utils/fill_pages.py does not fill in."""
    for name in RUNNING:
        page = source / "docs" / name
        for block in re.findall(r"(?<! -->)\n```cpp\n(.*)|\n\n {4}(\S.*)", page.read_text()):
            yield f"{page}: '{''.join(block)}' is no part of a program that runs"


def examples_without_chapter(source):
    tutorial = (source / "docs" / "Tutorial.md").read_text()
    for folder in sorted(path for path in (source / "examples").iterdir() if path.is_dir()):
        if f"`{folder.name}`" not in tutorial:
            yield f"{folder}: docs/Tutorial.md does not name it"


def main():
    source = pathlib.Path(sys.argv[1])
    pages = [source / "README.md", source / "CHANGELOG.md", source / "CONTRIBUTING.md", *sorted((source / "docs").rglob("*.md"))]
    faults = [fault for page in pages for fault in broken_links(page)]
    faults += [*unused_listings(source, pages), *listings_by_hand(source), *examples_without_chapter(source)]
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
