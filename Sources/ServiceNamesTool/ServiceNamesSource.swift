// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The Swift source that has a constant for each service of a document.
///
/// Pure.
struct ServiceNamesSource {
  /// The name of the document's file, which ends in `backends.json`.
  let file: String
  /// The names of the services, in the order of the document.
  let services: [String]

  /// The source; a name that is no identifier gets the nearest one.
  var text: String {
    var lines = [
      "// Made from \(file) by the plugin ServiceNames; do not edit.", "", "/// The backend services of \(file).",
      "public nonisolated enum \(typeName) {",
    ]
    var taken: Set<String> = []
    // By name, so that another order of the file changes no constant.
    for service in services.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let name = Self.identifier(service)
      var (identifier, number) = (name, 1)
      while !taken.insert(identifier).inserted {
        number += 1
        identifier = "\(name)\(number)"
      }
      lines += [
        "  /// The service \(Self.literal(service)).", "  public static let `\(identifier)` = \(Self.literal(service))",
      ]
    }
    let all = services.map(Self.literal).joined(separator: ", ")
    return
      (lines + [
        "", "  /// All of them, in the order of the file.", "  public static let all: [String] = [\(all)]", "}", "",
      ])
      .joined(separator: "\n")
  }

  /// `ServiceName`, behind the words before `backends.json`.
  private var typeName: String {
    let words = Self.words(Array(file.utf8.dropLast("backends.json".utf8.count)))
    let name = words.map(Self.capitalized).joined() + "ServiceName"
    // No identifier begins with a digit.
    return (name.utf8.first.map(Self.isDigit) == true ? "Service" : "") + name
  }

  private static func identifier(_ name: String) -> String {
    let words = words(Array(name.utf8))
    let joined = (words.prefix(1).map(uncapitalized) + words.dropFirst().map(capitalized)).joined()
    guard let first = joined.utf8.first else { return "unnamed" }
    // `all` is taken, a number begins no identifier, and these three are none between grave accents.
    let isFree = !isDigit(first) && !["all", "self", "Type", "init"].contains(joined)
    return isFree ? joined : "service" + capitalized(joined)
  }

  /// The runs of ASCII letters and digits.
  private static func words(_ bytes: [UInt8]) -> [String] {
    bytes.split { !isDigit($0) && !isLetter($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func capitalized(_ word: String) -> String { changingFirst(word) { isLetter($0) ? $0 & ~0x20 : $0 } }
  private static func uncapitalized(_ word: String) -> String { changingFirst(word) { isLetter($0) ? $0 | 0x20 : $0 } }

  private static func changingFirst(_ word: String, _ change: (UInt8) -> UInt8) -> String {
    var bytes = Array(word.utf8)
    if let first = bytes.first { bytes[0] = change(first) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text as Swift writes it.
  private static func literal(_ text: String) -> String {
    let inside = text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x22, 0x5C: "\\\(scalar)"
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(inside.joined())\""
  }
}
