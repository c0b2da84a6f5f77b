// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

@Suite struct `Secrets from files` {
  /// A folder with a document and the files of its secrets.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID())")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String, age: TimeInterval = 60) throws {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)],
        ofItemAtPath: file.path
      )
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }

    /// Writes and loads the document; returns the service's token, which follows its file.
    func key(_ reference: String = "${file:key}") throws -> Secret {
      try write(
        #"{"service": "a", "baseUrl": "https://a.example", "auth": {"type": "bearer", "token": "\#(reference)"}}"#,
        to: "backends.json"
      )
      let configuration = try ResourceConfiguration(contentsOf: url.appending(path: "backends.json").path)
      guard case .bearer(let secret)? = configuration.services.first?.credential?.kind else { throw Missing() }
      return secret
    }

    struct Missing: Error {}
  }

  @Test func `a changed file is a changed secret`() throws {
    let folder = try Folder()
    try folder.write("hunter2-first\n", to: "key")
    let secret = try folder.key("a-${file:key}-b")
    #expect(secret.reveal() == "a-hunter2-first-b")
    try folder.write("hunter2-second\n", to: "key", age: 30)
    #expect(secret.reveal() == "a-hunter2-second-b")
    #expect("\(secret)" == "‹redacted›")
  }

  @Test func `a file that is led elsewhere, as Kubernetes does, is a changed secret`() throws {
    let folder = try Folder()
    // key -> ..data/key, ..data -> ..1; an update renames a new ..data over the old one.
    try folder.write("hunter2-one", to: "..1/key")
    try folder.write("hunter2-two", to: "..2/key")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.url.path + "/..data", withDestinationPath: "..1")
    try files.createSymbolicLink(atPath: folder.url.path + "/key", withDestinationPath: "..data/key")
    let secret = try folder.key()
    #expect(secret.reveal() == "hunter2-one")
    try files.createSymbolicLink(atPath: folder.url.path + "/..new", withDestinationPath: "..2")
    #expect(rename(folder.url.path + "/..new", folder.url.path + "/..data") == 0)
    try files.removeItem(atPath: folder.url.path + "/..1")
    #expect(secret.reveal() == "hunter2-two")
  }

  @Test func `a file that vanishes or holds nothing of use keeps the last secret`() throws {
    let folder = try Folder()
    try folder.write("hunter2", to: "key")
    let secret = try folder.key()
    try folder.remove("key")
    #expect(secret.reveal() == "hunter2")
    for useless in ["", "\n", "two\nlines", "NUL\0", String(repeating: "x", count: 65 << 10)] {
      try folder.write(useless, to: "key", age: 30)
      #expect(secret.reveal() == "hunter2")
    }
    try folder.write("hunter2-new", to: "key", age: 20)
    #expect(secret.reveal() == "hunter2-new")
  }

  @Test func `a file written this moment may be half written, and is not used yet`() throws {
    let folder = try Folder()
    try folder.write("hunter2", to: "key")
    let secret = try folder.key()
    // The file's time is in the future, so the file counts as just written however long the test takes.
    try folder.write("hun", to: "key", age: -50)
    #expect(secret.reveal() == "hunter2")
    try folder.write("hunter2-whole", to: "key", age: 5)
    #expect(secret.reveal() == "hunter2-whole")
  }

  @Test func `two readings of a secret are equal whatever becomes of the file`() throws {
    let folder = try Folder()
    try folder.write("hunter2", to: "key")
    let secret = try folder.key()
    let set: Set = [secret]
    try folder.write("hunter2-new", to: "key", age: 30)
    #expect(set.contains(secret))
    #expect(set.contains(try folder.key()))
    #expect(try folder.key("x${file:key}") != secret)
    #expect(secret != "hunter2")
    let prefixed = ["one", "two"].map { prefix in
      try? ResourceConfiguration(
        json:
          #"{"service": "a", "baseUrl": "https://a.example", "auth": {"type": "bearer", "token": "${env:P}${file:\#(folder.url.path)/key}"}}"#,
        environment: ["P": prefix]
      )
    }
    #expect(prefixed[0] != nil && prefixed[0] != prefixed[1])
  }

  @Test func `a text that is no reference to a file is as it was written`() throws {
    let folder = try Folder()
    #expect(try folder.key("$${file:key}").reveal() == "${file:key}")
  }
}
