// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The failure of a token endpoint (RFC 6749 §5.2).
///
/// It contains no secrets.
public struct TokenError: Error, Sendable, Hashable {
  /// The endpoint's status.
  public let status: Status
  /// The endpoint's error code, such as `invalid_client`; `nil` if the response has none.
  public let error: String?
  /// The description by the endpoint or the SDK.
  public let detail: String

  /// Creates an error of a token endpoint.
  public init(status: Status, error: String? = nil, detail: String) {
    self.status = status
    self.error = error
    self.detail = detail
  }

  /// Whether a later request may succeed.
  package var isTemporary: Bool { Status.retryableStatuses.contains(status) || error == "temporarily_unavailable" }
}

extension TokenError: CustomStringConvertible {
  /// Status, error code and detail on one line.
  public var description: String {
    ["\(status)", error, detail.isEmpty ? nil : detail].compactMap(\.self).joined(separator: ", ")
  }
}
