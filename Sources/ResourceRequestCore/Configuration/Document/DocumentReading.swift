// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One reading of a document: what is read from, and what comes up on the way.
///
/// Nothing is thrown while reading, so that one mistake does not hide the next; what is wrong is reported, and the
/// value is then made up or left out, since no configuration comes of it.
package struct DocumentReading {
  /// Something wrong, before its line is counted.
  struct Finding {
    let offset: Int
    let message: String
    let suggestion: String?
  }

  /// A setting read, by the path below the object that is being read, and the offset of its key.
  struct Setting {
    var path: [String]
    let offset: Int
  }

  /// After how many findings no word is looked for that was meant, which takes its time.
  static let suggestionLimit = 100

  /// Where `${…}` finds its values.
  var sources: TextSources
  /// What tries options of TLS, where anything does.
  let transport: (any Transport)?
  private(set) var findings: [Finding] = []
  /// How many values are missing because nothing was looked up for them.
  private(set) var leftOut = 0
  /// What was read so far; whoever reads an object puts the object's own path before the paths of its members.
  var settings: [Setting] = []
  /// Where values stand that may be secrets although their keys do not say so.
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

  /// Notes something wrong; the message is a phrase without a period.
  package mutating func report(_ message: String, at offset: Int, suggestion: String? = nil) {
    findings.append(Finding(offset: offset, message: message, suggestion: suggestion))
  }

  /// Notes something wrong with a value.
  package mutating func report(_ message: String, at node: PositionedJSON, suggestion: String? = nil) {
    report(message, at: node.range.lowerBound, suggestion: suggestion)
  }

  /// Notes a value of the wrong kind.
  package mutating func report(expected: String, at node: PositionedJSON) {
    report("expected \(expected), found \(node.kind)", at: node)
  }

  /// Keeps a value out of the lines that are shown.
  mutating func hide(_ node: PositionedJSON) {
    hidden.append(node.range)
  }

  /// Whether the references of a service are looked up.
  func looksUp(service node: PositionedJSON) -> Bool {
    guard case .service(let used) = scope else { return true }
    let key = node.members?.first { $0.key == "service" }
    guard case .string(let name)? = key?.value.scalar else { return true }
    // A name that is a reference itself is known only afterwards.
    return name.utf8.contains(UInt8(ascii: "$"))
      || used.map { (name.dropping(prefix: "/") ?? name[...]).utf8.elementsEqual($0.utf8) } ?? false
  }

  /// Whether a value that stands elsewhere is left out, since nothing is looked up.
  mutating func leavesOut() -> Bool {
    if !sources.looksUp { leftOut += 1 }
    return !sources.looksUp
  }

  /// The text of a string with its `${…}` replaced; nil where nothing is looked up, and where something is amiss with
  /// them, which is reported.
  mutating func expand(_ string: String, at node: PositionedJSON) -> ConfiguredText? {
    guard string.utf8.contains(UInt8(ascii: "$")) else { return ConfiguredText(text: string, isLiteral: true) }
    let (result, faults) = TextExpansion.expand(string, from: sources)
    for fault in faults { report(fault.message, at: place(of: fault.offset, in: node)) }
    guard faults.isEmpty else { return nil }
    return !result.isLiteral && leavesOut() ? nil : result
  }

  /// The place of a byte of a string; the string's own where escapes move the bytes.
  private func place(of offset: Int, in node: PositionedJSON) -> Int {
    text[node.range].contains(UInt8(ascii: "\\")) ? node.range.lowerBound : node.range.lowerBound + 1 + offset
  }

  /// Puts parts before the paths of the settings read since a mark.
  mutating func prefixSettings(since mark: Int, with parts: [String]) {
    for place in mark..<settings.count { settings[place].path.insert(contentsOf: parts, at: 0) }
  }
}
