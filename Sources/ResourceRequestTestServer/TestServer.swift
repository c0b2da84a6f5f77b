// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
public import ResourceRequestCore

/// A server on a free port of 127.0.0.1, for tests of programs that use this SDK, or any other client.
///
/// ```swift
/// let server = try await TestServer()
/// server.answer(to: "/users/7", with: .json(["name": "Ann"]))
/// let client = ResourceClient()
/// let response = try await client.send(ResourceRequest("\(server.url)/users/7"))
/// #expect(response.json?["name"] == "Ann")
/// #expect(try await server.request().headers["Accept"] == "*/*")
/// ```
///
/// Requests for a path without answers of its own get those of ``answer(with:)``, each once and in order. A request
/// without an answer gets status 501 with a text that says so, and otherwise ends like any other. The server stops with
/// its last reference.
///
/// With TLS it creates its own certificate for 127.0.0.1 and localhost, which clients must trust:
///
/// ```swift
/// let server = try await TestServer(.http2)
/// let settings = ServiceSettings(connection: ConnectionOptions(tls: server.tls))
/// ```
public final class TestServer: Sendable {
  /// The error if a server cannot start, or a request does not arrive.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String
  }

  /// The protocol of a server.
  public enum Wire: Sendable, Hashable {
    /// HTTP/1.1.
    case http1
    /// HTTP/1.1 over TLS.
    case tls
    /// HTTP/2 over TLS, and HTTP/1.1 with clients that do not offer it.
    case http2
  }

  private struct Place: Hashable {
    let method: String?
    let path: String
  }

  private struct Script: Sendable {
    var requests: [TestRequest] = []
    var next: ArraySlice<TestAnswer> = []
    /// The last of each stays.
    var places: [Place: ArraySlice<TestAnswer>] = [:]
    /// Targets of requests that nothing was there for.
    var missing: [String] = []
    var others: (@Sendable (TestRequest) -> TestAnswer?)?
  }

  private let server: any ConformanceServer
  private let script = Watched(Script())

  /// The certificate of a server with TLS, in PEM; `nil` without.
  public let certificate: String?

  /// The options of clients that trust the server; `nil` without TLS.
  public var tls: TLSOptions? { certificate.map { TLSOptions(caPEM: $0) } }

  /// Starts a server.
  ///
  /// - Parameter wire: what it speaks.
  /// - Throws: ``Failure`` if the system has no socket for it, or there is no TLS in this build: that is the trait `Sockets`.
  public init(_ wire: Wire = .http1) async throws(Failure) {
    let script = script
    let steps: [ConformanceScript.Step] = [
      .readHead, .play { TestRequest($0).asksToContinue ? [.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))] : [] },
      .readBody,
      .play {
        let request = TestRequest($0)
        return TestServer.answer(to: request, script).acts(for: request).flatMap(\.steps)
      },
    ]
    do {
      switch wire {
      case .http1:
        certificate = nil
        server = try LoopbackServer { descriptor, _ in LoopbackConnection(descriptor, ConformanceScript(steps)) }
      case .tls, .http2:
        (server, certificate) = try TestServer.secured(steps, script, offersHTTP2: wire == .http2)
      }
    } catch { throw Failure(description: "the test server cannot listen: \(error)") }
  }

  /// A server with TLS, and its certificate.
  private static func secured(
    _ steps: [ConformanceScript.Step],
    _ script: Watched<Script>,
    offersHTTP2: Bool
  ) throws -> (any ConformanceServer, String) {
    #if Sockets && os(Linux)
      guard let identity = ServerIdentity(offersHTTP2: offersHTTP2) else {
        throw Failure(description: "OpenSSL makes no certificate")
      }
      let server = try LoopbackServer { descriptor, _ in
        ServerTLS(identity).map { tls in
          SecuredConnection(descriptor, tls) { isHTTP2 in
            guard isHTTP2 else { return HTTP1Conversation(ConformanceScript(steps)) }
            return HTTP2Conversation { TestServer.answer(to: $0, script) }
          }
        }
      }
      return (server, identity.certificate)
    #else
      throw Failure(description: "there is no TLS in this build, expected the trait Sockets")
    #endif
  }

  deinit { server.stop() }

  /// The server's URL, without a trailing slash: `http://127.0.0.1:4711`.
  public var url: String { "\(certificate == nil ? "http" : "https")://\(server.authority)" }

  /// Stops the server: closes its connections and refuses new ones.
  public func stop() {
    server.stop()
    // What makes answers may hold the server.
    script.change { $0.others = nil }
  }

  // MARK: Answers

  /// Queues answers for the next requests, one for each, after those queued before.
  public func answer(with answers: TestAnswer...) { script.change { $0.next += answers } }

  /// Sets the answers to requests for a path, in order; the last one repeats.
  ///
  /// - Parameters:
  ///   - method: the method; `nil` for every method without answers of its own.
  ///   - path: the path as it is sent, such as `/users/7`, without the query.
  ///   - answers: the answers, which replace earlier ones.
  public func answer(_ method: RequestMethod? = nil, to path: String, with answers: TestAnswer...) {
    script.change { $0.places[Place(method: method?.name, path: path)] = answers[...] }
  }

  /// Answers all other requests with the results of a closure.
  ///
  /// - Parameter make: returns the answer, or `nil` for none; called on the server's thread. If it uses the server,
  ///   capture it weakly, or call ``stop()`` in the test: otherwise neither is released.
  public func answer(by make: @escaping @Sendable (TestRequest) -> TestAnswer?) { script.change { $0.others = make } }

  // MARK: Requests

  /// All requests that were read whole, in order.
  public var requests: [TestRequest] { script.current.requests }

  /// The targets of requests that no answer was there for.
  public var unansweredTargets: [String] { script.current.missing }

  /// Waits for a request.
  ///
  /// - Parameters:
  ///   - number: the number of the request, from 1.
  ///   - limit: how long to wait for it.
  /// - Returns: the request.
  /// - Throws: ``Failure`` that lists the requests so far if it does not arrive in time, or `CancellationError`.
  public func request(_ number: Int = 1, within limit: Duration = .seconds(10)) async throws -> TestRequest {
    let script = script
    _ = try await FirstOf.value(
      { try await script.wait { $0.requests.count >= number } },
      within: { try await ContinuousClock().sleep(for: limit) }
    ).get()
    let requests = requests
    guard requests.indices.contains(number - 1) else {
      let seen = requests.map { "\($0.method) \($0.target)" }.joined(separator: ", ")
      throw Failure(
        description: "request \(number) has not come within \(limit); there came: \(seen.isEmpty ? "none" : seen)"
      )
    }
    return requests[number - 1]
  }

  // MARK: The server's side

  private static func answer(to request: TestRequest, _ script: Watched<Script>) -> TestAnswer {
    let (known, others) = script.change { script -> (TestAnswer?, (@Sendable (TestRequest) -> TestAnswer?)?) in
      script.requests.append(request)
      for place in [Place(method: request.method, path: request.path), Place(method: nil, path: request.path)] {
        guard let answers = script.places[place], let first = answers.first else { continue }
        if answers.count > 1 { script.places[place] = answers.dropFirst() }
        return (first, nil)
      }
      return (script.next.popFirst(), script.others)
    }
    // A call out of here, so without the lock.
    if let answer = known ?? others?(request) { return answer }
    script.change { $0.missing.append(request.target) }
    let problem: JSON = ["detail": .init("The test names no answer to \(request.method) \(request.target).")]
    return TestAnswer.json(problem, status: 501, headers: ["Content-Type": "application/problem+json"])
  }
}
