// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Letters of options that are joined as for curl, the last with its value: `-fsSLoFILE`.
enum ShortOptions {
  private static let flags = Set("GILOSZfinsv".utf8)
  private static let valued = Set("ACFHTXbcdemoruwxz".utf8)

  /// The arguments with such an option and its value apart; `nil` if there is none.
  ///
  /// The parser joins letters, and a letter with its value, but not both.
  static func separated(_ arguments: [String]) -> [String]? {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let separated = arguments[..<end].flatMap(words) + arguments[end...]
    return separated.count == arguments.count ? nil : separated
  }

  private static func words(_ argument: String) -> [String] {
    let letters = argument.utf8
    guard letters.first == UInt8(ascii: "-"), letters.count > 3 else { return [argument] }
    let joined = letters.dropFirst().prefix(while: flags.contains)
    guard !joined.isEmpty, joined.endIndex < letters.endIndex, valued.contains(letters[joined.endIndex]),
      letters.index(after: joined.endIndex) < letters.endIndex
    else { return [argument] }
    return ["-" + String(argument[joined.startIndex..<joined.endIndex]), "-" + String(argument[joined.endIndex...])]
  }
}
