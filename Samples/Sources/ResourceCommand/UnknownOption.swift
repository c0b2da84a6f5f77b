// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// The message of an option that does not exist, with a suggestion of ours.
///
/// The parser suggests the option with the fewest different letters, however little they have in common: `--get` for
/// `--out`.
enum UnknownOption {
  /// The message with a name that is near, or without a suggestion; `nil` for another message.
  static func mended(_ message: String) -> String? {
    let start = "Error: Unknown option '"
    guard message.hasPrefix(start) else { return nil }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let word = String(lines[0].dropFirst(start.count).prefix { $0 != "'" })
    if let advice = ofOthers[word] {
      return (["\(start)\(word)': \(advice)"] + lines.dropFirst().map(String.init)).joined(separator: "\n")
    }
    let near = nearest(to: word, among: options(in: lines.dropFirst().joined(separator: "\n")))
    let first = "\(start)\(word)'." + (near.map { " Did you mean '\($0)'?" } ?? "")
    return ([Substring(first)] + lines.dropFirst()).joined(separator: "\n")
  }

  /// Options of curl and httpie that are something else here, where a similar name would mislead.
  private static let ofOthers = Dictionary(
    uniqueKeysWithValues: advice.flatMap { options, text in options.map { ($0, text) } }
  )

  private static let advice: [([String], String)] = [
    (["--fail-with-body"], "the body is written in any case, and the exit status is 1"),
    (["--noproxy"], "write --proxy none, or set NO_PROXY"),
    (["--capath"], "name a file with --cacert"),
    (["--pretty"], "a terminal gets JSON formatted; elsewhere write --format json"),
    (["-D", "--dump-header"], "write -i, or -v"),
    (["-N", "--no-buffer"], "write --stream"),
    (["--oauth2-bearer"], "write --bearer-env VARIABLE"),
    (["--retry-delay"], "--retry waits longer each time"),
    (["--retry-max-time"], "--timeout is that of the whole call"),
    (["--proto", "--proto-redir", "--proto-default"], "http and https are the only ones"),
    (["-K"], "write the options themselves"),
    (["--config-file"], "write --config FILE"),
    (["-4", "--ipv4", "-6", "--ipv6"], "name an address with --resolve HOST:PORT:ADDRESS"),
    (["-#", "--progress-bar"], "write --progress"),
    (["--basic", "--digest", "--anyauth"], "-u NAME answers a Basic or Digest challenge"),
    (["-a", "--auth", "--auth-type"], "write -u NAME for a login, --bearer-env VARIABLE for a token"),
    (["--create-dirs"], "make the folder first"),
    (["--output-dir"], "write the folder in --output FOLDER/FILE"),
    (["--limit-rate"], "a rate cannot be limited here"),
    (["--max-filesize"], "bodies in memory are limited; --output takes any size"),
    (["--url-query"], "write --query NAME=VALUE, or NAME==VALUE after the target"),
    (["-E"], "write --cert FILE"),
    (["--trace", "--trace-ascii"], "write -v"),
    (["--tlsv1.3"], "set tls.minimumVersion in a configuration"),
    (["--http3"], "HTTP/3 is not supported"),
    (["--raw"], "write --no-compressed, or --body TEXT for httpie's"),
    (["--interface"], "an interface cannot be chosen"),
    (["-j"], "leave --cookie-jar out; for JSON, as httpie's -j, write fields such as name=value"),
    (["--junk-session-cookies"], "leave them out"),
    (["--session"], "write --cookie-jar FILE"),
    (["--form-string"], "write -F, with the value in quotes"),
    (["--proxy-user", "-U"], "set http_proxy and https_proxy to a URL with them"),
    (["--print"], "write -v for all, -i for the head, -s -o /dev/null for nothing"),
    (["-p"], "write -v or -i"),
    (["--headers"], "write -I for the head alone, or -i"),
    (["--body-only"], "the body alone is written anyway"),
    (["--verify"], "write --cacert FILE"),
    (["--follow"], "redirects are followed anyway"),
    (["--check-status"], "the exit status already shows it"),
    (["--ignore-stdin"], "standard input is read only where an option names it"),
  ]

  /// The options of the command that a usage line names.
  private static func options(in usage: String) -> [String] {
    let words = usage.split(whereSeparator: \.isWhitespace)
    var command: any ParsableCommand.Type = ResourceTool.self
    for word in words {
      command =
        command.configuration.subcommands.first { $0.configuration.commandName.map { $0 == word } ?? false } ?? command
    }
    let help = ResourceTool.helpMessage(for: command)
    let names = help.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }
    return Set(names.filter { $0.hasPrefix("--") && $0.count > 3 && $0.last != "." }.map(String.init)).sorted()
  }

  /// The names of all options of a command, also of those that its help does not show.
  static func names(of command: any ParsableCommand.Type, takingValues: Bool = false) -> Set<String> {
    let dump = try? JSON(parsing: command._dumpHelp())
    let arguments = (dump?["command"]["arguments"].array ?? []).filter {
      !takingValues || $0["kind"].string == "option"
    }
    let names = arguments.flatMap { $0["names"].array ?? [] }
    return Set(names.map { ($0["kind"].string == "long" ? "--" : "-") + ($0["name"].string ?? "") })
  }

  /// The option that a word abbreviates, extends or misspells; `nil` if none is near.
  static func nearest(to word: String, among options: [String]) -> String? {
    let word = word.lowercased()
    guard word.hasPrefix("--"), word.count > 3 else { return nil }
    if let whole = options.filter({ $0.hasPrefix(word) }).min(by: { $0.count < $1.count }) { return whole }
    if let start = options.filter({ word.hasPrefix($0 + "-") }).max(by: { $0.count < $1.count }) { return start }
    let nearest = options.map { (name: $0, edits: edits(Array(word.utf8), Array($0.utf8))) }.min { $0.edits < $1.edits }
    if let nearest, nearest.edits <= 1 { return nearest.name }
    // `--retries` for `--retry`: all but the last letter agree.
    if let ending = options.filter({ $0.utf8.count > 5 && word.hasPrefix($0.dropLast()) }).max(by: {
      $0.count < $1.count
    }) {
      return ending
    }
    return nearest.flatMap { $0.edits * 3 <= word.utf8.count - 2 ? $0.name : nil }
  }

  /// The letters to add, remove, change or swap with their neighbour (Damerau–Levenshtein).
  private static func edits(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var next = [i + 1]
      for (j, otherLetter) in other.enumerated() {
        var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == otherLetter ? 0 : 1))
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == otherLetter { best = min(best, before[j - 1] + 1) }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
