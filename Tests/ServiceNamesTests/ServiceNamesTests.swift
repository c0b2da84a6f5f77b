// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ServiceNamesTool

/// The constants of services' names, and what is said of a document that has mistakes.
struct ServiceNamesTests {
  private func source(_ services: String..., file: String = "backends.json") -> [String] {
    ServiceNamesSource(file: file, services: services).text.split(separator: "\n").map(String.init)
  }

  private func result(_ text: String) throws -> (report: [String], source: String?) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "backends.json")
    try Data(text.utf8).write(to: file)
    let (report, source) = ServiceNamesTool.result(of: file.path)
    return (report.map { $0.replacing(file.path, with: "FILE") }, source)
  }

  @Test(arguments: ["fleetRate", "shared", "sigv4", "signature"])
  func `the keys of features that come with the package are left to the program`(_ key: String) throws {
    let (report, source) = try result(#"{"service": "orders", "baseUrl": "https://o.example", "\#(key)": {}}"#)
    #expect(report == [])
    #expect(source?.contains("`orders`") == true)
  }

  @Test func `however many services have one, and a misspelled key beside them is an error`() throws {
    let many = (0..<1001).map { #"{"service": "s\#($0)", "baseUrl": "https://o.example", "sigv4": {}, "mine": 1}"# }
      .joined(separator: ",")
    #expect(try result(#"{"backendServices": [\#(many)]}"#).source != nil)
    let wrong = #"{"service": "x", "baseUrl": "https://x.example", "retri": 3}"#
    #expect(try result(#"{"backendServices": [\#(many), \#(wrong)]}"#).source == nil)
  }

  @Test func `a name with a reference has no constant`() throws {
    let (report, source) = try result(#"{"service": "${env:TENANT:-orders}", "baseUrl": "https://o.example"}"#)
    #expect(report == [])
    #expect(source?.contains("all: [String] = []") == true)
  }

  @Test func `each service has a constant of its name`() {
    #expect(
      source("orders", "people") == [
        "// Made from backends.json by the plugin ServiceNames; do not edit.",
        "/// The backend services of backends.json.",
        "public nonisolated enum ServiceName {", "  /// The service \"orders\".",
        "  public static let `orders` = \"orders\"",
        "  /// The service \"people\".", "  public static let `people` = \"people\"",
        "  /// All of them, in the order of the file.", "  public static let all: [String] = [\"orders\", \"people\"]",
        "}",
      ]
    )
  }

  @Test(arguments: [
    ("order-items", "`orderItems` = \"order-items\""), ("Order.Items", "`orderItems` = \"Order.Items\""),
    ("class", "`class` = \"class\""), ("2nd", "`service2nd` = \"2nd\""), ("all", "`serviceAll` = \"all\""),
    ("self", "`serviceSelf` = \"self\""), ("é", "`unnamed` = \"é\""), ("a\"\\\n", "`a` = \"a\\\"\\\\\\u{a}\""),
  ])
  func `a name that is no identifier has the nearest one`(_ name: String, _ line: String) {
    #expect(source(name).contains { $0.hasSuffix("let " + line) }, "\(source(name))")
  }

  @Test func `names that would have the same constant are told apart`() {
    let lines = source("a-b", "a_b", "aB2").filter { $0.contains("let `") }
    #expect(lines.map { $0.split(separator: "`")[1] } == ["aB", "aB2", "aB3"])
  }

  @Test func `several documents of a target have types of their own`() {
    #expect(source("a", file: "shop-backends.json").contains("public nonisolated enum ShopServiceName {"))
    #expect(source("a", file: "2024-backends.json").contains("public nonisolated enum Service2024ServiceName {"))
  }

  @Test func `a document that names no service has an empty list`() {
    #expect(source().contains("  public static let all: [String] = []"))
  }

  @Test func `a mistake is an error at its place`() throws {
    let (report, source) = try result(
      """
      {"backendServices": [
        {"service": "orders", "baseUrl": "https://orders.example", "retri": 3}]}
      """
    )
    #expect(report == [#"FILE:2:62: error: unknown key "retri"; did you mean "retry"?"#])
    #expect(source == nil)
  }

  @Test func `a key that may be a feature's is a warning, and what it has is there`() throws {
    let (report, source) = try result(
      #"{"backendServices": [{"service": "orders", "baseUrl": "https://orders.example", "tenancyOfMine": {}}]}"#
    )
    #expect(report.count == 1 && report[0].contains(": warning: unknown key"))
    #expect(source?.contains("`orders`") == true)
  }

  @Test func `what is no document is an error`() throws {
    #expect(try result("{").source == nil)
    #expect(try result("{").report.first?.contains(": error: ") == true)
    #expect(ServiceNamesTool.result(of: "/nowhere/backends.json").source == nil)
  }
}
