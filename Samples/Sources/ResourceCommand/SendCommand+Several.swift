// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// Several URLs on one command line: a request for each, with the same options and a file of its own.
extension SendCommand {
  /// How many requests `--parallel` sends at once.
  private static let atOnce = 50

  /// The command of each URL; `nil` if the arguments have one, or cannot be parsed.
  ///
  /// - Throws: `ValidationError` for options that only one request can have.
  static func several(_ arguments: [String]) throws -> [SendCommand]? {
    let parsed = RequestWords.$allowsSeveral.withValue(true) { try? parseAsRoot(arguments) as? SendCommand }
    guard let parsed else { return nil }
    let words = FoldedWords.unfolded(parsed.options.words)
    let places = RequestWords.places(ofURLsIn: words)
    guard places.count > 1 else { return nil }
    let ofOneCall = [
      ("--har", parsed.har != nil), ("--etag-save", parsed.answer.etagSave != nil),
      ("--etag-compare", parsed.options.conditions.etagCompare != nil),
      // The record of an upload.
      ("--resume", parsed.resumesUpload && parsed.parallel),
    ]
    if let option = ofOneCall.first(where: \.1)?.0 {
      throw ValidationError("\(option): the file is that of one call; write one URL")
    }
    if let input = parsed.options.standardInputOptions.first {
      throw ValidationError("\(input): standard input can be read once; write one URL")
    }
    let commands = try places.indices.map { number in
      var command = parsed
      // The place of the first URL is the target's: fields may stand before the others.
      command.options.words = words.indices.compactMap { index in
        index == places[0] ? words[places[number]] : places.contains(index) ? nil : words[index]
      }
      command.answer = try parsed.answer.share(number, of: places.count)
      // Before the first is sent. A template becomes a URL only with its values.
      let target = command.options.target
      if target.contains("://"), !target.utf8.contains(UInt8(ascii: "{")) {
        do { _ = try ResourceURL(target) } catch { throw ValidationError("URL \(number + 1): \(error)") }
      }
      return command
    }
    let files = try commands.compactMap { try $0.namedFile() }.filter { $0 != "-" && !$0.hasPrefix("/dev/") }
    let paths = files.map { URL(filePath: $0).standardizedFileURL.path }
    for (number, file) in files.enumerated()
    where paths[..<number].contains(where: { $0.utf8.elementsEqual(paths[number].utf8) }) {
      let option = commands[0].answer.remoteName ? "--remote-name" : "--output"
      throw ValidationError("\(option): \(file) is named for two URLs; the second response would replace the first")
    }
    return commands
  }

  /// Runs them, one after the other or side by side; the first that failed decides the exit status.
  static func run(_ commands: [SendCommand]) async throws {
    guard commands.first?.parallel == true else {
      var failure: ExitCode?
      for command in commands {
        let outcome = await command.outcome()
        failure = failure ?? outcome
      }
      if let failure { throw failure }
      return
    }
    let failures = await withTaskGroup(of: (Int, ExitCode?).self) { group in
      var (begun, failures) = (0, [(Int, ExitCode)]())
      func begin() {
        guard begun < commands.count else { return }
        group.addTask { [number = begun, command = commands[begun]] in (number, await command.outcome()) }
        begun += 1
      }
      for _ in 0..<atOnce { begin() }
      for await (number, failure) in group {
        if let failure { failures.append((number, failure)) }
        begin()
      }
      return failures
    }
    if let first = failures.min(by: { $0.0 < $1.0 }) { throw first.1 }
  }

  private func outcome() async -> ExitCode? {
    var command = self
    do { try await command.run() } catch {
      if let code = error as? ExitCode { return code }
      Console.standardError.write("\(Console.standardError.red("resource:")) \(Self.message(for: error))")
      return Self.exitCode(for: error)
    }
    return nil
  }
}
