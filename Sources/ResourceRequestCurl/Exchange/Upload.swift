// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore

  /// A body that is made while it is sent, on its way from the task that makes it to the loop.
  final class Upload: Sendable {
    /// Its chunks.
    let pipe: BytePipe
    /// The fields that follow it; put here before the pipe is ended.
    let trailers = Lock(Headers())

    init(_ pipe: BytePipe) { self.pipe = pipe }
  }
#endif
