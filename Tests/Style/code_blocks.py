# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""The Swift blocks of documents, with the directives in the comments before them; see doc-code."""

import pathlib
import re

from checkout import ROOT, files, read

BLOCK = re.compile(
    r"(?P<directives>(?:<!-- swift: (?:(?!-->).)*-->\s*)*)^(?P<indent> *)```swift[^\n]*\n(?P<code>.*?)^ *```$", re.M | re.S
)
DIRECTIVE = re.compile(r"<!-- swift: (continues|skip because [^\n]+?|from \S+|runs as \S+|on the main actor|refused with [^\n]+?|(?:with|then)\n.*?)\s*-->", re.S)
TAKEN = re.compile(r"<!-- (?:swift|json): from (?P<source>\S+) -->\s*^(?P<indent> *)```\w+\n(?P<code>.*?)^ *```$", re.M | re.S)
IMPORTS = re.compile(r"\A(?:import \w+\n)+\n")


def blocks(path):
    """Yields (line, source, name) for each block to compile; the name under which it is run, or None."""
    text, previous = read(path), ""
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("code")) + 1
        directives = [match.group(1) for match in DIRECTIVE.finditer(found["directives"])]
        if found["directives"].count("<!--") != len(directives):
            yield line, None, None
            continue
        if any(each.startswith(("skip", "from")) for each in directives):
            continue
        hidden = "".join(each[5:] + "\n" for each in directives if each.startswith("with"))
        code = re.sub(rf"^{found['indent']}", "", found["code"], flags=re.M)
        before = previous if "continues" in directives else ""
        after = "".join(each[5:] + "\n" for each in directives if each.startswith("then"))
        # Makes the compiler report the document's own lines.
        located = f'#sourceLocation(file: "{path}", line: {line})\n{code}#sourceLocation()\n'
        previous = before + hidden + located
        has_imports = re.search(r"^(?:public |internal |@\w+ )?import ", previous, re.M)
        # How to compile it goes along in its first lines.
        modes = [f"// swift: {each}\n" for each in directives if each.startswith(("on the main", "refused with"))]
        name = next((each.split()[-1] for each in directives if each.startswith("runs as")), None)
        whole = (previous if has_imports else "import ResourceRequestKit\n" + previous) + after
        yield line, "".join(modes) + whole, name


def holds(lines, wanted):
    """Whether the wanted lines occur in sequence, with the same additional indentation."""
    for start in range(len(lines) - len(wanted) + 1):
        indent = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
        indent = indent.removesuffix(wanted[0][: len(wanted[0]) - len(wanted[0].lstrip())])
        if all(line == (indent + each if each else each) for line, each in zip(lines[start:], wanted)):
            return True
    return False


def taken(path):
    """Yields (line, problem or None) for each block that names the file it is from."""
    text = read(path)
    for found in TAKEN.finditer(text):
        line = text.count("\n", 0, found.start("code")) + 1
        source = pathlib.Path(found["source"])
        if not (ROOT / source).is_file():
            yield line, f"{path}:{line}: there is no {source} for this block to be from"
            continue
        wanted = IMPORTS.sub("", re.sub(rf"^{found['indent']}", "", found["code"], flags=re.M)).splitlines()
        yield line, None if holds(read(source).splitlines(), wanted) else f"{path}:{line}: this block is not in {source}"


def documents():
    """The documents whose code must work."""
    return [path for path in files(".md") if path.parts[0] in ("README.md", "Docs") or ".docc" in str(path)]
