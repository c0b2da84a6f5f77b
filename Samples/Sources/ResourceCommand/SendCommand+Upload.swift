// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

extension SendCommand {
  /// Rejects options that cannot be combined with a resumed upload.
  ///
  /// - Throws: `ValidationError` that names both options.
  func checkUpload() throws {
    guard resumesUpload else { return }
    if options.body.upload == "-" {
      throw ValidationError("--upload - and --resume: standard input cannot be read again; name a file")
    }
    if let method = (try? options.parsedWords())?.method ?? options.methodOption, !["PUT", "POST"].contains(method) {
      throw ValidationError("--upload and --resume: an upload that is resumed is a PUT or a POST, found \(method)")
    }
    let others = [
      // A resumed upload is sent unencoded, so that offsets match on both sides; it asks for the offset instead of
      // retrying.
      ("--compress-request", options.compressRequest != nil), ("--retry", options.policies.retry != nil),
      ("--hedge", options.policies.hedge != nil), ("--get", options.sendsQuery), ("--head", options.asksForHead),
      ("--stream", answer.stream), ("--events", answer.events), ("--style \(answer.style)", answer.style != .async),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw ValidationError("--upload with --resume and \(other) do not go together; leave out one")
    }
  }

  /// Uploads the file of `--upload`; after an interruption, also in an earlier run, continues at the server's offset.
  ///
  /// - Returns: the last response, whatever its status.
  /// - Throws: `ResourceError`.
  func upload(_ request: ResourceRequest, with client: ResourceClient) async throws -> ResourceResponse {
    guard let file = options.body.upload else { throw InputError("--upload: name the file") }
    var facts = stat()
    if case .byte(let number)? = answer.upload.start, stat(file, &facts) == 0, number > Int(facts.st_size) {
      throw InputError("--continue-at \(number): \(file) has \(facts.st_size) bytes")
    }
    // The file is the body; the SDK sends the part that the server lacks.
    var request = request
    request.body = nil
    let display = answer.progress ? ProgressDisplay(on: .standardError, sharesConsole: answer.verbose) : nil
    defer { display?.end() }
    do {
      let uploaded = try await client.upload(
        file,
        to: request,
        resume: answer.upload.resumption(of: file),
        progress: display?.reporter
      )
      tell(uploaded)
      return uploaded.response
    } catch let error as ResourceError {
      guard error.code == .unsuccessfulStatus, let response = error.response else { throw error }
      return response
    }
  }

  /// Reports where the upload was resumed, on a terminal or with `--verbose`.
  private func tell(_ uploaded: UploadedFile) {
    let console = Console.standardError
    guard answer.verbose || console.isTerminal, !answer.silent else { return }
    if uploaded.resumedFrom > 0 {
      console.write(console.dim("* resumed behind \(uploaded.resumedFrom) of \(uploaded.size) bytes"))
    }
    if uploaded.interruptions > 0 { console.write(console.dim("* interruptions: \(uploaded.interruptions)")) }
  }

  /// Explains how to continue an interrupted upload; `nil` if there is no record of it, or continuing cannot help.
  func uploadNote(_ error: ResourceError) -> LimitNote? {
    guard resumesUpload, let file = options.body.upload else { return nil }
    let record = answer.upload.record(of: file)
    let unfit: [ResourceError.Code] = [.invalidBody, .fileFailed, .protocolViolation]
    guard !unfit.contains(error.code), access(record, F_OK) == 0 else { return nil }
    return LimitNote(error: error, text: "\(record) remembers the upload: the same command goes on with it")
  }
}
