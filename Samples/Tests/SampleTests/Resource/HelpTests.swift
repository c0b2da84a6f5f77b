// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// `resource help` and the manual page.
@Suite struct HelpTests {
  @Test(arguments: HelpTopic.all)
  func `a topic is a page whose lines fit a terminal`(_ topic: HelpTopic) async throws {
    let outcome = try await BuiltProduct.resource.run("help", topic.name)
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("\(topic.name): \(topic.summary)\n"))
    for line in outcome.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(outcome.text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
  }

  @Test func `help lists commands and topics`() async throws {
    let text = try await BuiltProduct.resource.run("help").text
    #expect(text.contains("SUBCOMMANDS:"))
    #expect(HelpTopic.all.allSatisfy { text.contains("  \($0.name) ") && text.contains($0.summary) })
    #expect(try await BuiltProduct.resource.run().text == text)
  }

  @Test func `a command and a topic of one name are both shown`() async throws {
    let text = try await BuiltProduct.resource.run("help", "cache").text
    #expect(text.contains("--cache-policy revalidate") && text.contains("USAGE: resource cache"))
  }

  @Test func `help of a command is what its option shows`() async throws {
    let command = try await BuiltProduct.resource.run("help", "token", "get")
    #expect(command.text == (try await BuiltProduct.resource.run("token", "get", "--help").text))
    let unknown = try await BuiltProduct.resource.run("help", "exit")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("the topics are requests,"), "\(unknown.errors)")
  }

  @Test func `the manual has every option, every topic and every status`() throws {
    let dump = ResourceTool._dumpHelp()
    let text = ManPage(dump: dump).text
    let send = try #require(try JSON(parsing: dump)["command"]["subcommands"].array?.first)
    let shown = (send["arguments"].array ?? []).filter { $0["shouldDisplay"].bool == true }
    let names = shown.flatMap { $0["names"].array ?? [] }.compactMap { name in
      name["kind"].string == "long" ? name["name"].string : nil
    }
    #expect(names.count > 60)
    for name in names where !["help", "version"].contains(name) {
      #expect(text.contains("\\-\\-" + name.replacing("-", with: "\\-")), "\(name)")
    }
    for topic in HelpTopic.all where ![.exitCodes, .environment].contains(topic) {
      #expect(text.contains(".SH \"\(topic.name.uppercased().replacing("-", with: "\\-"))\""))
    }
    for (_, meaning) in ExitStatus.meanings {
      #expect(text.contains(meaning.replacing("-", with: "\\-")))
    }
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")))
  func `the manual has no mistake that mandoc finds`() async throws {
    try await withTemporaryFolder { folder in
      let (page, findings) = (folder.appending(path: "resource.1"), folder.appending(path: "findings"))
      try Data(ManPage(dump: ResourceTool._dumpHelp()).text.utf8).write(to: page)
      try Data().write(to: findings)
      let mandoc = Process()
      mandoc.executableURL = URL(filePath: "/usr/bin/mandoc")
      mandoc.arguments = ["-T", "lint", "-W", "warning", page.path]
      mandoc.standardOutput = try FileHandle(forWritingTo: findings)
      mandoc.standardError = mandoc.standardOutput
      _ = try await mandoc.end()
      let text = try String(contentsOf: findings, encoding: .utf8)
      // The page is generated from the build and has no date.
      let lines = text.split(separator: "\n").filter { !$0.contains("missing date") }
      #expect(lines.isEmpty, "\(text)")
    }
  }

  @Test func `topics say what is repeated, what writes completions, and which sizes are counted`() {
    let policies = HelpTopic.policies.text(width: 10_000)
    #expect(policies.contains("of a POST that was never sent one in all"))
    #expect(HelpTopic.environment.text(width: 10_000).contains("--generate-completion-script"))
    let curl = HelpTopic.curl.text(width: 10_000)
    #expect(curl.contains("%{size_download}") && curl.contains("%{size_received}"))
  }

  @Test func `statuses are the ones of the README`() throws {
    let readme = try String(contentsOf: BuiltProduct.checkout.appending(path: "Samples/README.md"), encoding: .utf8)
    let table = readme.split(separator: "\n").drop { !$0.hasPrefix("| Exit status |") }.prefix { $0.hasPrefix("|") }
    let codes = table.dropFirst(2).compactMap { Int32($0.split(separator: "|")[0].filter(\.isNumber)) }
    #expect(codes == ExitStatus.meanings.map(\.status.rawValue))
  }

  @Test func `text is wrapped at words`() {
    #expect(HelpTopic.Block.wrapped("one two three", 7) == ["one two", "three"])
    #expect(HelpTopic.Block.wrapped("longer than that", 3) == ["longer", "than", "that"])
    #expect(HelpTopic.Block.wrapped("", 3).isEmpty)
  }

  @Test func `help has room on a narrow terminal`() {
    let help = ResourceTool.helpMessage(for: ConfigCommand.self, columns: HelpCommand.width(of: 20))
    #expect(help.contains("SUBCOMMANDS"))
  }

  @Test func `no text is wrapped before it is wrapped`() {
    func check(_ command: any ParsableCommand.Type) {
      let text = ResourceTool.helpMessage(for: command, columns: 10_000)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix("USAGE:") }
      for (line, next) in zip(lines, lines.dropFirst()) where !line.hasPrefix(" ") && !line.hasSuffix(":") {
        #expect(line.isEmpty || next.isEmpty || next.hasPrefix(" "), "\(command): \(line)")
      }
      for subcommand in command.configuration.subcommands { check(subcommand) }
    }
    check(ResourceTool.self)
    let help = ResourceTool.helpMessage(for: SendCommand.self, columns: 80)
    #expect(help.contains("\n  1   another ") && help.contains(/\n      .*doctor found something\n/))
    for topic in HelpTopic.all { #expect(!topic.text(width: 10_000).contains(/[^:\n]\n[a-z]/), "\(topic.name)") }
  }

  @Test func `text in the manual means itself`() {
    var page = Roff()
    page.line(".dot \\ -x 'q' …")
    page.macro("SH", "a \"b\"")
    #expect(page.text == "\\&.dot \\e \\-x \\(aqq\\(aq \\[u2026]\n.SH \"a \\(dqb\\(dq\"\n")
  }
}
