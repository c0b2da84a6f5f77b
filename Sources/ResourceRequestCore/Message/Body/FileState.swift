// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Identifies a state of a file by its size and modification time.
struct FileState: Codable, Hashable, Sendable {
  let size: Int
  let seconds: Int
  let nanoseconds: Int
}
