// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
public import ResourceRequestCore
public import ResourceRequestJSON
public import ResourceRequestPlatform

/// What a ``TestServer`` does for a request: a response, its pace, and what goes wrong with it.
///
/// ```swift
/// server.answer(with: .status(503, headers: ["Retry-After": "1"]), .text("late").after(.milliseconds(200)), .reset)
/// ```
public struct TestAnswer: Sendable {
  /// What goes wrong.
  private enum Fault: Sendable {
    case none
    /// The connection is closed after so many bytes of the body.
    case ends(after: Int)
    case resets
    case closes
    case silent
  }

  private var status: Status
  private var headers: Headers
  private var body: Data
  private var delay: Duration?
  private var pace: (bytes: Int, every: Duration)?
  private var fault: Fault

  private init(_ status: Status, _ headers: Headers = Headers(), _ body: Data = Data(), fault: Fault = .none) {
    (self.status, self.headers, self.body, self.fault) = (status, headers, body, fault)
  }

  // MARK: Responses

  /// A response without a body.
  public static func status(_ status: Status, headers: Headers = [:]) -> TestAnswer { TestAnswer(status, headers) }

  /// A text in UTF-8, with the type `text/plain` unless the fields name another.
  public static func text(_ text: String, status: Status = 200, headers: Headers = [:]) -> TestAnswer {
    data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  /// JSON, with the type `application/json` unless the fields name another.
  public static func json(_ value: JSON, status: Status = 200, headers: Headers = [:]) -> TestAnswer {
    data(value.data(), type: "application/json", status: status, headers: headers)
  }

  /// Bytes with a type, unless the fields name another.
  public static func data(_ body: Data, type: String, status: Status = 200, headers: Headers = [:]) -> TestAnswer {
    var headers = headers
    if headers["Content-Type"] == nil { headers["Content-Type"] = type }
    return TestAnswer(status, headers, body)
  }

  // MARK: Faults

  /// The connection is reset in the place of a response; over HTTP/2 the stream.
  public static var reset: TestAnswer { TestAnswer(200, fault: .resets) }

  /// The connection is closed in the place of a response.
  public static var close: TestAnswer { TestAnswer(200, fault: .closes) }

  /// Sends nothing until the client disconnects or the server stops.
  public static var silence: TestAnswer { TestAnswer(200, fault: .silent) }

  // MARK: Pace

  /// The same after a time.
  public func after(_ delay: Duration) -> TestAnswer {
    var answer = self
    answer.delay = delay
    return answer
  }

  /// Returns the same answer with its body sent in pieces.
  ///
  /// - Parameters:
  ///   - bytes: the size of a piece, at least one byte.
  ///   - time: the time between two pieces.
  /// - Returns: the slower answer.
  public func slowly(_ bytes: Int, every time: Duration) -> TestAnswer {
    var answer = self
    answer.pace = (max(1, bytes), time)
    return answer
  }

  /// Returns the same answer, but closes the connection after this many bytes of the body.
  public func cut(after bytes: Int) -> TestAnswer {
    guard case .none = fault else { return self }
    var answer = self
    answer.fault = .ends(after: max(0, bytes))
    return answer
  }

  // MARK: The server's side

  /// What is done for a request.
  func acts(for request: TestRequest) -> [TestAct] {
    let pause = delay.map { [TestAct.pause($0)] } ?? []
    if let field = headers.first(where: { !Self.isToken($0.name) || Self.splits($0.value) }) {
      let text = "The answer has a field that no line can hold: \(field.name.debugDescription).\n"
      return TestAnswer.text(text, status: 500).acts(for: request)
    }
    if status.code < 200 {
      return TestAnswer.text("The answer's status is not final: \(status.code).\n", status: 500).acts(for: request)
    }
    let shown = hasNoBody || request.method.hasSameBytes(as: "HEAD") ? Data() : body
    let head = TestAct.head(status, fields)
    switch fault {
    case .resets: return pause + [.reset]
    case .closes: return pause + [.close]
    case .silent: return [.wait]
    case .none:
      let isLast = request.endsConnection || TestRequest.saysClose(headers)
      return pause + [head] + pieces(of: shown) + [.end(closes: isLast)]
    case .ends(let bytes): return pause + [head] + pieces(of: shown.prefix(bytes)) + [.close]
    }
  }

  /// Whether the status has no body, whatever its fields say (RFC 9112 §6.3).
  private var hasNoBody: Bool { status == 204 || status == 304 }

  private static let tokenBytes = ByteSet(
    "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  )

  private static func isToken(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(tokenBytes.contains) }

  private static func splits(_ text: String) -> Bool { text.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } }

  private var fields: Headers {
    // RFC 9110 §8.6: none for 204, and for 304 only that of the representation.
    guard headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil, !hasNoBody else { return headers }
    var fields = headers
    fields["Content-Length"] = "\(body.count)"
    return fields
  }

  private func pieces(of body: Data) -> [TestAct] {
    guard let pace else { return body.isEmpty ? [] : [.body(body)] }
    var acts: [TestAct] = []
    var rest = body
    while !rest.isEmpty {
      if !acts.isEmpty { acts.append(.pause(pace.every)) }
      acts.append(.body(rest.prefix(pace.bytes)))
      rest = rest.dropFirst(pace.bytes)
    }
    return acts
  }
}

/// One thing that a ``TestServer`` does for a request, whichever protocol carries it.
enum TestAct: Sendable {
  case pause(Duration)
  case head(Status, Headers)
  case body(Data)
  /// The response is complete; afterwards the connection may be closed.
  case end(closes: Bool)
  /// The exchange is reset: the connection of HTTP/1.1, the stream of HTTP/2.
  case reset
  /// The connection is closed.
  case close
  /// Nothing, until the client leaves.
  case wait
}

extension TestAct {
  /// The same as a part of a script for HTTP/1.1.
  var steps: [ConformanceScript.Step] {
    switch self {
    case .pause(let time): return [.pause(time)]
    case .head(let status, let fields):
      var text = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
      for field in fields { text += "\(field.name): \(field.value)\r\n" }
      return [.send(Array((text + "\r\n").utf8))]
    case .body(let bytes): return [.send(Array(bytes))]
    case .end(let closes): return closes ? [] : [.startOver]
    case .reset: return [.reset]
    // A script that has ended closes its connection.
    case .close: return []
    case .wait: return [.awaitClose]
    }
  }
}
