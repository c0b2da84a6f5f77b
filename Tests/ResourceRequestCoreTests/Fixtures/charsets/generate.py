# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""Makes the single-byte tables of the SDK and the fixture that checks them, from Python's codecs.

    python3 generate.py iso         prints the tables of SingleByteTable+ISO.swift
    python3 generate.py vendors     prints the tables of SingleByteTable+Vendors.swift
    python3 generate.py fixture     prints single-byte.json
    python3 generate.py eastasian   prints east-asian.json

Where the WHATWG Encoding standard differs from Python's codecs, the standard wins; DIFFERENCES names each place.
"""
import json
import sys

# Swift's name of the set: (Python's codec, the first label of the set)
SETS = {
    "iso2": ("iso8859-2", "iso-8859-2"),
    "iso3": ("iso8859-3", "iso-8859-3"),
    "iso4": ("iso8859-4", "iso-8859-4"),
    "iso5": ("iso8859-5", "iso-8859-5"),
    "iso6": ("iso8859-6", "iso-8859-6"),
    "iso7": ("iso8859-7", "iso-8859-7"),
    "iso8": ("iso8859-8", "iso-8859-8"),
    "iso10": ("iso8859-10", "iso-8859-10"),
    "iso13": ("iso8859-13", "iso-8859-13"),
    "iso14": ("iso8859-14", "iso-8859-14"),
    "iso15": ("iso8859-15", "iso-8859-15"),
    "iso16": ("iso8859-16", "iso-8859-16"),
    "windows874": ("cp874", "windows-874"),
    "windows1250": ("cp1250", "windows-1250"),
    "windows1251": ("cp1251", "windows-1251"),
    "windows1252": ("cp1252", "windows-1252"),
    "windows1253": ("cp1253", "windows-1253"),
    "windows1254": ("cp1254", "windows-1254"),
    "windows1255": ("cp1255", "windows-1255"),
    "windows1256": ("cp1256", "windows-1256"),
    "windows1257": ("cp1257", "windows-1257"),
    "windows1258": ("cp1258", "windows-1258"),
    "ibm866": ("cp866", "ibm866"),
    "koi8R": ("koi8-r", "koi8-r"),
    "koi8U": ("koi8-u", "koi8-u"),
    "macintosh": ("mac-roman", "macintosh"),
    "macCyrillic": ("mac-cyrillic", "x-mac-cyrillic"),
}

DIFFERENCES = {
    "windows1255": {0xCA: 0x05BA},
    "koi8U": {0xAE: 0x045E, 0xBE: 0x040E},
    "macCyrillic": {0xA2: 0x0490, 0xB6: 0x0491, 0xFF: 0x20AC},
}

# label: (Python's codec, a text with plain characters and, where browsers know them, those of the common extension)
EAST_ASIAN = {
    "shift_jis": ("cp932", "日本語のテキスト、ﾊﾝｶｸ、表示ソ。①㈱"),
    "euc-jp": ("euc-jp", "日本語のテキスト、ﾊﾝｶｸ、表示ソ。丂"),
    "iso-2022-jp": ("iso2022-jp", "abc 日本語のテキスト、表示。 def"),
    "gbk": ("gbk", "简体中文，繁體中文。丂"),
    "gb18030": ("gb18030", "简体中文，繁體中文。丂 é ſ 🎈"),
    "big5": ("big5", "繁體中文，許功蓋。"),
    "euc-kr": ("cp949", "한국어 텍스트, 똠방각하 漢字"),
}


def upper(name):
    """The code points of the bytes 0x80 to 0xFF; U+FFFD for what is undefined."""
    codec = SETS[name][0]
    points = [ord(bytes([byte]).decode(codec, "replace")) for byte in range(0x80, 0x100)]
    if name.startswith("windows"):  # the Windows sets pass undefined C1 control characters through
        points[:32] = [0x80 + i if point == 0xFFFD else point for i, point in enumerate(points[:32])]
    for byte, point in DIFFERENCES.get(name, {}).items():
        points[byte - 0x80] = point
    return points


def tables(names):
    print("extension SingleByteTable {")
    for index, name in enumerate(names):
        if index:
            print()
        points = upper(name)
        print(f"  static let {name}: SingleByteTable = \"\"\"")
        for row in range(32 if name.startswith("iso") else 0, 128, 16):  # the table knows the control characters
            print("    " + " ".join(f"{point:04X}" for point in points[row : row + 16]))
        print("    \"\"\"")
    print("}")


def fixture():
    print(json.dumps({SETS[name][1]: upper(name) for name in SETS}, separators=(",", ":")).replace("],", "],\n"))


def east_asian():
    rows = {label: {"text": text, "bytes": text.encode(codec).hex()} for label, (codec, text) in EAST_ASIAN.items()}
    print(json.dumps(rows, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    {
        "iso": lambda: tables(name for name in SETS if name.startswith("iso")),
        "vendors": lambda: tables(name for name in SETS if not name.startswith("iso")),
        "fixture": fixture,
        "eastasian": east_asian,
    }[sys.argv[1]]()
