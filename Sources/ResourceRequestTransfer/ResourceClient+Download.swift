// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension ResourceClient {
  /// Downloads a representation to a file.
  ///
  /// The bytes are written to a file beside the target, which is renamed to the target when it is complete and on disk;
  /// an incomplete file never has the target's name. With `resume`, a failed download keeps its partial file as
  /// `target.part`, and the next download requests the rest only (RFC 9110 §14, with `If-Range`). This needs a GET
  /// without a body and a response with a strong entity tag and without a content coding; otherwise nothing is kept.
  /// Bytes are appended to a partial file only if the server states that both belong to the same representation; if it
  /// has changed, or that is uncertain, the download starts over.
  ///
  /// `target.part.json` describes the partial file, readable by its owner only, with a digest instead of the URL.
  /// Parameters that a client generates for each request, such as a timestamp, do not count. Neither file is written
  /// through a link, and neither is used if it belongs to another user.
  ///
  /// The request asks for an uncompressed representation, since a partial file of a compressed one could not be
  /// resumed. If the response is compressed all the same, it is decompressed into the file.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - target: the path of the file; an existing file is replaced at the end.
  ///   - resume: whether to keep a partial file and to continue one.
  ///   - limit: the largest file in bytes; `nil` for any size.
  ///   - progress: receives the progress of the download.
  /// - Returns: the file, with the head of the response.
  /// - Throws: ``ResourceError``: `unsuccessfulStatus` with the response inside and up to 1 MiB of its body;
  ///   `bodyTooLarge` if the file exceeds `limit`; `fileFailed` if it cannot be written; or the error that ended the
  ///   exchange; or `CancellationError`.
  public func download(
    _ request: ResourceRequest,
    to target: String,
    resume: Bool = false,
    limit: Int? = nil,
    progress: ProgressReporter? = nil
  ) async throws -> DownloadedFile {
    // Until the file is on the disk.
    inFlight.beginCallbacks()
    defer {
      // Whoever writes the body does not wait for a request that was never sent.
      request.body?.abandon()
      inFlight.endCallbacks()
    }
    var download = try Download(request, to: target, keeps: resume, limit: limit ?? .max, progress: progress, self)
    return try await download.run()
  }

  /// Saves the body of an open response to a file.
  package func save(
    _ answer: ResourceStream,
    of request: ResourceRequest,
    to target: String,
    progress: ProgressReporter
  ) async throws -> DownloadedFile {
    var download = try Download(request, to: target, keeps: false, limit: .max, progress: progress, self)
    return try await download.save(answer)
  }
}
