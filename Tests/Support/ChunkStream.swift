// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Foundation

/// Chunks as a stream that ends after the last.
public func chunkStream(_ chunks: [Data]) -> AsyncThrowingStream<Data, any Error> {
  AsyncThrowingStream { stream in
    for chunk in chunks { stream.yield(chunk) }
    stream.finish()
  }
}
