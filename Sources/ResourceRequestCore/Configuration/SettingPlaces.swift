// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where each setting of a configuration was written, so that a program can say what decided something.
///
/// Settings are named by path, their canonical keys after one another: `/defaults/timeouts/total`,
/// `/gateway/headers/x-team`, `/services/resorts/timeouts/connect`. Services are named by their name, header fields in
/// lower case; `~` and `/` in a name are written `~0` and `~1` (RFC 6901 §3). Keys that other spellings stand for, as
/// `connectionProperties/socketTimeoutInMilliseconds` does for `timeouts/read`, are found under the canonical path.
public struct SettingPlaces: Sendable, Hashable {
  private var places: [ExactText: SourcePlace] = [:]

  /// No places: the configuration was made in code.
  public init() {}

  /// Where a setting was written; `nil` when it is not set, or was set in code.
  public subscript(path: String) -> SourcePlace? {
    get { places[ExactText(path)] }
    set { places[ExactText(path)] = newValue }
  }

  /// Where a setting was written, by the parts of its path as they are, such as `["services", "resorts", "via"]`.
  public subscript(path parts: [String]) -> SourcePlace? {
    get { self[Self.path(parts)] }
    set { self[Self.path(parts)] = newValue }
  }

  /// Whether no place is known.
  public var isEmpty: Bool { places.isEmpty }

  /// The paths of all settings written, sorted.
  public var paths: [String] { places.keys.map(\.text).sorted() }

  /// Joins the parts of a path, escaping what would divide it (RFC 6901 §3).
  static func path(_ parts: [String]) -> String {
    parts.map { "/" + $0.replacing(bytes: "~", with: "~0").replacing(bytes: "/", with: "~1") }.joined()
  }
}
