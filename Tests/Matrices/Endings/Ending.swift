// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A way for an exchange to end, by what its server does.
enum Ending: String, CaseIterable, Sendable {
  /// A final answer before the body of the request, which is read afterwards where it comes.
  case early
  /// The same, with a body in chunks.
  case earlyInChunks
  /// The same, and the connection is said to end.
  case earlyAndClosed
  /// A redirect before the body of the request.
  case earlyRedirect
  /// Digest credentials are asked for before the body of the request.
  case earlyChallenge
  case expectationFailed
  /// The whole request is answered as it should be.
  case whole
  case interims
  case trailers
  case closeDelimited
  case redirect
  /// A redirect whose own body never ends.
  case endlessRedirect
  case challenge
  case cutBeforeHead
  case cutInHead
  case cutInBody
  case cutInChunks
  case resetBeforeHead
  case resetInBody
  case bodyTooLarge
  case headTooLarge
  case malformed
  case badCoding
  /// A protocol is switched to that nobody asked for.
  case switched
  /// Bytes behind an answer that has no body.
  case bodyOfNothing
  /// Another answer behind the first.
  case twoAnswers
  /// The request is read and never answered.
  case silent
  /// Nothing behind the request's head is read.
  case unread
  /// An answer that begins and does not end.
  case half

  /// Whether the exchange goes on until its client ends it.
  var hangs: Bool { [.silent, .unread, .half].contains(self) }

  /// Whether the server answers before it has the body.
  var isEarly: Bool {
    [.early, .earlyInChunks, .earlyAndClosed, .earlyRedirect, .earlyChallenge, .expectationFailed].contains(self)
  }
}

/// One ending, and all that may make a difference to it.
struct EndingCase: Sendable, CustomStringConvertible {
  enum Body: String, CaseIterable, Sendable { case none, bytes, length, chunks, file, trailed, broken }
  enum Way: String, CaseIterable, Sendable { case send, stream, dropped, unread, download }
  enum Patience: String, CaseIterable, Sendable { case cancelled, readTimeout, deadline }

  var ending: Ending
  var status = 200
  var body = Body.bytes
  var size = 3000
  var way = Way.send
  var patience = Patience.deadline
  var expects = false
  var isWarm = true

  /// A case of an ending, drawn by chance.
  init(_ ending: Ending, using chance: inout some RandomNumberGenerator) {
    self.ending = ending
    status = [200, 201, 202, 204, 400, 403, 404, 413, 500, 503].randomElement(using: &chance) ?? 200
    body = Body.allCases.randomElement(using: &chance) ?? .bytes
    size = [1, 3000, 16_384, 16_385, 200_000, 3_000_000].randomElement(using: &chance) ?? 1
    way = Way.allCases.randomElement(using: &chance) ?? .send
    patience = Patience.allCases.randomElement(using: &chance) ?? .deadline
    expects = Bool.random(using: &chance)
    isWarm = Bool.random(using: &chance)
    // Nothing is early where nothing is announced.
    if ending.isEarly, body == .none || body == .broken { body = .bytes }
    if ending == .expectationFailed { expects = true }
  }

  var description: String {
    "\(ending.rawValue) \(status), a body of kind \(body.rawValue) and \(size) bytes\(expects ? " that is asked for" : ""), "
      + "\(way.rawValue)\(ending.hangs ? " until \(patience.rawValue)" : "")\(isWarm ? ", on a kept connection" : "")"
  }
}
