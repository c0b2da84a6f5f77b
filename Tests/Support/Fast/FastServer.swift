// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on a free loopback port that responds as fast as the machine can: one thread per connection, and responses
/// prepared before the request is read.
///
/// Some defects show only if the response is there at once, not with a server that computes it. The server speaks
/// HTTP/1.1, and over TLS also HTTP/2.
public final class FastServer: Sendable {
  /// How the bytes travel.
  public enum Wire: String, Sendable, CaseIterable {
    case plain
    case tls
    /// HTTP/2, negotiated within TLS.
    case http2
  }

  /// Whether this machine has the libraries for TLS and HTTP/2.
  public static var isPossible: Bool { FastTLS.isPossible }

  /// Returns the response to a request; called on the connection's own thread.
  public typealias Handler = @Sendable (FastRequest) -> FastAnswer

  /// How the bytes travel.
  public let wire: Wire
  /// The port it listens on.
  public let port: Int
  /// The certificate file by which a client trusts the server; `nil` without TLS.
  public let authorityFile: String?
  private let descriptor: Int32
  private let resets: Observed<Int>
  private let connections = Observed<(sockets: Set<Int32>, count: Int, isStopped: Bool)>(([], 0, false))

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - wire: How the bytes travel.
  ///   - streamsPerConnection: The number of requests after which an HTTP/2 connection ends.
  ///   - handler: Returns the response to each request.
  /// - Throws: ``ScriptedServerError/system(call:errno:)`` when no socket can be opened; ``FastTLS/Missing`` if this
  ///   machine lacks the libraries for TLS.
  public init(_ wire: Wire = .plain, streamsPerConnection: Int = .max, _ handler: @escaping Handler) throws {
    let tls = wire == .plain ? nil : try FastTLS(http2: wire == .http2)
    (descriptor, port) = try Sockets.bound(.ipv4)
    guard listen(descriptor, Sockets.backlog) == 0 else {
      let code = errno
      close(descriptor)
      throw ScriptedServerError.system(call: "listen", errno: code)
    }
    self.wire = wire
    authorityFile = tls?.authorityFile
    let resets = Observed(0)
    self.resets = resets
    let (descriptor, connections, counts) = (descriptor, connections, Observed<[String: Int]>([:]))
    let answer: Handler = { request in
      var request = request
      request.repetition = counts.change { counts in
        defer { counts[request.target, default: 0] += 1 }
        return counts[request.target] ?? 0
      }
      return handler(request)
    }
    Thread.detachNewThread {
      while true {
        let socket = accept(descriptor, nil, nil)
        guard socket >= 0 else { break }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        Sockets.sendAtOnce(socket)
        let isStopped = connections.change { state in
          state.sockets.insert(socket)
          state.count += 1
          return state.isStopped
        }
        if isStopped { Sockets.shutdownBoth(socket) }
        Thread.detachNewThread {
          // OpenSSL writes without MSG_NOSIGNAL, so SIGPIPE would end the process if the client has disconnected.
          var pipe = sigset_t()
          sigemptyset(&pipe)
          sigaddset(&pipe, SIGPIPE)
          pthread_sigmask(SIG_BLOCK, &pipe, nil)
          if let channel = FastChannel(socket, tls) {
            if wire == .http2 {
              FastStreams(channel, streams: streamsPerConnection, resets: resets, answer).serve()
            } else {
              FastServer.serve(channel, answer)
            }
            channel.end()
          }
          _ = connections.change { $0.sockets.remove(socket) }
          close(socket)
        }
      }
      close(descriptor)
    }
  }

  deinit { stop() }

  /// The number of connections accepted so far.
  public var connectionCount: Int { connections.current.count }

  /// The number of HTTP/2 streams that clients have reset, ended ones included.
  public var resetCount: Int { resets.current }

  /// The number of open connections.
  public var openCount: Int { connections.current.sockets.count }

  /// The URL of a path on this server.
  public func url(_ path: String = "/") -> String {
    "\(wire == .plain ? "http" : "https")://127.0.0.1:\(port)\(path)"
  }

  /// Stops the server and ends its connections.
  public func stop() {
    connections.change { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      // Threads that read or write get an error, and close their own sockets; not before they are removed here, since a
      // descriptor that was closed may be another server's.
      for socket in state.sockets.union([descriptor]) { Sockets.shutdownBoth(socket) }
    }
  }

  /// Serves HTTP/1.1: one request after another.
  private static func serve(_ channel: FastChannel, _ handler: Handler) {
    var buffer: [UInt8] = []
    while true {
      guard let head = nextHead(channel, &buffer) else { return }
      let answer = handler(FastRequest(head: head))
      let wire = answer.wire
      guard channel.write(wire, answer.pace), !answer.closes else { return }
    }
  }

  /// Reads the next request head.
  ///
  /// The bytes after it stay in the buffer. Requests must not have bodies.
  private static func nextHead(_ channel: FastChannel, _ buffer: inout [UInt8]) -> [UInt8]? {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      if let range = buffer.firstRange(of: end) {
        defer { buffer.removeFirst(range.upperBound) }
        return Array(buffer[..<range.upperBound])
      }
      guard let more = channel.read() else { return nil }
      buffer += more
    }
  }
}

/// A request as a fast server sees it.
public struct FastRequest: Sendable {
  /// The request target, as sent.
  public let target: String
  /// The start of the requested range; 0 without one.
  public let rangeStart: Int
  /// The value of `Authorization`.
  public let authorization: String?
  /// The number of earlier requests for this target.
  public internal(set) var repetition = 0

  init(target: String, range: String?, authorization: String?) {
    self.target = target
    // `bytes=17-`
    rangeStart = range.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
    self.authorization = authorization
  }

  init(head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    func value(_ name: String) -> String? {
      fields.first { $0.count == 2 && $0[0].lowercased() == name }?[1].trimmingCharacters(in: .whitespaces)
    }
    self.init(
      target: String(lines.first?.split(separator: " ").dropFirst().first ?? ""),
      range: value("range"),
      authorization: value("authorization")
    )
  }
}
