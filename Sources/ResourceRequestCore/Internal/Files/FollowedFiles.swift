// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A text made of files that something else keeps current: made again when one of them is another one, or a changed one.
///
/// A change counts once it is a second old, so that a file half written is not used. Where a file vanishes, cannot be
/// read or holds nothing of use, the last text that was good stays.
final class FollowedFiles: Sendable {
  private let paths: [String]
  private let make: @Sendable () -> String?
  /// Invariant: the text is what the files held when they had the marks, or the last good one before.
  private let last: Lock<(marks: [FileMark?], text: String?)>

  /// Follows files.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - text: what they held when they were read before, if they were.
  ///   - make: reads them; `nil` where they hold nothing of use.
  init(_ paths: [String], text: String? = nil, make: @escaping @Sendable () -> String?) {
    self.paths = paths
    self.make = make
    // A file that changes between that reading and this look is one written just now, and looked at again.
    let marks = text == nil ? [] : paths.map { path in FileMark(path).flatMap { $0.isFresh ? nil : $0 } }
    last = Lock((marks, text))
  }

  /// The text as it stands; `nil` where there never was a good one.
  var text: String? { look().text }

  /// What is wrong with the files while the last text that was good stands for them.
  var fault: String? { look().fault }

  /// Both, by one look.
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
