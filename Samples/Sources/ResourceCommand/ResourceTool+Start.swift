// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials

extension ResourceTool {
  /// Parses the arguments and runs the command they name.
  ///
  /// A request is parsed directly as `send`: parsing from the root would first build the descriptions of all commands.
  /// Arguments that cannot be parsed as `send` are parsed from the root, where help and errors name the whole command.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  public static func start(_ arguments: [String]) async {
    do {
      if let shell = CompletionScript.shell(in: arguments) {
        return try await show(CompletionScript.text(for: shell) + "\n")
      }
      try await run(arguments)
    } catch {
      let given = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
      setenv("COLUMNS", "\(HelpCommand.width(of: given ?? Console.standardOutput.width))", 1)
      // What the parser shows and is no error goes to stdout, where it may not arrive.
      let code = exitCode(for: error)
      guard code == .success else {
        guard let message = UsageMessage(fullMessage(for: error)) else { exit(withError: error) }
        message.write(to: .standardError)
        exit(withError: code)
      }
      do { try await show(fullMessage(for: error) + "\n") } catch { exit(withError: error) }
    }
  }

  private static func run(_ arguments: [String]) async throws {
    let takesRequest = requestWords(in: arguments) != nil || ["explain", "bench"].contains(arguments.first)
    let arguments = takesRequest ? DashedValues.joined(TargetOption.written(arguments)) : arguments
    let words = requestWords(in: arguments)
    if let words, var command = try? SendCommand.parseAsRoot(FoldedWords.folded(words)) as? SendCommand {
      return try await command.run()
    }
    if let words, let commands = try SendCommand.several(FoldedWords.folded(words)) {
      return try await SendCommand.$isOneOfSeveral.withValue(true) { try await SendCommand.run(commands) }
    }
    if takesRequest, let separated = ShortOptions.separated(arguments) {
      return try await run(separated)
    }
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(takesRequest ? FoldedWords.folded(arguments) : arguments)
    } catch {
      throw unknownOption(in: arguments, takesRequest) ?? (words == nil ? nil : mistakeBesideURLs(in: arguments))
        ?? error
    }
    if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
  }

  /// What is wrong apart from there being several URLs; `nil` if nothing is.
  private static func mistakeBesideURLs(in arguments: [String]) -> (any Error)? {
    RequestWords.$allowsSeveral.withValue(true) {
      do { _ = try parseAsRoot(FoldedWords.folded(arguments)) } catch { return error }
      return nil
    }
  }

  /// The error of an option that does not exist; `nil` if all do.
  ///
  /// The parser takes the value behind such an option for a word of the request, or for a file, and would blame it first.
  private static func unknownOption(in arguments: [String], _ takesRequest: Bool) -> (any Error)? {
    let first = arguments.first ?? ""
    let command: any ParsableCommand.Type
    var words = [first, "http://localhost/"]
    switch first {
    case "explain": command = ExplainCommand.self
    case "bench": command = BenchCommand.self
    case "simulate":
      command = SimulateCommand.self
      words = [first, "file", "--incident", "stall"]
    default:
      guard takesRequest else { return nil }
      command = SendCommand.self
      words[0] = "send"
    }
    guard arguments.contains(where: isOption) else { return nil }
    // The parser is asked about others alone: it builds the descriptions of all commands, and the help for its message.
    var known = UnknownOption.names(of: command)
    for (index, argument) in arguments.enumerated() where isOption(argument) {
      let option = String(argument.prefix { $0 != "=" })
      if known.contains(option) { continue }
      // The value of the option before it, which takes any text.
      if index > 0, isOption(arguments[index - 1]), (try? parseAsRoot(words + [arguments[index - 1], argument])) != nil
      {
        continue
      }
      do { _ = try parseAsRoot(words + [option]) } catch {
        if message(for: error).hasPrefix("Unknown option") { return error }
      }
      known.insert(option)
    }
    return nil
  }

  /// Whether a word is an option: `--name`, or a letter behind a hyphen.
  private static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "--" else { return false }
    return word.hasPrefix("--") || word.utf8.count == 2 && word.last?.isLetter == true
  }

  private static func show(_ text: String) async throws {
    try await reporting {
      try AnswerWriter.standardOutput.write(Data(text.utf8))
      return .success
    }
  }

  /// The words of a request; `nil` if the arguments may name another command.
  static func requestWords(in arguments: [String]) -> [String]? {
    guard let first = arguments.first else { return nil }
    if first == "send" { return Array(arguments.dropFirst()) }
    let others = configuration.subcommands.compactMap { $0.configuration.commandName }
    return others.contains(first) ? nil : arguments
  }
}
