// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// Conditions under which the server sends the representation; otherwise it responds with 304 or 412.
struct ConditionFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ask for the body only if its entity tag differs from the one in a file; without the file, ask in any case.",
      valueName: "file"
    ),
    completion: .file()
  )
  var etagCompare: String?

  @Option(
    name: [.customShort("z", allowingJoined: true), .customLong("time-cond")],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ask for the body only if it changed after a date or after a file did; -DATE: only if it did not.",
      valueName: "date|file"
    ),
    completion: .file()
  )
  var timeCond: String?

  /// The first of these options that is given; `nil` for none.
  var option: String? { etagCompare.map { _ in "--etag-compare" } ?? timeCond.map { _ in "--time-cond" } }

  /// Sets the conditions of a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - output: the file that the body replaces; if it is missing, no condition is set, because there is nothing to
  ///     keep.
  /// - Throws: ``InputError`` for a value that is neither a tag nor a date.
  func apply(to request: inout ResourceRequest, for output: String?) throws {
    try refuseOthers(in: request)
    let isMissing = output.map { $0 != "-" && access($0, F_OK) != 0 } ?? false
    if let etagCompare {
      let tag = try Self.tag(in: etagCompare)
      if !isMissing, let tag { request.ifNoneMatch = .tag(tag) }
    }
    if let timeCond {
      let names = isMissing && timeCond == output
      guard let condition = try names ? nil : TimeCondition(timeCond, fileDate: Self.fileDate), !isMissing else {
        return
      }
      if condition.isUnmodified {
        request.ifUnmodifiedSince = condition.date
      } else {
        request.ifModifiedSince = condition.date
      }
    }
  }

  /// Whether a response has what `--time-cond` asks not to get again.
  ///
  /// Some servers compare dates for equality only, and send a body to those whose file is newer than theirs.
  func isKnown(_ status: Status, _ headers: Headers, of request: ResourceRequest) -> Bool {
    // With a tag to compare, the date does not count (RFC 9110 §13.1.3).
    guard timeCond != nil, !request.headers.contains("If-None-Match"), request.method == .get, status == 200,
      let date = request.ifModifiedSince
    else {
      return false
    }
    return headers["Last-Modified"].flatMap { Date(http: $0) }.map { $0 <= date } ?? false
  }

  private func refuseOthers(in request: ResourceRequest) throws {
    let others = [
      ("--etag-compare", etagCompare != nil, ["If-None-Match"]),
      ("--time-cond", timeCond != nil, ["If-Modified-Since", "If-Unmodified-Since"]),
    ]
    for (option, isGiven, names) in others where isGiven {
      if let name = names.first(where: request.headers.contains) {
        throw InputError("\(option) and the field \(name): choose one")
      }
    }
  }

  /// The tag in a file, as ``AnswerOptions/keepTag(of:_:of:)`` and curl write it; `nil` where there is no file, or nothing in it.
  private static func tag(in path: String) throws -> EntityTag? {
    guard access(path, F_OK) == 0 else { return nil }
    let text = try BodyOptions.text("@" + path, of: "--etag-compare").filter { !$0.isNewline }
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    guard let tag = EntityTag(text) else {
      throw InputError(
        "--etag-compare: \(path) has no entity tag; it is one line such as \"33a64df5\", with the quotes"
      )
    }
    return tag
  }

  private static func fileDate(_ path: String) -> Date? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      return Date(timeIntervalSince1970: Double(facts.st_mtimespec.tv_sec))
    #else
      return Date(timeIntervalSince1970: Double(facts.st_mtim.tv_sec))
    #endif
  }
}

extension ExitStatus {
  /// The exit status for a response's status: 304 is a success for a conditional GET or HEAD (RFC 9110 §15.4.5).
  init(_ status: Status, of request: ResourceRequest) {
    let isConditional =
      [.get, .head].contains(request.method)
      && ["If-None-Match", "If-Modified-Since"].contains(where: request.headers.contains)
    self = status.code == 304 && isConditional ? .success : ExitStatus(status)
  }
}
