// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A way for an exchange to end, by what its server does.
enum Ending: String, CaseIterable, Sendable {
  /// A final response before the request's body, which is read afterwards if it is sent.
  case early
  /// An early response with a chunked body.
  case earlyInChunks
  /// An early response with `Connection: close`.
  case earlyAndClosed
  /// A redirect before the request's body.
  case earlyRedirect
  /// A Digest challenge before the request's body.
  case earlyChallenge
  case expectationFailed
  /// A regular response to the whole request.
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
  /// A switch to a protocol that was not requested.
  case switched
  /// Bytes after a response without a body.
  case bodyOfNothing
  /// A second response after the first.
  case twoAnswers
  /// The server reads the request and never responds.
  case silent
  /// The server reads only the request's head.
  case unread
  /// A response that begins and does not end.
  case half

  /// Whether the exchange lasts until the client ends it.
  var hangs: Bool { [.silent, .unread, .half].contains(self) }

  /// Whether the server responds before it has the body.
  var isEarly: Bool {
    [.early, .earlyInChunks, .earlyAndClosed, .earlyRedirect, .earlyChallenge, .expectationFailed].contains(self)
  }
}

/// An ending, with everything that may affect its outcome.
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

  /// Draws a random case of an ending.
  init(_ ending: Ending, using chance: inout some RandomNumberGenerator) {
    self.ending = ending
    status = [200, 201, 202, 204, 400, 403, 404, 413, 500, 503].randomElement(using: &chance) ?? 200
    body = Body.allCases.randomElement(using: &chance) ?? .bytes
    size = [1, 3000, 16_384, 16_385, 200_000, 3_000_000].randomElement(using: &chance) ?? 1
    way = Way.allCases.randomElement(using: &chance) ?? .send
    patience = Patience.allCases.randomElement(using: &chance) ?? .deadline
    expects = Bool.random(using: &chance)
    isWarm = Bool.random(using: &chance)
    // An early response needs a body that was announced.
    if ending.isEarly, body == .none || body == .broken { body = .bytes }
    if ending == .expectationFailed { expects = true }
  }

  var description: String {
    "\(ending.rawValue) \(status), a body of kind \(body.rawValue) and \(size) bytes\(expects ? " that is asked for" : ""), "
      + "\(way.rawValue)\(ending.hangs ? " until \(patience.rawValue)" : "")\(isWarm ? ", on a kept connection" : "")"
  }
}
