// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A text made of files that another program keeps current: read again when one of them was replaced or changed.
///
/// A change counts once it is a second old, so that a partly written file is not used. If a file vanishes, cannot be
/// read or has no valid content, the last valid text stays.
final class FollowedFiles: Sendable {
  /// What it follows, and how: the same for two that always have the same text.
  struct Source: Hashable {
    fileprivate let paths: [ExactText]
    /// The text with references to the files.
    fileprivate let template: ExactText
  }

  let source: Source
  private let paths: [String]
  private let make: @Sendable () -> String?
  /// Invariant: the text is the content of the files when they had the marks, or the last valid one before.
  private let last: Lock<(marks: [FileMark?], text: String?)>

  /// Follows files.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - template: the text with references to them; empty for the content of a file itself.
  ///   - text: their content when they were read before, if they were.
  ///   - make: reads them; `nil` if their content is invalid.
  init(_ paths: [String], in template: String = "", text: String? = nil, make: @escaping @Sendable () -> String?) {
    self.paths = paths
    source = Source(paths: paths.map(ExactText.init), template: ExactText(template))
    self.make = make
    // A file that changes between that reading and this check was written just now, and is checked again.
    let marks = text == nil ? [] : paths.map { path in FileMark(path).flatMap { $0.isFresh ? nil : $0 } }
    last = Lock((marks, text))
  }

  /// The current text; `nil` if there never was a valid one.
  var text: String? { look().text }

  /// What is wrong with the files while the last valid text stands in for them.
  var fault: String? { look().fault }

  /// Both, by one check.
  func look() -> (text: String?, fault: String?) {
    let marks = paths.map(FileMark.init)
    let (known, text) = last.withLock(\.self)
    if text != nil {
      if marks == known { return (text, nil) }
      if let gone = marks.firstIndex(of: nil) { return (text, "\(paths[gone]) is gone") }
      if marks.contains(where: { $0?.isFresh == true }) { return (text, nil) }
    }
    guard let new = make() else {
      return (text, "\(paths.joined(separator: " and ")) cannot be read or holds nothing of use")
    }
    guard paths.map(FileMark.init) == marks else { return (text, nil) }
    last.withLock { $0 = (marks, new) }
    return (new, nil)
  }
}
