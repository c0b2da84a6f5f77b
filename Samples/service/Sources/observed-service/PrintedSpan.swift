// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Synchronization
import Tracing

/// A span that prints itself when it ends.
final class PrintedSpan: Span {
  private struct State {
    var name: String
    var attributes: SpanAttributes = [:]
    var status: SpanStatus?
    var errors: [String] = []
    var isRecording = true
  }

  let context: ServiceContext
  private let kind: SpanKind
  private let start: UInt64
  private let state: Mutex<State>

  init(_ name: String, _ context: ServiceContext, _ kind: SpanKind, start: UInt64) {
    self.context = context
    self.kind = kind
    self.start = start
    state = Mutex(State(name: name))
  }

  var operationName: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  var attributes: SpanAttributes {
    get { state.withLock { $0.attributes } }
    set { state.withLock { $0.attributes = newValue } }
  }

  var isRecording: Bool { state.withLock { $0.isRecording } }

  func setStatus(_ status: SpanStatus) { state.withLock { $0.status = status } }

  func addEvent(_ event: SpanEvent) {}

  func addLink(_ link: SpanLink) {}

  func recordError<Instant: TracerInstant>(
    _ error: any Error,
    attributes: SpanAttributes,
    at instant: @autoclosure () -> Instant
  ) {
    // An error's description may contain secrets; its type does not.
    state.withLock { $0.errors.append("\(type(of: error))") }
  }

  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    let end = instant().nanosecondsSinceEpoch
    let ended: State? = state.withLock { state in
      guard state.isRecording else { return nil }
      state.isRecording = false
      return state
    }
    guard let ended else { return }
    var attributes: JSON.Object = [:]
    ended.attributes.forEach { key, value in
      if case .int64(let number) = value {
        attributes[key] = .number(.init(Int(number)))
      } else if case .string(let text) = value {
        attributes[key] = .string(text)
      } else {
        attributes[key] = .string("\(value)")
      }
    }
    let place = context[SpanPlaceKey.self]
    let line: JSON = [
      "span": .string(ended.name), "kind": .string("\(kind)"), "trace": place.map { .string($0.trace) } ?? nil,
      "id": place.map { .string($0.span) } ?? nil, "parent": place?.parent.map { .string($0) } ?? nil,
      "milliseconds": .number(.init(Int((end - min(start, end)) / 1_000_000))),
      "isError": .bool(ended.status?.code == .error), "attributes": .object(attributes),
    ]
    print(line.text())
    fflush(nil)
  }
}
