// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

/// The bytes of a file in Fixtures.
func fixture(_ path: String) throws -> Data {
  let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
  return try Data(contentsOf: folder.appending(path: path))
}
