// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What tells one state of a file from the next: its size, and when it was written.
struct FileState: Codable, Hashable, Sendable {
  let size: Int
  let seconds: Int
  let nanoseconds: Int
}
