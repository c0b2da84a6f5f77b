// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One reading of a document: its sources and its findings.
///
/// Reading never throws, so that one fault does not hide the next: faults are reported and the value is replaced or
/// left out, since no configuration results.
package struct DocumentReading {
  /// A fault before its line is computed.
  struct Finding {
    let offset: Int
    let message: String
    let suggestion: String?
  }

  /// A setting that was read: its path below the current object, and the offset of its key.
  struct Setting {
    var path: [String]
    let offset: Int
  }

  /// The number of unknown keys after which no suggestions are computed, which takes time.
  static let suggestionLimit = 100
  /// What was suggested, by object and key: many services may have the same one.
  var suggested: [String: String?] = [:]

  /// The sources of `${…}`.
  var sources: TextSources
  /// Validates TLS options, if set.
  let transport: (any Transport)?
  /// The features whose keys are known.
  var vocabulary = Vocabulary.standard
  private(set) var findings: [Finding] = []
  /// The files of endpoints, as they were before they were read.
  var endpointsFiles: [WatchedFile] = []
  /// The number of values left out because references are not resolved.
  var leftOut = 0
  /// The settings read so far; the reader of an object prefixes the paths of its members.
  var settings: [Setting] = []
  /// How many of the findings are in services, and which services have some.
  var findingsInServices = 0
  var faultyServices: Set<ExactText> = []
  /// The ranges of values that may be secrets although their keys do not say so.
  private(set) var hidden: [Range<Int>] = []
  let text: [UInt8]
  private let scope: ResourceConfiguration.ReferenceScope

  init(
    text: [UInt8],
    sources: TextSources,
    transport: (any Transport)? = nil,
    scope: ResourceConfiguration.ReferenceScope = .everything
  ) {
    self.scope = scope
    self.text = text
    self.sources = sources
    self.transport = transport
  }

  /// Reports a fault; the message is a phrase without a period.
  package mutating func report(_ message: String, at offset: Int, suggestion: String? = nil) {
    findings.append(Finding(offset: offset, message: message, suggestion: suggestion))
  }

  /// Reports a fault of a value.
  package mutating func report(_ message: String, at node: PositionedJSON, suggestion: String? = nil) {
    report(message, at: node.range.lowerBound, suggestion: suggestion)
  }

  /// Reports a fault of a value, which is then none.
  package mutating func refuse<Value>(_ message: String, at node: PositionedJSON, suggestion: String? = nil) -> Value? {
    report(message, at: node, suggestion: suggestion)
    return nil
  }

  /// Reports a text that is not what is expected, and suggests the word that was probably meant.
  mutating func refuse<Value>(
    _ text: ConfiguredText,
    _ expected: String,
    among words: [String] = [],
    at node: PositionedJSON
  ) -> Value? {
    let suggestion = text.isLiteral ? ClosestWord.to(text.text, among: words) : nil
    return refuse("expected \(expected), found \(text.shown)", at: node, suggestion: suggestion)
  }

  /// Reports a value of the wrong kind.
  package mutating func report(expected: String, at node: PositionedJSON) {
    report("expected \(expected), found \(node.kind)", at: node)
  }

  /// What makes a value one of the wanted kind; reports the value where that is missing.
  package mutating func expect<Part>(_ part: Part?, _ expected: String, at node: PositionedJSON) -> Part? {
    if part == nil { report(expected: expected, at: node) }
    return part
  }

  /// The text of a string; `nil` if it is none or cannot be expanded, which is reported.
  mutating func readText(_ node: PositionedJSON, _ expected: String = "a string") -> ConfiguredText? {
    expect(node.scalar?.string, expected, at: node).flatMap { expand($0, at: node) }
  }

  /// Hides a value in source lines.
  mutating func hide(_ node: PositionedJSON) { hidden.append(node.range) }

  /// Whether the references of a service are resolved.
  func looksUp(service node: PositionedJSON) -> Bool {
    guard case .service(let used) = scope else { return true }
    guard case .string(let name)? = node.value(of: "service")?.scalar else { return true }
    // A name with a reference is known only after resolving it.
    return name.utf8.contains(UInt8(ascii: "$"))
      || used.map { (name.dropping(prefix: "/") ?? name[...]).utf8.elementsEqual($0.utf8) } ?? false
  }

  /// Whether a reference is left out because nothing is resolved.
  mutating func leavesOut() -> Bool {
    if !sources.looksUp { leftOut += 1 }
    return !sources.looksUp
  }

  /// Expands the `${…}` of a string; `nil` if nothing is resolved, or if a reference is invalid, which is reported.
  mutating func expand(_ string: String, at node: PositionedJSON) -> ConfiguredText? {
    guard string.utf8.contains(UInt8(ascii: "$")) else { return ConfiguredText(text: string, isLiteral: true) }
    let (result, faults) = TextExpansion.expand(string, from: sources)
    guard faults.isEmpty else {
      // Escapes shift the bytes: then it is the string's own place.
      let (start, isShifted) = (node.range.lowerBound, text[node.range].contains(UInt8(ascii: "\\")))
      for fault in faults { report(fault.message, at: isShifted ? start : start + 1 + fault.offset) }
      return nil
    }
    return !result.isLiteral && leavesOut() ? nil : result
  }

  /// Prefixes the paths of the settings read since a mark.
  mutating func prefixSettings(since mark: Int, with parts: [String]) {
    for place in mark..<settings.count { settings[place].path.insert(contentsOf: parts, at: 0) }
  }
}

/// The files that a document was read from, each in its state before reading: the document, the files of `${file:…}`,
/// and certificates.
final class FilesRead: Sendable {
  private let files = Lock<[ExactText: WatchedFile]>([:])

  /// Notes a file before it is read; its first state is kept.
  func note(_ path: String) {
    let name = ExactText(path)
    guard files.withLock({ $0[name] == nil }) else { return }
    note(WatchedFile(path))
  }

  /// Notes a file as it was.
  func note(_ file: WatchedFile) {
    let name = ExactText(file.path)
    files.withLock { $0[name] = $0[name] ?? file }
  }

  /// All noted files.
  var all: [WatchedFile] { files.withLock { Array($0.values) } }
}

extension PositionedJSON {
  /// The value of a key; `nil` if this is no object, or has no such key.
  func value(of key: String) -> PositionedJSON? { members?.first { $0.key == key }?.value }
}

extension DocumentReading {
  /// Makes a secret that follows the files in its text; one that is not sent as it is may have lines.
  func secret(_ text: ConfiguredText, at node: PositionedJSON, hasLines: Bool = false) -> Secret {
    guard !text.isLiteral, case .string(let template)? = node.scalar else { return Secret(text.text) }
    // A reference after `$${` is literal; checking it is harmless.
    var paths: [String] = []
    var rest = template[...]
    while let opening = rest.firstRange(ofBytes: "${file:") {
      rest = rest[opening.upperBound...]
      if let end = rest.firstIndex(ofByte: "}") { paths.append(String(rest[..<end])) }
    }
    guard !paths.isEmpty else { return Secret(text.text) }
    let sources = sources
    let kept = TextExpansion.expand(template, from: sources, keepsFiles: true).0.text
    let files = FollowedFiles(paths.map(sources.path), in: kept, text: text.text) {
      let (new, faults) = TextExpansion.expand(template, from: sources)
      guard faults.isEmpty, !new.text.isEmpty else { return nil }
      return hasLines || new.text.utf8.allSatisfy(FieldCharacters.isValue) ? new.text : nil
    }
    return Secret(text.text, following: files)
  }
}
