// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Tracing

/// A small exporter: prints each ended span as a line of JSON, and propagates traces by W3C Trace Context.
///
/// A real program would use an OpenTelemetry exporter.
struct SpanPrinter: Tracer {
  /// The header field that carries a trace.
  private static let field = "traceparent"

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> PrintedSpan {
    var context = context()
    let parent = context[SpanPlaceKey.self]
    context[SpanPlaceKey.self] = SpanPlace(
      trace: parent?.trace ?? Self.digits(2),
      span: Self.digits(1),
      parent: parent?.span
    )
    return PrintedSpan(operationName, context, kind, start: instant().nanosecondsSinceEpoch)
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let place = context[SpanPlaceKey.self] else { return }
    injector.inject("00-\(place.trace)-\(place.span)-01", forKey: Self.field, into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {
    let parts = extractor.extract(key: Self.field, from: carrier)?.split(separator: "-").map(String.init) ?? []
    guard parts.count == 4, parts.map(\.utf8.count) == [2, 32, 16, 2] else { return }
    context[SpanPlaceKey.self] = SpanPlace(trace: parts[1], span: parts[2], parent: nil)
  }

  /// Random hexadecimal digits, `count` times sixteen.
  private static func digits(_ count: Int) -> String {
    (0..<count).map { _ in
      let text = String(UInt64.random(in: 1 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }.joined()
  }
}

/// The identifiers of a span and its trace.
struct SpanPlace: Sendable {
  let trace: String
  let span: String
  let parent: String?
}

/// The context key of a span's identifiers.
enum SpanPlaceKey: ServiceContextKey {
  typealias Value = SpanPlace
}
