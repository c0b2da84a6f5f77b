// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A page of `resource help`, from which the terminal's text and the section of the manual are made.
struct HelpTopic: Sendable, Hashable {
  /// A part of a page.
  enum Block: Sendable, Hashable {
    /// A paragraph.
    case text(String)
    /// Verbatim lines, such as commands.
    case code([String])
    /// Terms and their meanings.
    case table([Row])
  }

  /// A term and its meaning.
  struct Row: Sendable, Hashable {
    let term: String
    let meaning: String
  }

  /// The name by which the topic is requested.
  let name: String
  /// The subject: a few words without a full stop.
  let summary: String
  let blocks: [Block]

  /// All topics, in the order of the manual.
  static let all = [
    requests, parameters, output, configuration, authorization, policies, cache, cookies, writeOut, curl, environment,
    exitCodes, troubleshooting,
  ]

  /// The topic with a name.
  static func named(_ name: String) -> HelpTopic? { all.first { $0.name.utf8.elementsEqual(name.lowercased().utf8) } }
}

extension HelpTopic.Block {
  /// A table from pairs.
  static func rows(_ pairs: KeyValuePairs<String, String>) -> HelpTopic.Block {
    .table(pairs.map { HelpTopic.Row(term: $0.key, meaning: $0.value) })
  }
}
