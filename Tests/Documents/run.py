# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Builds the named blocks of the documents, and runs the task of each name with its program. Called by run.
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Style"))

from checkout import BUILD, ROOT, finish  # noqa: E402
from code_blocks import blocks, documents  # noqa: E402
from modules import SEARCH, build  # noqa: E402
from tasks import TASKS  # noqa: E402

MODULES = [
    "Calling", "Coding", "Conformance", "Core", "Curl", "Foundation", "Inspection", "JSON", "Kit", "Loop", "Platform", "Signing", "Simulation", "Sockets",
    "Streaming", "Syntax", "TestServer", "Testing", "Transfer",
]
LIBRARIES = ["curl", "nghttp2", "ssl", "crypto"]
# The entry point of a test program, as SwiftPM generates it for a test target.
TEST_MAIN = """
@main struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
"""


def link_library(folder):
    """Links the modules once, since a program with all their objects takes seconds to link."""
    objects = []
    for name in (f"ResourceRequest{name}" for name in MODULES):
        # Objects of files that have been moved stay there.
        sources = {path.name for path in (ROOT / "Sources" / name).rglob("*.swift")}
        found = (BUILD / "debug" / f"{name}.build").rglob("*.swift.o")
        objects += [str(path) for path in found if path.name.removesuffix(".o") in sources]
    libraries = [f"-l{name}" for name in LIBRARIES]
    # What is missing is said when it is linked, and not by each program.
    subprocess.run(
        ["swiftc", "-emit-library", "-Xlinker", "-z", "-Xlinker", "defs", "-o", folder / "libDocumented.so",
         *objects, *libraries],
        check=True,
    )


def compile(folder, name, source):
    """Compiles a block; returns the program."""
    program, is_test = folder / name, "@Test" in source
    main = folder / f"{name}.d" / ("Tests.swift" if is_test else "main.swift")
    main.parent.mkdir()
    main.write_text(source + (TEST_MAIN if is_test else ""))
    extra = ["-parse-as-library", "-lTesting"] if is_test else []
    subprocess.run(
        ["swiftc", "-swift-version", "6", *SEARCH, *extra, main, f"-L{folder}", "-lDocumented",
         "-Xlinker", f"-rpath={folder}", "-o", program],
        check=True,
    )
    return program


def outcome(folder, path, line, name, source):
    """Describes what is wrong with a block; None if nothing is."""
    if name not in TASKS:
        return f"{path}:{line}: tasks.py knows nothing of {name}"
    try:
        TASKS[name](compile(folder, name, source))
    except Exception:
        return f"{path}:{line}: {name}:\n{traceback.format_exc()}"
    return None


def main(names):
    build()
    found = [(path, line, name, source) for path in documents() for line, source, name in blocks(path) if name]
    problems = [f"no document has the code of {name}" for name in TASKS.keys() - {each[2] for each in found}]
    chosen = [each for each in found if not names or each[2] in names]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        link_library(folder)
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            problems += filter(None, pool.map(lambda each: outcome(folder, *each), chosen))
    finish(problems, f"{len(chosen)} programs of documents")


main(sys.argv[1:])
