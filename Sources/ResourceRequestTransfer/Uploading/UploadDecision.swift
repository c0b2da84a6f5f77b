// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The next request of a resumable upload, by what has come of those before (draft-ietf-httpbis-resumable-upload).
///
/// Pure. The creating request is never sent twice: once bytes may have arrived, the server is asked how many, and the
/// upload goes on behind them.
struct UploadDecision: Hashable, Sendable {
  /// What to do.
  enum Step: Hashable, Sendable {
    /// Send the caller's request, with the whole file or with nothing.
    case create(withFile: Bool)
    /// Ask the upload resource how many bytes it has.
    case ask
    /// Send this part of the file to the upload resource, as the last one or not.
    case append(from: Int, count: Int, isLast: Bool)
    /// The response is the upload's.
    case end
    /// The upload cannot go on.
    case fail(UploadFault)
  }

  /// The most requests that a server's limit may split an upload into.
  static let mostAppends = 100_000

  /// The file's size.
  let size: Int
  /// How many interruptions are borne.
  let interruptionLimit: Int
  /// Where the request that creates the upload goes.
  let origin: Origin
  /// The upload resource, once the server has named it.
  private(set) var resource: CallOptions.Continuation?
  /// How many bytes the server has said that it has.
  private(set) var confirmed = 0
  /// The end of what has gone out; `nil` where an earlier call has sent something.
  var sent: Int?
  /// How often the upload was interrupted.
  private(set) var interruptions = 0
  /// How often a transport had enough of reports.
  private var cuts = 0
  private var limits = UploadLimits()
  /// Whether the upload resource was asked once without an interruption.
  private var hasAsked = false
  /// Whether the last response to content was a success to all of it.
  private var isTaken = false
  private var step: Step
  private var fault: UploadFault?

  /// A new upload, or one that goes on where an upload resource is known.
  init(
    size: Int,
    to origin: Origin,
    createsEmpty: Bool,
    interruptionLimit: Int,
    resource: CallOptions.Continuation? = nil
  ) {
    self.size = size
    self.origin = origin
    self.interruptionLimit = interruptionLimit
    self.resource = resource
    step = resource == nil ? .create(withFile: !createsEmpty) : .ask
  }

  /// The first step.
  var first: Step { step }

  /// Takes note of an interim response with status 104.
  mutating func announced(_ head: UploadHead) {
    take(head.limits)
    if case .create = step, head.location != nil { name(head) }
    guard let offset = head.offset else { return }
    if let end = bounds.map({ min($0.end, sent ?? $0.end) }), offset > end {
      fault = fault ?? .offsetBeyond(offset, size: end)
    } else if offset < confirmed {
      fault = fault ?? .offsetBack(offset, from: confirmed)
    } else {
      confirmed = offset
    }
  }

  /// Decides what follows a response.
  ///
  /// - Parameters:
  ///   - head: what the response says.
  ///   - sentWhole: whether all of the request's content had gone out.
  /// - Returns: the next step.
  mutating func answered(_ head: UploadHead, sentWhole: Bool = true) -> Step {
    take(head.limits)
    switch step {
    case .create(let withFile): return go(created(head, withFile: withFile, sentWhole: sentWhole))
    case .ask: return go(told(head))
    case .append(let start, let count, let isLast):
      return go(appended(head, to: start + count, isLast: isLast, sentWhole: sentWhole))
    case .end, .fail: return step
    }
  }

  /// Decides what follows an interruption; `nil` where its error is the caller's.
  mutating func lost() -> Step? {
    if let fault { return go(.fail(fault)) }
    guard resource != nil, interruptions < interruptionLimit else { return nil }
    interruptions += 1
    return go(.ask)
  }

  /// Decides what follows where a transport takes no more heads, of which a server sends many to report progress; `nil` where
  /// there was none, so that its error is the caller's.
  ///
  /// No interruption of the network: libcurl counts the heads of an exchange together, up to 300 KB. Each time the upload
  /// has come further, so that it ends.
  mutating func cut() -> Step? {
    if let fault { return go(.fail(fault)) }
    guard resource != nil, let start = bounds?.start, confirmed > start, cuts < UploadDecision.mostAppends else {
      return nil
    }
    cuts += 1
    return go(.ask)
  }

  /// Decides what follows where the creating request would have to be sent again, for a login or elsewhere; `nil` where no
  /// upload resource was named, so that its error is the caller's.
  mutating func turnedAway() -> Step? {
    if fault == nil, resource == nil { return nil }
    return asked().map { go($0) }
  }

  /// Whether the server has bytes that this upload has not sent.
  var hasOtherBytes: Bool {
    if case .fail(let fault) = step { return fault.isOfOtherBytes }
    return fault?.isOfOtherBytes ?? false
  }

