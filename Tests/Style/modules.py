# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""The built modules: how to build them, and the compiler options to read them."""

import json
import os
import subprocess

from checkout import BUILD, ROOT

NAMES = [
    "ResourceRequestCalling", "ResourceRequestConformance", "ResourceRequestCore", "ResourceRequestCurl",
    "ResourceRequestExport", "ResourceRequestFoundation", "ResourceRequestInspection", "ResourceRequestJSON", "ResourceRequestKit", "ResourceRequestSigning",
    "ResourceRequestSimulation", "ResourceRequestSockets", "ResourceRequestStreaming", "ResourceRequestTesting",
    "ResourceRequestTransfer",
    "ResourceRequestTestServer", "ResourceRequestValkey",
]
SEARCH = ["-I", str(BUILD / "debug" / "Modules")]
for library in ["CCurl", "CLoop", "CNghttp2", "COpenSSL"]:
    SEARCH += ["-Xcc", f"-fmodule-map-file={ROOT / 'Sources' / library / 'module.modulemap'}"]


def build():
    """Builds the package, unless the modules of another checkout are used."""
    if "STYLE_BUILD_DIR" not in os.environ:
        built = subprocess.run(
            [ROOT / "Tests" / "swift-build", "--quiet", "--package-path", ROOT], capture_output=True, text=True, check=False
        )
        if built.returncode:
            raise SystemExit(built.stdout + built.stderr + "the package does not build")


def symbol_graphs(directory, *extra):
    """Writes the symbol graphs of all modules."""
    target = json.loads(subprocess.run(
        ["swiftc", "-print-target-info"], check=True, capture_output=True, text=True
    ).stdout)["target"]["unversionedTriple"]
    for name in NAMES:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", name, *SEARCH, "-target", target,
             "-minimum-access-level", "public", "-skip-synthesized-members", "-omit-extension-block-symbols",
             "-output-dir", directory, *extra],
            check=True, capture_output=True, text=True,
        )
