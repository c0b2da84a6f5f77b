// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Replaces `${env:NAME}`, `${env:NAME:-default}` and `${file:path}` in a text; `$${` stands for a plain `${`.
///
/// A replacement is not expanded again, so a value may contain a `${`.
enum TextExpansion {
  /// A fault of one reference.
  struct Fault: Sendable, Hashable {
    /// The offset of its `${`, in UTF-8 bytes from the start of the text.
    let offset: Int
    /// The fault, as a phrase; it names variables and files, and shows no value.
    let message: String
  }

  /// The text with every reference replaced, and all that is wrong with them.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - sources: where the values come from.
  ///   - keepsFiles: whether references to files stay as they are.
  /// - Returns: the text, and the mistakes with their offsets.
  static func expand(_ text: String, from sources: TextSources, keepsFiles: Bool = false) -> (ConfiguredText, [Fault]) {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var faults: [Fault] = []
    var isLiteral = true
    var place = 0
    while place < bytes.count {
      if bytes[place...].starts(with: "$${".utf8) {
        result += "${".utf8
        place += 3
      } else if bytes[place...].starts(with: "${".utf8) {
        isLiteral = false
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else {
          faults.append(
            Fault(offset: place, message: "\"${\" is not closed; add \"}\", or write \"$${\" for a plain \"${\"")
          )
          break
        }
        let reference = String(decoding: bytes[(place + 2)..<end], as: UTF8.self)
        switch keepsFiles && reference.begins(withBytesOf: "file:")
          ? .success("${\(reference)}") : value(of: reference, from: sources)
        {
        case .success(let value): result += value.utf8
        case .failure(let refused): faults.append(Fault(offset: place, message: refused.message))
        }
        place = end + 1
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return (ConfiguredText(text: String(decoding: result, as: UTF8.self), isLiteral: isLiteral), faults)
  }

  /// A text that expands to this one: each `${` in it is escaped.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var bytes: [UInt8] = []
    var isAfterDollar = false
    for byte in text.utf8 {
      if isAfterDollar, byte == UInt8(ascii: "{") { bytes.append(UInt8(ascii: "$")) }
      bytes.append(byte)
      isAfterDollar = byte == UInt8(ascii: "$")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Refused: Error { let message: String }

  private static func value(of reference: String, from sources: TextSources) -> Result<String, Refused> {
    if let variable = reference.dropping(prefix: "env:") { return environment(variable, from: sources) }
    guard let path = reference.dropping(prefix: "file:") else {
      let form = "expected ${env:NAME}, ${env:NAME:-default} or ${file:path}"
      return .failure(Refused(message: "a reference of an unknown kind; \(form), or \"$${\" for a plain \"${\""))
    }
    guard !path.isEmpty else { return .failure(Refused(message: "the path is missing; expected ${file:path}")) }
    guard sources.looksUp else { return .success("") }
    return sources.file(String(path)).mapError {
      Refused(message: "the file \(path.quotedStart(256)) cannot be read: \($0.reason)")
    }
  }

  private static func environment(_ variable: Substring, from sources: TextSources) -> Result<String, Refused> {
    let range = variable.firstRange(ofBytes: ":-")
    let name = variable[..<(range?.lowerBound ?? variable.endIndex)]
    let fallback = range.map { variable[$0.upperBound...] }
    guard isName(name) else {
      let message = "the name of an environment variable is letters, digits and \"_\", and begins with no digit"
      return .failure(Refused(message: message))
    }
    guard fallback?.replacing(bytes: "$${", with: "").contains(bytes: "${") != true else {
      return .failure(Refused(message: "a default holds no reference; expected a plain text after \":-\""))
    }
    guard sources.looksUp else { return .success("") }
    let value = sources.environment[String(name)]
    if let value, !value.isEmpty || fallback == nil { return .success(value) }
    if let fallback { return .success(String(fallback)) }
    return .failure(
      Refused(message: "the environment variable \(name) is not set; set it, or write ${env:\(name):-default}")
    )
  }

  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 256 else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9") ~= $0) }
  }
}
