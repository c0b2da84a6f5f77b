// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The manual page `resource(1)`: the commands and options from `--help`, and the topics of `resource help`.
///
/// It is written with the macros of man(7), which groff and mandoc read.
struct ManPage {
  /// The page's source.
  let text: String

  /// Makes the page.
  ///
  /// - Parameter dump: the parser's description of its commands, as JSON (`--experimental-dump-help`).
  init(dump: String) {
    let root = (try? JSON(parsing: dump))?["command"] ?? .null
    let commands = (root["subcommands"].array ?? []).filter { $0["commandName"].string != "help" }
    let send = commands.first { $0["commandName"].string == "send" } ?? .null
    var page = Roff()
    page.macro("TH", "RESOURCE", "1", "", "swift-resource-request \(SDKVersion.current)", "User Commands")
    page.macro("SH", "NAME")
    page.line("resource - send HTTP requests to URLs, backend services and adapters")
    page.macro("SH", "SYNOPSIS")
    page.code([
      "resource [METHOD] URL [FIELD ...] [OPTION ...]", "resource COMMAND [ARGUMENT ...]",
      "resource help [COMMAND|TOPIC]",
    ])
    page.macro("SH", "DESCRIPTION")
    page.paragraphs(root["abstract"].string ?? "")
    page.paragraphs(send["discussion"].string ?? "", upTo: "Examples:")
    page.macro("SH", "COMMANDS")
    for command in commands {
      page.term(command["commandName"].string ?? "", command["abstract"].string ?? "")
    }
    page.term("help", "Shows help about a command or a topic.")
    page.macro("SH", "OPTIONS")
    page.options(of: send)
    for topic in HelpTopic.all where topic != .exitCodes && topic != .environment {
      page.section(of: topic, topic.name)
    }
    page.commands(commands.filter { $0 != send }, besides: send)
    page.section(of: .environment, "environment")
    page.section(of: .exitCodes, "exit status")
    page.macro("SH", "SEE ALSO")
    page.line("curl(1)")
    text = page.text
  }
}

extension Roff {
  /// Appends a topic as a section.
  fileprivate mutating func section(of topic: HelpTopic, _ title: String) {
    macro("SH", title.uppercased())
    for block in topic.blocks {
      switch block {
      case .text(let text): paragraphs(text)
      case .code(let lines): code(lines)
      case .table(let rows): for row in rows { term(row.term, row.meaning) }
      }
    }
  }

  /// Appends the options of a command, by section.
  fileprivate mutating func options(of command: JSON, besides other: JSON = .null) {
    let known = Set((other["arguments"].array ?? []).map(Self.names))
    let arguments = (command["arguments"].array ?? []).filter { argument in
      argument["shouldDisplay"].bool == true && !known.contains(Self.names(of: argument))
        && !["--help", "--version"].contains(Self.names(of: argument).split(separator: " ").last ?? "")
    }
    var title: String?
    for argument in arguments where argument["sectionTitle"].string == nil { option(argument, among: arguments) }
    for argument in arguments {
      guard let section = argument["sectionTitle"].string else { continue }
      if section != title, other == .null { macro("SS", section) }
      title = section
      option(argument, among: arguments)
    }
  }

  /// Appends commands with their options; those that `send` takes too are listed only there.
  fileprivate mutating func commands(_ commands: [JSON], besides send: JSON, below prefix: String = "resource") {
    for command in commands where command["commandName"].string != "help" {
      let name = "\(prefix) \(command["commandName"].string ?? "")"
      if let below = command["subcommands"].array, !below.isEmpty {
        self.commands(below, besides: send, below: name)
        continue
      }
      macro("SH", name.uppercased())
      paragraphs(command["abstract"].string ?? "")
      paragraphs(command["discussion"].string ?? "")
      let names = Set((command["arguments"].array ?? []).map(Self.names))
      let takesRequest = names.contains("-X --request")
      if takesRequest { paragraphs("Takes the method, URL, fields and options of a request (resource send), and:") }
      options(of: command, besides: takesRequest ? send : .null)
    }
  }

  private mutating func option(_ argument: JSON, among arguments: [JSON]) {
    let value = argument["valueName"].string.map { "<\($0)>" } ?? ""
    var words = Self.names(of: argument).split(separator: " ").map(String.init)
    let known = Set(arguments.map(Self.names))
    // A flag and its negation share one entry.
    if let word = words.first, word.utf8.starts(with: "--no-".utf8), known.contains("--" + word.dropFirst(5)) { return }
    if let word = words.last, known.contains("--no-" + word.dropFirst(2)) { words.append("--no-" + word.dropFirst(2)) }
    let names = words.joined(separator: ", ")
    let term = argument["kind"].string == "option" ? "\(names) \(value)" : names.isEmpty ? value : names
    var parts = [argument["abstract"].string, argument["discussion"].string].compactMap(\.self)
    if let values = argument["allValues"].array?.compactMap(\.string), !values.isEmpty {
      parts.append("Values: \(values.joined(separator: ", ")).")
    }
    self.term(term, parts.joined(separator: " "))
  }

  /// The names of an option, such as `-o --output`.
  private static func names(of argument: JSON) -> String {
    (argument["names"].array ?? [])
      .map { ($0["kind"].string == "long" ? "--" : "-") + ($0["name"].string ?? "") }
      .sorted { $0.utf8.count < $1.utf8.count }.joined(separator: " ")
  }
}
