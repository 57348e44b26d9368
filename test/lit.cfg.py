# The lit suite: IR text through the tools, matched by FileCheck.
import os

import lit.formats

config.name = "gtjit"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".gt", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.gtjit_source, "test")
config.test_exec_root = os.path.join(config.gtjit_build, "test")

tools = [os.path.join(config.gtjit_build, "bin"), config.llvm_tools]
config.environment["PATH"] = os.pathsep.join(tools + [config.environment.get("PATH", "")])
config.environment["GTJIT_COMPILER"] = os.path.join(config.gtjit_build, "lib", "libgtjit-compiler.so")
config.environment["GTJIT_CACHE"] = "0"  # every test compiles its kernels
with open("/proc/cpuinfo") as cpus:
    if "avx512f" in cpus.read():
        config.available_features.add("avx512")
ptxas = os.path.join(config.gtjit_build, "tools", "ptxas")  # see utils/ptxas.sh
if os.path.exists(ptxas):
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
if "OMP_TOOL_LIBRARIES" in os.environ:  # see utils/sanitize.sh
    config.environment["OMP_TOOL_LIBRARIES"] = os.environ["OMP_TOOL_LIBRARIES"]
config.substitutions.append(("%source", config.gtjit_source))
config.substitutions.append(("%build", config.gtjit_build))
config.substitutions.append(("%python", config.python))
