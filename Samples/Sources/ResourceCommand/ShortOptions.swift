// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// Letters of options that are joined as for curl, the last with its value: `-fsSLoFILE`.
enum ShortOptions {
  private static let flags = Set("GIJLOSZfgiknsv".utf8)
  private static let valued = Set("ACFHTXbcdemoruwxz".utf8)

  /// The arguments with such an option and its value apart; `nil` if there is none.
  ///
  /// The parser joins letters, and a letter with its value, but not both, nor a letter with a value that has a `=`.
  static func separated(_ arguments: [String]) -> [String]? {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let separated =
      arguments[..<end].enumerated().flatMap { index, argument in
        let words = words(argument)
        // Not the value of the option before it.
        return words.count > 1 && index > 0 && takesValue(arguments[index - 1]) ? [argument] : words
      } + arguments[end...]
    return separated.count == arguments.count ? nil : separated
  }

  /// Whether the value of an argument follows it: that of a letter, also behind flags, or of a long name.
  static func takesValue(_ argument: String) -> Bool {
    if argument.hasPrefix("--") { return longNames.contains(argument) }
    guard argument.utf8.first == UInt8(ascii: "-"), let last = argument.utf8.last, valued.contains(last) else {
      return false
    }
    return argument.utf8.dropFirst().dropLast().allSatisfy(flags.contains)
  }

  /// Asked only about what comes before an argument that would be changed: the options of all commands are described for it.
  private static let longNames: Set<String> = {
    let commands: [any ParsableCommand.Type] = [SendCommand.self, ExplainCommand.self, BenchCommand.self]
    return commands.reduce(into: []) { $0.formUnion(UnknownOption.names(of: $1, takingValues: true)) }
  }()

  private static func words(_ argument: String) -> [String] {
    let letters = argument.utf8
    guard letters.first == UInt8(ascii: "-"), letters.count > 3 else { return [argument] }
    let joined = letters.dropFirst().prefix(while: flags.contains)
    if joined.isEmpty, valued.contains(letters[joined.startIndex]), letters.contains(UInt8(ascii: "=")) {
      return [String(argument.prefix(2)), String(argument.dropFirst(2))]
    }
    guard !joined.isEmpty, joined.endIndex < letters.endIndex, valued.contains(letters[joined.endIndex]),
      letters.index(after: joined.endIndex) < letters.endIndex
    else { return [argument] }
    return ["-" + String(argument[joined.startIndex..<joined.endIndex]), "-" + String(argument[joined.endIndex...])]
  }
}

/// Values that begin with three hyphens, as the boundary of a form that was copied from a browser does.
enum DashedValues {
  /// The arguments with each such value joined to its option: the parser takes it for an option, and there is none.
  static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    var isBehindEnd = false
    for argument in arguments {
      if !isBehindEnd, argument.hasPrefix("---"), let option = joined.last.flatMap(longName) {
        joined[joined.endIndex - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
      isBehindEnd = isBehindEnd || argument == "--"
    }
    return joined
  }

  /// The long name of an option; `nil` for what is none, or has its value.
  ///
  /// The parser divides no letter from a value with `=`.
  private static func longName(_ option: String) -> String? {
    if option.hasPrefix("--") { return option == "--" || option.utf8.contains(UInt8(ascii: "=")) ? nil : option }
    return letters[option].map { "--" + $0 }
  }

  /// Letters whose value is any text.
  private static let letters = [
    "-A": "user-agent", "-F": "multipart", "-H": "header", "-b": "cookie", "-d": "urlencoded", "-e": "referer",
    "-u": "user", "-w": "write-out",
  ]
}
