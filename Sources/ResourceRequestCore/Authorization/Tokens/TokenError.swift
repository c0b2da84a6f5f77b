// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why a token endpoint gave no token (RFC 6749 §5.2).
///
/// Holds no secrets.
public struct TokenError: Error, Sendable, Hashable {
  /// The endpoint's status.
  public let status: Status
  /// The endpoint's name for what is wrong, such as `invalid_client`; `nil` where its response has none.
  public let error: String?
  /// What the endpoint, or the SDK, says about it.
  public let detail: String

  /// An error of a token endpoint.
  public init(status: Status, error: String? = nil, detail: String) {
    self.status = status
    self.error = error
    self.detail = detail
  }

  /// Whether asking again later may go better.
  public var isTemporary: Bool { Status.retryableStatuses.contains(status) || error == "temporarily_unavailable" }
}

extension TokenError: CustomStringConvertible {
  /// Status, name and detail, in one line.
  public var description: String {
    ["\(status)", error, detail.isEmpty ? nil : detail].compactMap(\.self).joined(separator: ", ")
  }
}
