// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Downloads a representation to a file.
  ///
  /// The bytes are written beside the target and put in its place when they are all there and on the disk; nothing
  /// half-written is ever seen under the target's name. With `resume`, what came is kept when the download fails, beside
  /// the target as `target.part`, and the next download asks for the rest only (RFC 9110 §14, with `If-Range`). That
  /// needs a GET without a body and an answer with a strong entity tag, in no coding; otherwise nothing is kept. A part
  /// goes behind another only where the server says that both are parts of one representation; where it has changed
  /// meanwhile, or that is not certain, the download starts over.
  ///
  /// Beside the part, `target.part.json` says what it is, for its owner's eyes only, with a digest in the place of the
  /// URL. Parameters that a client makes anew for each request, such as a time, do not count. Neither file is written
  /// through a link.
  ///
  /// The representation is asked for uncompressed, since a part of a compressed one could not be resumed; one that comes
  /// compressed all the same is decompressed into the file.
  ///
  /// - Parameters:
  ///   - request: what to ask for.
  ///   - target: the path of the file; one that is there is replaced at the end.
  ///   - resume: whether to keep and take up an incomplete download.
  ///   - limit: the largest file in bytes; `nil` for any size.
  ///   - progress: is told how far the download is.
  /// - Returns: the file, with the head of the response.
  /// - Throws: ``ResourceError``: `unsuccessfulStatus` with the response inside, and of its body what came of the first
  ///   1 MiB; `bodyTooLarge` where the file is larger than `limit`; `fileFailed` where it cannot be written; or what ended
  ///   the exchange; or `CancellationError`.
  public func download(
    _ request: ResourceRequest,
    to target: String,
    resume: Bool = false,
    limit: Int? = nil,
    progress: ProgressReporter? = nil
  ) async throws -> DownloadedFile {
    var download = try Download(request, to: target, keeps: resume, limit: limit ?? .max, progress: progress, self)
    return try await download.run()
  }

  /// Takes the body of a response that is coming in to a file.
  func save(
    _ answer: ResourceStream,
    of request: ResourceRequest,
    to target: String,
    progress: ProgressReporter
  ) async throws -> DownloadedFile {
    var download = try Download(request, to: target, keeps: false, limit: .max, progress: progress, self)
    return try await download.save(answer)
  }
}
