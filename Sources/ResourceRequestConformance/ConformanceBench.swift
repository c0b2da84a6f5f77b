// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A transport under test, with helpers to send requests.
struct ConformanceBench: Sendable {
  let transport: any Transport
  let peer: (any ConformancePeer)?
  /// The servers started for the case, which end with it.
  private let servers = Lock<[any ConformanceServer]>([])

  func stop() { for server in servers.withLock({ $0 }) { server.stop() } }

  /// The time after which a hanging transport fails its case.
  private static let patience = Duration.seconds(30)

  /// Timeouts that no case should reach.
  static let patient = Timeouts(connect: .seconds(20), read: .seconds(20))

  func start(
    _ behaviour: ConformanceBehaviour,
    on address: ConformanceAddress = .ipv4
  ) async throws -> any ConformanceServer {
    guard let peer else { throw ConformanceFailure("this case needs a peer") }
    let server = try await peer.start(behaviour, on: address)
    servers.withLock { $0.append(server) }
    return server
  }

  func serve(_ scripts: ConformanceScript...) async throws -> any ConformanceServer {
    try await start(.serves(scripts))
  }

  func send(
    _ request: ResolvedRequest,
    within limit: Duration = patience,
    observer: (any EventObserver)? = nil
  ) async throws -> TransportResponse {
    let context = CallContext(
      environment: RequestEnvironment(observer: observer),
      deadline: ContinuousClock.now.advanced(by: limit)
    )
    return try await transport.send(request, context: context)
  }

  /// Sends a request to a server and returns the response.
  func send(
    _ method: RequestMethod = .get,
    _ target: String = "/",
    to server: any ConformanceServer,
    headers: Headers = Headers(),
    body: [UInt8]? = nil,
    options: ExchangeOptions = ExchangeOptions(timeouts: patient)
  ) async throws -> TransportResponse {
    try await send(request(method, target, to: server, headers: headers, body: body, options: options))
  }

  func request(
    _ method: RequestMethod = .get,
    _ target: String = "/",
    to server: any ConformanceServer,
    headers: Headers = Headers(),
    body: [UInt8]? = nil,
    options: ExchangeOptions = ExchangeOptions(timeouts: patient)
  ) throws -> ResolvedRequest {
    ResolvedRequest(
      method: method,
      url: try ResourceURL("http://\(server.authority)\(target)"),
      headers: headers,
      body: body.map { OutgoingBody(Data($0)) },
      options: options
    )
  }

  /// The request as received by an echo server.
  func received(
    _ method: RequestMethod = .get,
    _ target: String = "/",
    headers: Headers = Headers(),
    body: [UInt8]? = nil
  ) async throws -> ConformanceRequest {
    let server = try await serve(.echo)
    defer { server.stop() }
    _ = try await send(method, target, to: server, headers: headers, body: body)
    return try onlyRequest(to: server)
  }

  /// The request that a server has received, and no other one.
  func onlyRequest(to server: any ConformanceServer) throws -> ConformanceRequest {
    let requests = server.records.flatMap(\.requests)
    guard let request = requests.first, requests.count == 1 else {
      throw ConformanceFailure("the server received \(requests.count) requests instead of one")
    }
    return request
  }

  /// The response to a request whose server sends this and then closes.
  func answer(
    _ bytes: [UInt8],
    options: ExchangeOptions = ExchangeOptions(timeouts: patient)
  ) async throws -> TransportResponse {
    let server = try await serve(ConformanceScript([.readRequest, .send(bytes)]))
    defer { server.stop() }
    return try await send(to: server, options: options)
  }

  /// The response to a request whose server sends this and then closes.
  func answer(
    _ text: String,
    options: ExchangeOptions = ExchangeOptions(timeouts: patient)
  ) async throws -> TransportResponse {
    try await answer(Array(text.utf8), options: options)
  }

  /// Expects a failure, in this phase and with this word about the execution if they are given, and returns it.
  @discardableResult
  func failure(
    _ codes: ResourceError.Code...,
    phase: Attempt.Phase? = nil,
    mayHaveExecuted: Bool? = nil,
    of exchange: () async throws -> TransportResponse
  ) async throws -> TransportFailure {
    let response: TransportResponse
    do {
      response = try await exchange()
    } catch let failure as TransportFailure {
      guard codes.contains(failure.code) else {
        throw ConformanceFailure("expected the code \(Self.list(codes)), and it failed with \(failure)")
      }
      if let phase { try expect(failure.phase, is: phase, "the phase") }
      if let mayHaveExecuted { try expect(failure.mayHaveExecuted, is: mayHaveExecuted, "mayHaveExecuted") }
      return failure
    } catch {
      throw ConformanceFailure("expected a TransportFailure with \(Self.list(codes)), and it threw \(error)")
    }
    throw ConformanceFailure(
      "expected a failure with \(Self.list(codes)), and it answered \(response.status)"
        + " with \(response.body.bytes.count) bytes"
    )
  }

  /// The result of an exchange; `nil` if the transport refuses it as unsupported, and then it must have sent nothing.
  func orRefused(
    by server: any ConformanceServer,
    _ exchange: () async throws -> TransportResponse
  ) async throws -> TransportResponse? {
    do {
      return try await exchange()
    } catch let failure as TransportFailure where failure.code == .unsupported {
      try expectNoConnection(to: server)
      return nil
    }
  }

  /// Expects that a server, which is stopped here, has had no connection.
  func expectNoConnection(to server: any ConformanceServer) throws {
    server.stop()
    try expect(server.records.isEmpty, "it was refused, and sent all the same")
  }

  /// A server for a request that must not be sent; `nil` without a peer.
  func echoIfPossible() async throws -> (any ConformanceServer)? { peer == nil ? nil : try await serve(.echo) }

  /// A request that must not be sent.
  func unsent(to server: (any ConformanceServer)?) throws -> ResolvedRequest {
    try server.map { try request(.post, to: $0) }
      ?? ResolvedRequest(method: .post, url: try ResourceURL("http://127.0.0.1:9/"))
  }

  /// Expects that a server, which is stopped here, has received no request.
  func expectNothingReceived(by server: any ConformanceServer) async throws {
    _ = try await send(.get, "/after", to: server)
    server.stop()
    try expect(server.records.flatMap(\.requests).map(\.target), is: ["/after"], "what was received")
  }

  /// Cancels a task, and expects that it ends with a cancellation.
  func expectCancellation(of task: Task<TransportResponse, any Error>) async throws {
    task.cancel()
    switch await task.result {
    case .failure(is CancellationError): return
    case .failure(let error): throw ConformanceFailure("expected CancellationError, and it threw \(error)")
    case .success(let response):
      throw ConformanceFailure("expected CancellationError, and it answered \(response.status)")
    }
  }

  func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
    if !isTrue { throw ConformanceFailure(what()) }
  }

  func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws {
    if value != expected { throw ConformanceFailure("\(what): expected \(expected), got \(value)") }
  }

  func expect(_ body: IncomingBody, is expected: [UInt8]) throws {
    guard !body.bytes.elementsEqual(expected) else { return }
    throw ConformanceFailure(
      "the body is not as it was sent: expected \(expected.count) bytes \(Self.shown(expected)),"
        + " got \(body.bytes.count) bytes \(Self.shown(body.bytes))"
    )
  }

  func expect(_ body: IncomingBody, is expected: String) throws {
    try expect(body, is: Array(expected.utf8))
  }

  private static func shown(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription
  }

  private static func list(_ codes: [ResourceError.Code]) -> String {
    codes.map(\.rawValue).joined(separator: " or ")
  }
}
