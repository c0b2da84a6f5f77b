// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  import ResourceRequestCore
  import Tracing

  /// The fields that carry a trace to a service (W3C Trace Context, W3C Baggage).
  enum TraceFields {
    /// Adds to a request the trace fields that it may carry.
    ///
    /// - Parameters:
    ///   - context: the span that becomes the parent of the service's own.
    ///   - instrument: writes the context.
    ///   - request: the outgoing request.
    ///   - elsewhere: the fields that a request to an absolute URL may carry.
    static func put(
      _ context: ServiceContext,
      of instrument: any Instrument,
      on request: inout ResolvedRequest,
      elsewhere: TracePropagation
    ) {
      let allowed = request.propagation ?? elsewhere
      guard !allowed.isEmpty else { return }
      var fields: [String: String] = [:]
      instrument.inject(context, into: &fields, using: DictionaryInjector())
      let chosen = chosen(fields, allowed)
      // A state belongs to the parent beside it (Trace Context §3.3).
      if chosen["traceparent"] != nil { request.headers.remove("tracestate") }
      for (name, value) in chosen { request.headers[name] = value }
    }

    /// Those of the fields that may go out, by name in lower case.
    ///
    /// A context without a trace has no meaning for a vendor either: without a valid `traceparent` there is no
    /// `tracestate` (Trace Context §4.3).
    static func chosen(_ fields: [String: String], _ allowed: TracePropagation) -> [String: String] {
      var chosen: [String: String] = [:]
      for (name, value) in fields where value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
        let name = name.lowercasedASCII()
        if name == "baggage" ? allowed.contains(.baggage) : allowed.contains(.trace) { chosen[name] = value }
      }
      if let parent = chosen["traceparent"], !isSound(parent) { chosen["traceparent"] = nil }
      if chosen["traceparent"] == nil { chosen["tracestate"] = nil }
      return chosen
    }

    /// Whether a `traceparent` is valid: version, trace, parent and flags in lower-case hexadecimal digits, neither
    /// identifier all zeros, and not version `ff` (Trace Context §3.2).
    static func isSound(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { isSound($0) }
    }

    private static func isSound(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      let (dash, zero, last) = (UInt8(ascii: "-"), UInt8(ascii: "0"), UInt8(ascii: "f"))
      guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash else { return false }
      func areDigits(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { (zero...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...last).contains($0) }
      }
      func areZeros(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == zero } }
      let (version, trace, parent, flags) = (0..<2, 3..<35, 36..<52, 53..<55)
      guard areDigits(version), areDigits(trace), areDigits(parent), areDigits(flags) else { return false }
      guard !areZeros(trace), !areZeros(parent), !bytes[version].allSatisfy({ $0 == last }) else { return false }
      // A version to come may have more parts.
      return bytes.count == 55 || (bytes[55] == dash && !areZeros(version))
    }

    private struct DictionaryInjector: Injector {
      func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    }
  }
#endif
