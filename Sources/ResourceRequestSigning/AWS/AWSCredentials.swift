// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// What requests to AWS are signed with.
public struct AWSCredentials: Sendable, Hashable {
  /// The identifier of the access key, which is sent.
  public var accessKey: String
  /// The secret access key, which is not.
  public var secretKey: Secret
  /// The token of temporary credentials, which is sent; `nil` for those of a user.
  public var sessionToken: Secret?

  /// Creates credentials.
  public init(accessKey: String, secretKey: Secret, sessionToken: Secret? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }
}
