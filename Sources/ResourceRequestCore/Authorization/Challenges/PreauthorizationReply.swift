// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A gateway's response to a request for a scope.
///
/// Pure.
enum PreauthorizationReply: Sendable, Hashable {
  /// No check challenges; some report success.
  case passed(successes: JSON.Object)
  /// Some checks challenge; others may have been passed.
  case challenged(JSON.Object, successes: JSON.Object)
  /// Some checks failed; others may have been passed.
  case failed(JSON.Object, successes: JSON.Object)
  /// The gateway does not know this client.
  case unknownClient
  /// Something else.
  case other(Status)

  init(_ response: TransportResponse) {
    let body = (try? JSON(parsing: response.body.bytes)) ?? .null
    let successes = body["successes"].object ?? [:]
    // 222 is the gateway's own status for a failure.
    if response.status == 403 || response.status == 222, let failures = body["failures"].object, !failures.isEmpty {
      self = .failed(failures, successes: successes)
    } else if response.status == 401, let challenges = body["challenges"].object, !challenges.isEmpty {
      self = .challenged(challenges, successes: successes)
    } else if PreauthorizationReply.isUnknownClient(response) {
      self = .unknownClient
    } else if response.status.isSuccessful, response.status != 222 {
      self = .passed(successes: successes)
    } else {
      self = .other(response.status)
    }
  }

  /// Whether the gateway no longer knows the client.
  static func isUnknownClient(_ response: TransportResponse) -> Bool {
    response.status == 400 && (try? JSON(parsing: response.body.bytes))?["errorCode"].string == "INVALID_CLIENT_ID"
  }
}
