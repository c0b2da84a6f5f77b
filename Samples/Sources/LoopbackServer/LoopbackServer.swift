// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import FlyingFox
import FlyingSocks
import Foundation

/// A FlyingFox server on 127.0.0.1, which no other machine can reach.
public final class LoopbackServer: Sendable {
  /// The server's URL, such as `http://127.0.0.1:8080`.
  public let url: String
  /// The server's port.
  public let port: Int
  /// The default limit for a request's body, in bytes: a body is held in memory.
  public static let defaultBodyLimit = 4 << 20

  private let server: HTTPServer
  private let answers: AnswersUnderWay

  private init(port: Int, server: HTTPServer, answers: AnswersUnderWay) {
    url = "http://127.0.0.1:\(port)"
    self.port = port
    self.server = server
    self.answers = answers
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: the port; 0 selects a free one.
  ///   - bodyLimit: the most bytes of a request's body; larger ones get the response 413 and are not read into memory.
  ///   - handler: responds to the requests.
  /// - Returns: the server, listening.
  /// - Throws: ``CannotListen`` if the port cannot be bound.
  public static func start(
    port: UInt16 = 0,
    bodyLimit: Int = defaultBodyLimit,
    handler: some HTTPHandler
  ) async throws -> LoopbackServer {
    let handler = GuardedHandler(handler: handler, bodyLimit: bodyLimit)
    let answers = AnswersUnderWay()
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port),
      // Handlers have their own timeouts; this one catches a handler that lacks one.
      timeout: 120,
      pool: PromptSockets(base: HTTPServer.defaultPool()),
      logger: .disabled,
      handler: ClosureHTTPHandler { request in
        await answers.begin()
        defer { Task { await answers.end() } }
        return try await handler.handleRequest(request)
      }
    )
    let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Void.self)
    Task {
      do { try await server.run() } catch { outcome.finish(throwing: error) }
    }
    let listening = Task {
      try await server.waitUntilListening(timeout: 60)
      outcome.yield()
    }
    do {
      for try await _ in outcomes { break }
    } catch {
      throw CannotListen(port: port, reason: error)
    }
    listening.cancel()
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
    return LoopbackServer(port: Int(port), server: server, answers: answers)
  }

  /// Waits up to a limit for the responses in flight, then stops.
  public func stop(within limit: Duration = .seconds(5)) async {
    let alarm = Task {
      try await Task.sleep(for: limit)
      await answers.giveUp()
    }
    await answers.wait()
    alarm.cancel()
    // FlyingFox waits this long even if nothing is in flight; the time is for the last bytes of a response.
    await server.stop(timeout: 0.1)
  }
}
