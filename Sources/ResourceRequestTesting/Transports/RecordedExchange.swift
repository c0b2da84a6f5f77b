// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// An exchange as recorded by a ``RecordingTransport``.
///
/// Its description contains no secrets and no body.
public struct RecordedExchange: Sendable {
  /// The request.
  public let request: ResolvedRequest
  /// The outcome; `nil` while it is in flight.
  ///
  /// A streamed body is not kept (``isStreamed``): the stream belongs to its reader, and ends with its last reference.
  public internal(set) var outcome: Result<TransportResponse, any Error>?
  /// Its duration on the context's clock; `nil` while it is in flight.
  package internal(set) var duration: Duration?

  /// Whether the response's body was a stream.
  public internal(set) var isStreamed = false

  /// The response, if there is one.
  public var response: TransportResponse? { try? outcome?.get() }

  /// The error, if there is one.
  public var error: (any Error)? {
    if case .failure(let error) = outcome { error } else { nil }
  }
}

extension RecordedExchange: RedactedDescription {
  /// Request and outcome in several lines: method, URL and header fields, redacted, the sizes of the bodies, the status
  /// or the failure.
  public var description: String {
    var lines = ["\(request.method) \(request.url)"]
    lines += request.headers.map(\.description)
    if let body = request.body {
      lines.append("\(body.length.map(String.init) ?? "an unknown number of") bytes of body")
    }
    switch outcome {
    case .success(let response):
      lines.append("→ \(response.status)")
      lines += response.headers.map(\.description)
      lines.append(isStreamed ? "a stream" : "\(response.body.bytes.count) bytes of body")
    case .failure(let failure as TransportFailure): lines.append("→ \(failure)")
    // The texts of errors from elsewhere are not known to hide secrets.
    case .failure(let error): lines.append("→ \(type(of: error))")
    case nil: lines.append("→ under way")
    }
    return lines.joined(separator: "\n")
  }
}
