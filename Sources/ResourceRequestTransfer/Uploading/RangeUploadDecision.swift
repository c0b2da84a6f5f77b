// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The next request of an upload by PUT that goes on with `Content-Range` (RFC 9110 §14.5), by what has come of those before.
///
/// Pure. How much the server has is the length of the representation, so that the upload goes on only where that is ours:
/// nothing was there when it began. Whatever a part was appended to is looked at once more at the end, since a server that
/// ignores `Content-Range` takes the part for the whole.
struct RangeUploadDecision: Hashable, Sendable {
  /// What to do.
  enum Step: Hashable, Sendable {
    /// Look what is there before anything is sent.
    case look
    /// Send the file from this byte on, where the representation still has this tag.
    case put(from: Int, tag: String?)
    /// Look how much is there.
    case ask
    /// Look whether the whole is there.
    case verify
    /// The last response to a PUT is the upload's, or where there is none the last one.
    case end
    /// The last response is the upload's: it does not say whether the whole is there.
    case refused
    /// The upload cannot go on.
    case fail(UploadFault)
  }

  /// What a response says of the representation.
  struct Head: Hashable, Sendable {
    var status: Status
    /// Its length, where it is not that of a coding.
    var length: Int?
    /// Its strong tag.
    var tag: String?

    static func of(_ response: ResourceResponse) -> Head {
      let headers = response.headers
      let length = headers.isCoded ? nil : headers.contentLength
      return Head(status: response.status, length: length, tag: headers.strongTag)
    }

    fileprivate var isMissing: Bool { status == 404 || status == 410 }
    fileprivate var isPassing: Bool { status.isServerError || Status.retryableStatuses.contains(status) }
  }

  /// The file's size.
  let size: Int
  /// How many interruptions are borne.
  let interruptionLimit: Int
  /// Whether what is there is the beginning of this upload.
  private(set) var isOurs: Bool
  /// The end of what has gone out; `nil` where somebody else has sent the beginning.
  var sent: Int?
  /// How often the upload was interrupted.
  private(set) var interruptions = 0
  private var confirmed = 0
  private var step: Step

  /// An upload.
  ///
  /// - Parameters:
  ///   - size: the file's size.
  ///   - interruptionLimit: how many interruptions are borne.
  ///   - start: how many bytes are there, where the caller knows.
  ///   - isOurs: whether an earlier call began it.
  init(size: Int, interruptionLimit: Int, from start: Int? = nil, isOurs: Bool = false) {
    self.size = size
    self.interruptionLimit = interruptionLimit
    self.isOurs = isOurs || start != nil
    switch start {
    case let start? where start > size: step = .fail(.offsetBeyond(start, size: size))
    case let start? where start == size && size > 0: step = .verify
    case let start?:
      step = .put(from: start, tag: nil)
      confirmed = start
    case nil: step = .look
    }
  }

  /// The first step.
  var first: Step { step }

  /// Decides what follows a response.
  mutating func answered(_ head: Head) -> Step {
    switch step {
    case .look where !isOurs:
      isOurs = head.isMissing
      return go(head.isPassing ? lost() ?? .end : .put(from: 0, tag: nil))
    case .look, .ask: return go(told(head))
    case .put(let start, let tag):
      if head.status.isSuccessful { return go(start > 0 ? .verify : .end) }
      // A condition of this upload's own does not hold: it is looked at again. The caller's is the caller's.
      return go(head.isPassing || tag != nil && head.status == 412 ? lost() ?? .end : .end)
    case .verify:
      guard head.status.isSuccessful else { return go(head.isPassing ? lost() ?? .refused : .fail(.offsetMissing)) }
      guard let length = head.length else { return go(.fail(.offsetMissing)) }
      return go(length == size ? .end : .fail(.notAppended(length, of: size)))
    case .end, .refused, .fail: return step
    }
  }

  /// Decides what follows an interruption; `nil` where its error is the caller's.
  mutating func lost() -> Step? {
    guard interruptions < interruptionLimit else { return nil }
    switch step {
    case .put:
      guard isOurs else { return nil }
      interruptions += 1
      return go(.ask)
    case .look, .ask, .verify:
      interruptions += 1
      return step
    case .end, .refused, .fail: return nil
    }
  }

  private mutating func told(_ head: Head) -> Step {
    if head.isMissing {
      return confirmed == 0 ? .put(from: 0, tag: nil) : .fail(.offsetBack(0, from: confirmed))
    }
    guard head.status.isSuccessful else { return head.isPassing ? lost() ?? .end : .end }
    guard let length = head.length else { return .fail(.offsetMissing) }
    let end = min(size, sent ?? size)
    guard length <= end else { return .fail(.offsetBeyond(length, size: end)) }
    guard length >= confirmed else { return .fail(.offsetBack(length, from: confirmed)) }
    confirmed = length
    if length == size { return .end }
    return .put(from: length, tag: length > 0 ? head.tag : nil)
  }

  private mutating func go(_ next: Step) -> Step {
    step = next
    return next
  }
}
