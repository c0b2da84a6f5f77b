// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Which directory entries a path depends on.
struct PathTrailTests {
  private let folder: WatchedFolder

  init() throws { folder = try WatchedFolder() }

  private func names(_ path: String) -> [String] { PathTrail(path).entries.map(\.name.text) }

  @Test func `a plain file depends on its own entry`() throws {
    try folder.write("", to: "a")
    #expect(names(folder["a"]) == ["a"])
    #expect(PathTrail(folder["a"]).file == folder["a"])
  }

  @Test func `links on the way are followed, relative and absolute ones`() throws {
    try FileManager.default.createDirectory(atPath: folder["one"], withIntermediateDirectories: true)
    try folder.write("", to: "one/a")
    try folder.link("data", to: "./one/../one")
    try folder.link("a", to: folder["data/a"])
    #expect(names(folder["a"]) == ["a", "data", "a"])
    #expect(PathTrail(folder["a"]).file?.hasSuffix("/one/a") == true)
  }

  @Test func `a path that ends too early depends on the first name that is not there`() {
    #expect(names(folder["b/c"]) == ["b"])
    #expect(PathTrail(folder["b/c"]).file == nil)
  }

  @Test func `a ring of links has an end`() throws {
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    #expect(names(folder["a"]).count == 41)
    #expect(PathTrail(folder["a"]).file == nil)
  }

  @Test func `a path with a NUL depends on nothing`() {
    #expect(names("a\0b").isEmpty)
  }
}
