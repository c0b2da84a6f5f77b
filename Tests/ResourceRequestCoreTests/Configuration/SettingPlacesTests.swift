// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct SettingPlacesTests {
  @Test(arguments: [
    ([], ""), (["services", "resorts"], "/services/resorts"), ([""], "/"),
    (["a/b", "c~d", "~/~1"], "/a~1b/c~0d/~0~1~01"),
    (["e\u{301}/\u{301}"], "/e\u{301}~1\u{301}"),
  ])
  func `what would divide a path is escaped, and nothing else`(parts: [String], path: String) {
    #expect(SettingPlaces.path(parts).hasSameBytes(as: path))
    var places = SettingPlaces()
    places[path: parts] = SourcePlace(file: "f", line: 1, column: 2)
    #expect(places[path]?.column == 2)
  }
}
