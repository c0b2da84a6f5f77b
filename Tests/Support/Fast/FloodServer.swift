// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on a free loopback port that answers a request with bytes without end that are no part of a body, as fast as
/// the machine can.
public final class FloodServer: Sendable {
  /// What it sends without end.
  public enum Flood: String, Sendable, CaseIterable {
    case unknownFrames, windowUpdates, paddedData, emptyData, priorities, pings, settings
    /// The extension of one chunk of an HTTP/1.1 response.
    case chunkExtension

    /// Whether it is a flood of HTTP/2 frames.
    public var isOfFrames: Bool { self != .chunkExtension }
  }

  /// When it ends, should the client never close the connection.
  private static let longest: TimeInterval = 120

  /// The port it listens on.
  public let port: Int
  /// The certificate file by which a client trusts the server; `nil` without TLS.
  public let authorityFile: String?
  private let descriptor: Int32
  private let begun = Observed(false)
  private let sockets = Observed<(all: Set<Int32>, isStopped: Bool)>(([], false))

  /// Starts listening; in clear text, HTTP/2 is spoken with prior knowledge.
  ///
  /// - Throws: ``ScriptedServerError/system(call:errno:)`` when no socket can be opened; ``FastTLS/Missing`` if this
  ///   machine lacks the libraries for TLS.
  public init(_ flood: Flood, tls isTLS: Bool) throws {
    let tls = isTLS ? try FastTLS(http2: flood.isOfFrames) : nil
    (descriptor, port) = try Sockets.bound(.ipv4)
    guard listen(descriptor, Sockets.backlog) == 0 else {
      let code = errno
      close(descriptor)
      throw ScriptedServerError.system(call: "listen", errno: code)
    }
    authorityFile = tls?.authorityFile
    let (descriptor, sockets, begun) = (descriptor, sockets, begun)
    Thread.detachNewThread {
      while true {
        let socket = accept(descriptor, nil, nil)
        guard socket >= 0 else { break }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        let isStopped = sockets.change { state in
          state.all.insert(socket)
          return state.isStopped
        }
        if isStopped { Sockets.shutdownBoth(socket) }
        Thread.detachNewThread {
          var pipe = sigset_t()
          sigemptyset(&pipe)
          sigaddset(&pipe, SIGPIPE)
          pthread_sigmask(SIG_BLOCK, &pipe, nil)
          if let channel = FastChannel(socket, tls) { FloodServer.serve(channel, flood, begun) }
          _ = sockets.change { $0.all.remove(socket) }
          close(socket)
        }
      }
      close(descriptor)
    }
  }

  deinit { stop() }

  /// The URL of this server.
  public var url: String { "\(authorityFile == nil ? "http" : "https")://127.0.0.1:\(port)/" }

  /// Waits until a flood has begun.
  public func waitForFlood() async throws {
    try await begun.wait(for: "a flood", within: .seconds(60), describe: { "begun: \($0)" }, until: { $0 })
  }

  /// Stops the server and ends its connections.
  public func stop() {
    sockets.change { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      // A thread closes its socket after it is removed here.
      for socket in state.all.union([descriptor]) { Sockets.shutdownBoth(socket) }
    }
  }

  private static func serve(_ channel: FastChannel, _ flood: Flood, _ begun: Observed<Bool>) {
    guard readRequest(channel, isFrames: flood.isOfFrames), channel.write(opening(of: flood)) else { return }
    let wave = wave(of: flood)
    let end = Date(timeIntervalSinceNow: longest)
    begun.change { $0 = true }
    while Date() < end {
      guard channel.write(wave) else { return }
      // Acknowledgements of the client's; unread they would make it end the connection.
      while channel.hasInput { guard channel.read() != nil else { return } }
    }
  }

  private static func readRequest(_ channel: FastChannel, isFrames: Bool) -> Bool {
    var bytes: [UInt8] = []
    while true {
      guard let more = channel.read() else { return false }
      bytes += more
      guard isFrames else {
        if bytes.ends(with: [13, 10, 13, 10]) { return true }
        continue
      }
      // Behind the preface, the frames up to the first HEADERS.
      var place = 24
      while place + 9 <= bytes.count {
        if bytes[place + 3] == 1 { return true }
        place += 9 + (Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]))
      }
    }
  }

  private static func opening(of flood: Flood) -> [UInt8] {
    switch flood {
    case .chunkExtension: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;".utf8)
    // DATA is a body's only behind a head: `:status: 200`.
    case .paddedData, .emptyData: frame(4) + frame(1, flags: 4, stream: 1, [0x88])
    default: frame(4)
    }
  }

  private static func wave(of flood: Flood) -> [UInt8] {
    let one =
      switch flood {
      case .unknownFrames: frame(0x20, stream: 1)
      case .windowUpdates: frame(8, [0, 0, 0, 1])
      case .paddedData: frame(0, flags: 8, stream: 1, [0])
      case .emptyData: frame(0, stream: 1)
      case .priorities: frame(2, stream: 1, [0, 0, 0, 0, 15])
      case .pings: frame(6, [0, 0, 0, 0, 0, 0, 0, 0])
      case .settings: frame(4)
      case .chunkExtension: Array("a".utf8)
      }
    return Array(repeatElement(one, count: (64 << 10) / one.count).joined())
  }

  private static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
  }
}

extension Array<UInt8> {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
