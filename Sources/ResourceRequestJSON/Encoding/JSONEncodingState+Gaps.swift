// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONEncodingState {
  /// How far the text was before a member or element.
  struct Mark {
    let count: Int
    let frameCount: Int
    let memberCount: Int
    let pathCount: Int
    let gapCount: Int
  }

  @inline(__always)
  func mark(_ level: Int) -> Mark {
    Mark(
      count: count,
      frameCount: level < frames.count ? frames[level].count : 0,
      memberCount: members.count,
      pathCount: path.count,
      gapCount: gaps.count
    )
  }

  /// Removes everything after a mark, so that the code that catches the error may continue.
  func restore(_ mark: Mark, _ level: Int) {
    truncate(to: mark.count, gaps: mark.gapCount)
    if level < frames.count { frames[level].count = mark.frameCount }
    members.removeSubrange(mark.memberCount...)
    path.removeSubrange(mark.pathCount...)
  }

  /// Leaves a gap at the end of the text, and returns the encoder for its content.
  func gap(_ key: some CodingKey, _ level: Int) -> JSONValueEncoder {
    let content = JSONEncodingState(options, depth: depth + level + 1, path: path + [key])
    content.frames.append(Frame())
    gaps.append(Gap(place: count, content: content))
    return JSONValueEncoder(state: content, level: 0)
  }
}
