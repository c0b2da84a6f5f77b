// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// The body of a response from a transport: buffered, or a stream.
public struct IncomingBody: Sendable, Hashable {
  /// The bytes, decompressed; empty if the body is a stream.
  public let bytes: Data
  /// The stream, if the request asked for one.
  public let stream: IncomingStream?

  /// Creates a buffered body.
  public init(_ bytes: Data = Data()) {
    self.bytes = bytes
    stream = nil
  }

  /// Creates a streamed body.
  public init(_ stream: IncomingStream) {
    bytes = Data()
    self.stream = stream
  }
}

extension IncomingBody: RedactedDescription {
  /// The number of bytes, or that it is a stream.
  public var description: String { stream == nil ? "\(bytes.count) bytes" : "a stream" }
}
