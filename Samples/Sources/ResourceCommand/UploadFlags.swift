// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// How `--upload FILE --resume` resumes.
struct UploadFlags: ParsableArguments {
  /// How the server accepts the rest of an upload.
  enum Method: String, CaseIterable, ExpressibleByArgument {
    case resumable
    case contentRange = "content-range"
  }

  /// The offset at which curl's `--continue-at` continues.
  enum Start: Hashable, ExpressibleByArgument {
    /// The offset that the file or the server gives.
    case found
    case byte(Int)

    init?(argument: String) {
      if argument == "-" {
        self = .found
      } else if let number = Int(argument), number >= 0 {
        self = .byte(number)
      } else {
        return nil
      }
    }
  }

  @Option(
    name: [.customShort("C", allowingJoined: true), .customLong("continue-at")],
    parsing: .unconditional,
    help: ArgumentHelp(
      "-: the same as --resume. A number: resume an upload after that many bytes, by Content-Range.",
      valueName: "bytes|-"
    )
  )
  var start: Start?

  @Option(
    help: ArgumentHelp(
      """
      How the server takes the rest of an upload: resumable, the IETF's resumable uploads, or content-range, a PUT with \
      Content-Range; default: resumable.
      """,
      valueName: "method"
    )
  )
  var resumeBy: Method?

  @Option(
    help: ArgumentHelp("Where an unfinished upload is remembered; default: FILE.upload.json.", valueName: "file"),
    completion: .file()
  )
  var resumeRecord: String?

  @Flag(help: "Create the upload with an empty request first, in case a proxy drops interim responses.")
  var createUpload = false

  /// The first option given that is for uploads only.
  var option: String? {
    if case .byte? = start { return "--continue-at" }
    if resumeBy != nil { return "--resume-by" }
    if resumeRecord != nil { return "--resume-record" }
    return createUpload ? "--create-upload" : nil
  }

  func validate() throws {
    guard resumeBy == .contentRange || start.map({ $0 != .found }) == true else { return }
    if case .byte? = start, resumeBy == .resumable {
      throw ValidationError("--continue-at: with --resume-by resumable the server says where; write --continue-at -")
    }
    if createUpload { throw ValidationError("--create-upload is for --resume-by resumable") }
  }

  /// The path of the record of an interrupted upload.
  func record(of file: String) -> String { resumeRecord ?? file + ".upload.json" }

  /// The settings for the SDK.
  func resumption(of file: String) -> UploadResumption {
    var method = resumeBy == .contentRange ? UploadResumption.Method.contentRange() : .resumableUploads
    if case .byte(let number)? = start { method = .contentRange(from: number) }
    return UploadResumption(method, record: .file(record(of: file)), createsEmpty: createUpload)
  }
}
