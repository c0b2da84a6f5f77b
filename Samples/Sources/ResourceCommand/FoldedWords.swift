// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Fields of a request, folded into few arguments for the parser, which takes quadratic time for many.
///
/// No argument of a process contains a NUL, so it separates the words.
enum FoldedWords {
  private static let separator = UInt8(0)
  /// Fewer arguments are left as they are.
  private static let threshold = 64

  /// Folds the words of a request that can only be fields: those that follow another word and no option.
  ///
  /// Every option takes one value at most, so the second word behind an option is a field.
  static func folded(_ arguments: [String]) -> [String] {
    guard arguments.count > threshold else { return arguments }
    var folded: [String] = []
    var run: [String] = []
    var mayBeValue = true
    for argument in arguments {
      let isOption = argument.utf8.first == UInt8(ascii: "-")
      if isOption || mayBeValue {
        if !run.isEmpty { folded.append(run.joined(separator: "\0")) }
        run = []
        folded.append(argument)
      } else {
        run.append(argument)
      }
      mayBeValue = isOption
    }
    return folded + (run.isEmpty ? [] : [run.joined(separator: "\0")])
  }

  /// The words again.
  static func unfolded(_ words: [String]) -> [String] {
    words.flatMap { word in
      word.utf8.contains(separator)
        ? word.utf8.split(separator: separator, omittingEmptySubsequences: false).map {
          String(decoding: $0, as: UTF8.self)
        }
        : [word]
    }
  }
}
