// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A fault of a piece of a stream.
package enum StreamFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// A piece, named as in a sentence, is larger than the limit.
  case tooLarge(String, limit: Int)
  /// A piece is malformed.
  case malformed(String)

  /// The fault and its remedy.
  package var description: String {
    switch self {
    case .tooLarge(let piece, let limit): "\(piece) of the stream is larger than the limit of \(limit) bytes; raise it"
    case .malformed(let reason): reason
    }
  }
}

extension ResourceError {
  /// Converts a fault of a stream to the caller's error.
  init(_ fault: StreamFault, request: RequestSummary, cause: (any Error)? = nil) {
    let code: Code = if case .tooLarge = fault { .bodyTooLarge } else { .decodingFailed }
    self.init(code: code, message: fault.description, request: request, mayHaveExecuted: true, cause: cause ?? fault)
  }
}
