// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension ResolvedRequest {
  /// The host as it is sent, with a port that is not the scheme's (RFC 9110 §7.2).
  var authority: String { headers["Host"] ?? url.origin.authority }

  /// Whether it gets the signature of an origin's service: not elsewhere, nor without credentials.
  func isSigned(for origin: Origin) -> Bool {
    isAt(origin) && (authorization.usesCredentials || authorization.isLoginForm)
  }

  /// The SHA-256 digest of the body; one that is not in memory is read from its source.
  ///
  /// - Parameter remedy: what to do instead for a body that can be read once only.
  /// - Returns: the digest, 32 bytes.
  /// - Throws: ``TransportFailure`` for such a body, or for one whose source fails.
  func bodyDigest(orElse remedy: String) async throws -> [UInt8] {
    var digest = SHA256()
    guard let body else { return digest.finalize() }
    if let bytes = body.bytes {
      bytes.withUnsafeBytes { digest.update($0) }
      return digest.finalize()
    }
    guard body.canBeReplayed else {
      throw TransportFailure(
        code: .bodyNotReplayable,
        message:
          "the signature covers the body, which can be read once only; give it as bytes or as a file, or \(remedy)",
        phase: .queued
      )
    }
    do {
      for try await chunk in try await body.unsentChunks() { chunk.withUnsafeBytes { digest.update($0) } }
    } catch {
      throw TransportFailure.whileSigning(error, .invalidBody, "the body cannot be read for its digest")
    }
    return digest.finalize()
  }
}

extension TransportFailure {
  /// What to throw for an error of something that signing needs, and that others have written.
  static func whileSigning(_ error: any Error, _ code: ResourceError.Code, _ message: String) -> any Error {
    if error is TransportFailure || error is CancellationError && Task.isCancelled { return error }
    // The error of a body is the call's own; that of another call, which fetched credentials, says nothing of this one.
    let other = error as? ResourceError
    if let other, code == .invalidBody || other.code == .recursiveLogin { return other }
    let isPassing = other.map { $0.isRetryable || $0.isTimeout } ?? false
    return TransportFailure(code: isPassing ? .tokenUnavailable : code, message: message, phase: .queued, cause: error)
  }
}
