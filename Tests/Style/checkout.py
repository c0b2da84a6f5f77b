# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""What all checks share: the checkout they are in, its files, and how they end."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Where the package was built. The self-test sets it to the real checkout, since it plants faults in a copy.
BUILD = pathlib.Path(os.environ.get("STYLE_BUILD_DIR", ROOT / ".build")).resolve()

# Limits the output, so that the log of a check that fails everywhere remains readable.
SHOWN = int(os.environ.get("STYLE_SHOWN", "60"))


def files(*suffixes, under=""):
    """The files that git tracks or would add, as paths relative to the checkout."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", under or "."],
        check=True, capture_output=True, text=True,
    ).stdout
    names = sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())
    return [pathlib.Path(name) for name in names if not suffixes or name.endswith(suffixes)]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def finish(problems, what):
    """Prints the problems, or what was checked, and ends."""
    for problem in problems[:SHOWN]:
        print(problem)
    if len(problems) > SHOWN:
        print(f"… and {len(problems) - SHOWN} more")
    if problems:
        print(f"{len(problems)} problem(s) in {what}")
        sys.exit(1)
    print(f"{what}: fine")
    sys.exit(0)


def without_comments_and_strings(source):
    """Swift source with comments and string contents blanked out, line by line.

    The interpolations of strings are kept, since they are code.
    """
    out, index, end = [], 0, len(source)

    def blank(text):
        out.append(re.sub(r"[^\n]", " ", text))

    # For each open string its delimiter and number of #, and the parentheses open in its interpolation.
    strings, depth = [], []
    while index < end:
        inside = strings and not depth[-1]
        if inside:
            quote, hashes = strings[-1]
            if source.startswith("\\" + hashes + "(", index):
                blank(source[index:index + 1 + len(hashes)])
                out.append("(")
                index += 2 + len(hashes)
                depth[-1] = 1
            elif source.startswith(quote + hashes, index):
                blank(quote + hashes)
                index += len(quote + hashes)
                strings.pop(), depth.pop()
            elif source[index] == "\\" and not hashes:
                blank(source[index:index + 2])
                index += 2
            else:
                blank(source[index])
                index += 1
            continue
        if source.startswith("//", index):
            stop = source.find("\n", index)
            stop = end if stop < 0 else stop
            blank(source[index:stop])
            index = stop
        elif source.startswith("/*", index):
            stop = source.find("*/", index)
            stop = end if stop < 0 else stop + 2
            blank(source[index:stop])
            index = stop
        elif opening := re.compile(r'(#*)("""|")').match(source, index):
            blank(opening.group())
            strings.append((opening.group(2), opening.group(1)))
            depth.append(0)
            index = opening.end()
        else:
            if strings:
                depth[-1] += {"(": 1, ")": -1}.get(source[index], 0)
            out.append(source[index])
            index += 1
    return "".join(out)
