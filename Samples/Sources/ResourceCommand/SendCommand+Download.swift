// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension SendCommand {
  /// Downloads the response to the output file, which appears only when complete; a partial file is kept beside it.
  ///
  /// - Throws: ``InputError`` if the output does not support downloads; `ResourceError`.
  func download(_ request: ResourceRequest, to output: AnswerOutput, with client: ResourceClient) async throws
    -> ExitStatus
  {
    guard case .replaced(let path) = output else {
      throw InputError("--output: what is kept for --resume is beside a regular file; name one")
    }
    guard request.method == .get else {
      throw InputError("--resume is for GET: the rest of another method's response cannot be requested")
    }
    let display = answer.progress ? ProgressDisplay(on: .standardError, sharesConsole: answer.verbose) : nil
    defer { display?.end() }
    let start = ContinuousClock.now
    var facts = stat()
    let earlier = stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    let file = try await client.download(request, to: path, resume: true, progress: display?.reporter)
    // The file is complete, even if the last response was 416 because nothing was missing.
    display?.end()
    if earlier > 0, file.resumedFrom == 0, !answer.silent {
      Console.standardError.write(
        "resource: the \(earlier) bytes that were in \(path.controlsWrittenOut) are replaced, not resumed: only what "
          + "--resume itself has kept beside the file is resumed"
      )
    }
    try tellCost(of: WriteOut.Facts(file, of: request, in: .now - start))
    return .success
  }

  /// Why `--resume` has kept nothing of a response that broke off; `nil` if it has, or there was none.
  func resumeNote(_ error: ResourceError, _ status: Status?, _ output: AnswerOutput) -> String? {
    let others: [ResourceError.Code] = [.bodyTooLarge, .contentDecodingFailed, .fileFailed, .protocolViolation]
    guard answer.resume, !resumesUpload, case .replaced(let path) = output, status == 200,
      !others.contains(error.code), access(path + ".part", F_OK) != 0
    else { return nil }
    return
      "nothing is kept for --resume: nothing came, or it is encoded or has no strong ETag, or the request has a body"
  }
}
