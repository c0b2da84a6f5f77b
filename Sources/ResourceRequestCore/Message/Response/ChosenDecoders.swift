// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What decodes a response where a call names nothing: it travels with the response, and says nothing of it.
package struct ChosenDecoders: Sendable, Hashable {
  /// Made only where a client chooses, so that others carry one word.
  private final class Choice: Sendable {
    let decoder: (any ResponseDecoder)?
    let json: ResourceJSONDecoder

    init(_ decoder: (any ResponseDecoder)?, _ json: ResourceJSONDecoder) {
      (self.decoder, self.json) = (decoder, json)
    }
  }

  private let choice: Choice?

  /// JSON, as Foundation's `JSONDecoder` reads it.
  package init() { choice = nil }

  init(_ decoder: (any ResponseDecoder)?, json: ResourceJSONDecoder) {
    let isInheriting = (decoder as? JSONResponseDecoder)?.isInheriting == true
    choice = Choice(isInheriting ? nil : decoder, json)
  }

  /// How whole bodies become values.
  var whole: any ResponseDecoder { choice?.decoder ?? json }

  /// How JSON becomes values, of streams too: by the innermost decoder that is one of JSON.
  package var json: ResourceJSONDecoder { choice?.json ?? ResourceJSONDecoder() }

  package static func == (one: Self, other: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
