// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Uploads a file, and resumes after interruptions behind the bytes that the server has.
  ///
  /// The request is sent with the file as its body and invites the server to make the upload resumable ("Resumable Uploads
  /// for HTTP", draft-ietf-httpbis-resumable-upload). A server that does names an upload resource in an interim response of
  /// status 104. When the connection is lost afterwards, or the server fails (5xx), the resource is asked how many bytes it
  /// has (HEAD), and the rest is sent there (PATCH). A server that does not know the protocol takes the file as ever; an
  /// interruption is then the error of the call.
  ///
  /// With a record (``UploadResumption/record``), a later call resumes too, of another process as well: the URL of the upload
  /// resource and the file's state are kept in a small file of mode 0600, until the upload is complete. A file whose size or
  /// time of modification has changed is refused, while it is sent as well, and so is a record that belongs to another user
  /// or that others may write to.
  ///
  /// ``UploadResumption/Method/contentRange(from:)`` resumes by PUT and `Content-Range` instead.
  ///
  /// Requests to the upload resource have the credentials of the request where the resource has the same origin. To another
  /// origin none go, as with redirects. Retries and hedges of the service do not apply, since they would send bytes again.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - request: what to send the file with, POST or PUT; without a body.
  ///   - resume: how to resume.
  ///   - type: the file's media type, unless the request has a `Content-Type`.
  ///   - progress: is told how far the upload is.
  /// - Returns: the last response.
  /// - Throws: ``ResourceError``: `unsuccessfulStatus` with the response inside; `invalidBody` where the file cannot be read or
  ///   has changed; `fileFailed` where the record cannot be read or written, or belongs to another request;
  ///   `protocolViolation` where the server contradicts itself; or what ended the last exchange; or `CancellationError`.
  public func upload(
    _ file: String,
    to request: ResourceRequest,
    resume: UploadResumption = .withinCall,
    type: String = "application/octet-stream",
    progress: ProgressReporter? = nil
  ) async throws -> UploadedFile {
    let run = try UploadRun(file, to: request, resume, type: type, progress, self)
    defer { run.release() }
    switch resume.method {
    case .resumableUploads:
      return try await ResumableUpload(run).upload()
    case .contentRange(let start):
      var upload = try RangeUpload(run, from: start)
      return try await upload.upload()
    }
  }
}
