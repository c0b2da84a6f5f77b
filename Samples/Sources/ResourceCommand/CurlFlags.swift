// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// Options of curl that are there for commands written for it: another name, or what is so anyway.
struct CurlFlags: ParsableArguments {
  @Option(name: .customLong("max-redirs"), parsing: .unconditional, help: .hidden) var maxRedirs: Int?

  /// The least version without it, too.
  @Flag(name: .customLong("tlsv1.2"), help: .hidden) var takesTLS12 = false

  /// There is none without `--progress`.
  @Flag(name: .customLong("no-progress-meter"), help: .hidden) var hidesMeter = false
}

/// curl's `--url`, for what is a word here.
enum TargetOption {
  private static let name = "--url"

  /// The arguments of a request with the values of the option as words.
  static func written(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let words = arguments[..<end].enumerated().compactMap { index, word -> String? in
      let isJoined = word.hasPrefix("\(name)=")
      // Not the value of the option before it.
      guard word == name || isJoined, index == 0 || !ShortOptions.takesValue(arguments[index - 1]) else { return word }
      return isJoined ? String(word.dropFirst(name.utf8.count + 1)) : nil
    }
    // A first word could name a command.
    let isFirst = arguments.first.map { $0 == name || $0.hasPrefix("\(name)=") } ?? false
    return (isFirst ? ["send"] : []) + words + arguments[end...]
  }
}

extension RequestOptions {
  /// The most redirects, by either name.
  var redirectLimit: Int? { maxRedirects ?? curl.maxRedirs }

  /// Whether the method is written, and is HEAD.
  var namesHead: Bool { ((try? parsedWords())?.method ?? methodOption)?.utf8.elementsEqual("HEAD".utf8) == true }
}
