#!/usr/bin/env python3
"""Puts a file between two marks of a page.

Usage: put.py PAGE NAME FILE: between <!-- NAME --> and <!-- /NAME -->
"""
import pathlib
import sys

page, name, text = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]).read_text()
before, rest = page.read_text().split(f"<!-- {name} -->")
page.write_text(f"{before}<!-- {name} -->\n{text}<!-- /{name} -->" + rest.split(f"<!-- /{name} -->")[1])
