// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The version of the SDK.
public enum SDKVersion {
  /// The version as in the `User-Agent` field and the changelog.
  public static let current = "0.1.0"
}
