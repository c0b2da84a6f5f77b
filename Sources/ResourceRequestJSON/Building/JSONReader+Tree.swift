// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONReader where Builder: ~Copyable {
  /// Reads a whole text into a builder's tree; line and column are computed only for an error.
  static func tree(
    _ bytes: UnsafeBufferPointer<UInt8>,
    maximumDepth: Int,
    into builder: consuming Builder
  ) throws(JSONSyntaxError) -> Builder.Tree {
    do throws(JSONFault) {
      guard let base = bytes.baseAddress else { throw JSONFault(reason: .empty, offset: 0) }
      let depth = min(max(maximumDepth, 0), JSON.ReadingOptions.depthCeiling)
      var reader = JSONReader(base: base, count: bytes.count, maximumDepth: depth, builder: builder)
      guard let tree = try reader.read() else { throw JSONFault(reason: .empty, offset: 0) }
      return tree
    } catch {
      throw JSONSyntaxError(error, in: bytes)
    }
  }
}
