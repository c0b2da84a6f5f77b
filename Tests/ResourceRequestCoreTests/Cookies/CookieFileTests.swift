// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct CookieFileTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func `what was set is there in the next run, for its owner's eyes only`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let url = try ResourceURL("https://a.example/x/y")
    let jar = CookieJar(try .file(path))
    #expect(jar.cookies.isEmpty)
    try await jar.take(
      ["a=s3cr3t; Secure; HttpOnly; Max-Age=60", "b=2; Domain=a.example; Path=/"],
      from: url,
      now: now
    )
    let next = CookieJar(try .file(path))
    #expect(next.cookies == jar.cookies)
    #expect(next.field(for: url, now: now) == "a=s3cr3t; b=2")
    #expect(!"\(next.cookies)".contains("s3cr3t"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let name = URL(filePath: path).lastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(name) } == [name])
    try next.removeAll()
    #expect(CookieJar(try .file(path)).cookies.isEmpty)
  }

  @Test(arguments: [" ", "[]", "{\"version\": 2, \"cookies\": []}", "not JSON", "{\"version\": 1}"])
  func `a file of something else is refused and left alone`(text: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(filePath: path))
    let error = #expect(throws: CookieOptions.FileError.self) { try CookieOptions.file(path) }
    #expect(error?.description.contains(path) == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `a file without a byte, as mktemp makes it, has no cookies`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data().write(to: URL(filePath: path))
    let jar = CookieJar(try .file(path))
    try await jar.take(["a=1"], from: try ResourceURL("https://a.example/"), now: now)
    #expect(CookieJar(try .file(path)).cookies.map(\.name) == ["a"])
  }

  @Test func `a line end written into the file by hand is not sent`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let cookie = #"{"name": "a", "value": "1\r\nX: y", "domain": "a.example", "path": "/", "created": 1}"#
    try Data(#"{"version": 1, "cookies": [\#(cookie)]}"#.utf8).write(to: URL(filePath: path))
    #expect(CookieJar(try .file(path)).cookies.isEmpty)
  }

  @Test func `if the file cannot be written, the cookies are kept and the reason is reported`() async throws {
    let jar = CookieJar(try .file("/nonexistent/folder/cookies.json"))
    let url = try ResourceURL("https://a.example/")
    let error = await #expect(throws: CookieOptions.FileError.self) { try await jar.take(["a=1"], from: url, now: now) }
    #expect(error?.description.contains("/nonexistent/folder/cookies.json") == true)
    #expect(jar.field(for: url, now: now) == "a=1")
  }

  @Test func `what could not be written is missing until it is saved, and saving nothing needs no file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "cookies.json").path
    let jar = CookieJar(try .file(file))
    try jar.save()
    await #expect(throws: CookieOptions.FileError.self) {
      try await jar.take(["a=1"], from: try ResourceURL("https://a.example/"), now: now)
    }
    #expect(throws: CookieOptions.FileError.self) { try jar.save() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try jar.save()
    #expect(CookieJar(try .file(file)).cookies.map(\.name) == ["a"])
    try FileManager.default.removeItem(at: folder)
    try jar.save()
  }

  @Test(arguments: ["1e300", "-1e300", "1e308", "9223372036854775808", "-1", "1e-300", "253402300800"])
  func `any number may stand for a date in the file`(number: String) async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let cookie =
      #"{"name": "a", "value": "1", "domain": "a.example", "path": "/", "created": \#(number), "expires": \#(number)}"#
    try Data(#"{"version": 1, "cookies": [\#(cookie)]}"#.utf8).write(to: URL(filePath: path))
    let jar = CookieJar(try .file(path))
    let url = try ResourceURL("https://a.example/")
    try await jar.take(["b=2"], from: url, now: now)
    let isOver = number.hasPrefix("-") || number == "1e-300"
    #expect(
      jar.field(for: url, now: now) == (isOver ? "b=2" : "b=2; a=1") || jar.field(for: url, now: now) == "a=1; b=2"
    )
    #expect(CookieJar(try .file(path)).cookies.map(\.name).contains("b"))
  }

  @Test func `programs that write one file at once keep one another's cookies`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let url = try ResourceURL("https://a.example/")
    let jars = try (0..<3).map { _ in CookieJar(try .file(path)) }
    for (number, jar) in jars.enumerated() {
      try await jar.take(["c\(number)=1", "shared=\(number)"], from: url, now: now)
    }
    // A cookie that a jar removes is gone; cookies that it never had stay.
    try await jars[0].take(["c0=; Max-Age=0"], from: url, now: now)
    let next = CookieJar(try .file(path))
    #expect(Set(next.cookies.map(\.name)) == ["c1", "c2", "shared"])
    #expect(next.cookies.first { $0.name == "shared" }?.value.reveal() == "2")
  }
}
