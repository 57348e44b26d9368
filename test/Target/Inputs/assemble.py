"""Assembles the PTX of programs for chips and prints what ptxas says of each kernel.

Usage: assemble.py <ptxas> <folder> <options of the pipeline> <programs>...
"""
import pathlib
import subprocess
import sys

CHIPS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")

ptxas, folder, options, *programs = sys.argv[1:]
pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
for program in programs:
    for chip in CHIPS:
        text = pathlib.Path(folder, f"{pathlib.Path(program).stem}.{chip}.ptx")
        subprocess.run(["gt-opt", program, f"--gt-gpu-pipeline=chip={chip} ptx-file={text} {options}", "-o",
                        "/dev/null"], check=True)
        said = subprocess.run([ptxas, "-v", f"-arch={chip}", text, "-o", text.with_suffix(".cubin")], check=True,
                              capture_output=True, text=True).stderr
        for line in said.splitlines():
            if "stack frame" in line or "registers" in line:
                print(f"{text.stem}: {line.strip()}")