  private mutating func go(_ next: Step) -> Step {
    step = next
    if let fault, next != .end { step = .fail(fault) }
    return step
  }

  private mutating func created(_ head: UploadHead, withFile: Bool, sentWhole: Bool) -> Step {
    let isProtocols = head.isComplete == false
    if isProtocols, head.location != nil { name(head) }
    if withFile, head.status.isSuccessful, resource != nil, head.isComplete != true || !sentWhole {
      return doubted(head, sentWhole: sentWhole)
    }
    if head.isComplete == true { return withFile || !head.status.isSuccessful ? .end : .fail(.completeAt(0, of: size)) }
    if head.status.isSuccessful {
      // Without an upload resource, a server that does not know the protocol has given its response.
      guard !withFile else { return isProtocols ? .fail(.unconfirmed(size)) : .end }
      if head.location != nil { name(head) }
      guard resource != nil else { return .fail(.noResource) }
      // Not every server says so here; one that knows the protocol tells how much it has.
      return isProtocols ? next(from: 0) : .ask
    }
    return head.isPassing ? interrupted() : .end
  }

  private mutating func told(_ head: UploadHead) -> Step {
    guard head.status.isSuccessful else {
      // A server may remove the upload resource of an upload that is complete.
      if head.status == 404 || head.status == 410 { return isTaken ? .end : .fail(.gone(head.status)) }
      return head.isPassing ? interrupted() : .end
    }
    isTaken = false
    guard let offset = head.offset else { return .fail(.offsetMissing) }
    if let length = head.length, length != size { return .fail(.otherLength(length, size: size)) }
    let end = min(size, sent ?? size)
    guard offset <= end else { return .fail(.offsetBeyond(offset, size: end)) }
    guard offset >= confirmed else { return .fail(.offsetBack(offset, from: confirmed)) }
    confirmed = offset
    guard head.isComplete != true else { return offset == size ? .end : .fail(.completeAt(offset, of: size)) }
    return next(from: offset)
  }

  private mutating func appended(_ head: UploadHead, to end: Int, isLast: Bool, sentWhole: Bool) -> Step {
    if isLast, head.status.isSuccessful, head.isComplete != true || !sentWhole {
      return doubted(head, sentWhole: sentWhole)
    }
    if head.isComplete == true { return isLast || !head.status.isSuccessful ? .end : .fail(.completeAt(end, of: size)) }
    if head.status.isSuccessful {
      guard sentWhole else { return doubted(head, sentWhole: false) }
      if let offset = head.offset, offset != end { return .fail(.otherOffset(offset, sent: end)) }
      confirmed = end
      return next(from: end)
    }
    return head.isPassing || head.isAboutOffset ? interrupted() : .end
  }

  /// The part that begins at an offset.
  private func next(from offset: Int) -> Step {
    if let most = limits.size, size > most { return .fail(.tooLarge(size, limit: most)) }
    let rest = size - offset
    guard let most = limits.append, rest > most else { return .append(from: offset, count: rest, isLast: true) }
    guard most > 0, rest / most < UploadDecision.mostAppends else { return .fail(.partsTooSmall(most)) }
    return .append(from: offset, count: most, isLast: false)
  }

  private mutating func interrupted() -> Step { lost() ?? .end }

  /// A success that does not say that the server has all, or that came before it can have: the upload resource knows.
  private mutating func doubted(_ head: UploadHead, sentWhole: Bool) -> Step {
    isTaken = sentWhole && head.isComplete != false
    return asked() ?? .fail(.unconfirmed(size))
  }

  /// A question that is free once, and an interruption afterwards.
  private mutating func asked() -> Step? {
    guard !hasAsked else { return lost() }
    hasAsked = true
    return .ask
  }

  private mutating func take(_ limits: UploadLimits?) {
    if let limits { self.limits = limits }
  }

  /// Where what is being sent begins, and how far it reaches.
  private var bounds: (start: Int, end: Int)? {
    switch step {
    case .create(let withFile): (0, withFile ? size : 0)
    case .append(let start, let count, _): (start, start + count)
    case .ask, .end, .fail: nil
    }
  }

  /// Takes note of the upload resource.
  ///
  /// Credentials go there only where the same origin was asked, said so and is meant.
  private mutating func name(_ head: UploadHead) {
    guard let url = head.location else { return }
    if let known = resource {
      if !known.url.string.hasSameBytes(as: url.string) { fault = fault ?? .severalResources }
      return
    }
    guard url.origin.isSecure || !head.source.origin.isSecure else {
      fault = fault ?? .insecure
      return
    }
    let isForeign = url.origin != head.source.origin || !head.source.origin.isSame(orUpgradeOf: origin)
    resource = CallOptions.Continuation(url: url, isForeign: isForeign, keepsRequest: true)
  }
}
