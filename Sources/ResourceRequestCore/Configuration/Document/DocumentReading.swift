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
  let sources: TextSources
  /// What tries options of TLS, where anything does.
  let transport: (any Transport)?
  private(set) var findings: [Finding] = []
  /// What was read so far; whoever reads an object puts the object's own path before the paths of its members.
  var settings: [Setting] = []
  /// Where values stand that may be secrets although their keys do not say so.
  private(set) var hidden: [Range<Int>] = []
  private let text: [UInt8]

  init(text: [UInt8], sources: TextSources, transport: (any Transport)? = nil) {
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

  /// The text of a string with its `${…}` replaced, or nil, reported, where something is amiss with them.
  mutating func expand(_ string: String, at node: PositionedJSON) -> ConfiguredText? {
    guard string.utf8.contains(UInt8(ascii: "$")) else { return ConfiguredText(text: string, isLiteral: true) }
    let (result, faults) = TextExpansion.expand(string, from: sources)
    for fault in faults { report(fault.message, at: place(of: fault.offset, in: node)) }
    return faults.isEmpty ? result : nil
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
