// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A page of `resource help`: the terminal's text and the section of the manual are both made from it.
struct HelpTopic: Sendable, Hashable {
  /// A part of a page.
  enum Block: Sendable, Hashable {
    /// A paragraph.
    case text(String)
    /// Lines as they are, such as commands.
    case code([String])
    /// Terms and what each means.
    case table([Row])
  }

  /// A term and what it means.
  struct Row: Sendable, Hashable {
    let term: String
    let meaning: String
  }

  /// What it is asked for by.
  let name: String
  /// What it is about: a few words without an end.
  let summary: String
  let blocks: [Block]

  /// All of them, in the order of the manual.
  static let all = [
    requests, parameters, output, configuration, authorization, policies, cache, cookies, writeOut, curl, environment,
    exitCodes, troubleshooting,
  ]

  /// The topic of a name.
  static func named(_ name: String) -> HelpTopic? { all.first { $0.name.utf8.elementsEqual(name.lowercased().utf8) } }
}

extension HelpTopic.Block {
  /// A table of pairs.
  static func rows(_ pairs: KeyValuePairs<String, String>) -> HelpTopic.Block {
    .table(pairs.map { HelpTopic.Row(term: $0.key, meaning: $0.value) })
  }
}
