// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which paths every proxy refuses, in the words that regular expressions have in common.
///
/// The SDK resolves dots, and refuses those that lead out of a base URL. A proxy passes paths on, and servers differ in what
/// they read as a separator; with the credential of a service no path may lead elsewhere, so that none with dots is passed.
enum ExportedPath {
  /// A separator and one or two dots, encoded or not, in lower case.
  static let dots = #"([/\\]|%2f|%5c)(\.|%2e){1,2}"#
  /// What may end a segment, but for the end of the path; nginx passes a fragment on.
  static let ends = #"([/\\;#]|%2f|%5c|%3b|%23)"#
}
