// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// One transfer of a body that does not fit in memory, to or from a server.
struct Transfer: Sendable {
  let url: String
  /// The size of the body.
  let bytes: Int
  /// The file to send, or to download to.
  let file: String
  /// How many bytes a slow reader reads before it pauses, and how long it pauses.
  static let gulp = 1 << 20
  static let rest = DispatchTimeInterval.milliseconds(2)

  private init(_ arguments: Arguments) throws {
    guard let url = arguments.text("url") else { throw Arguments.Fault("--url is missing") }
    self.url = url
    bytes = try arguments.number("bytes", or: 0)
    file = arguments.text("file") ?? ""
  }

  static func run(_ arguments: Arguments) async throws -> Report {
    let transfer = try Transfer(arguments)
    let name = arguments.text("with") ?? "ours"
    let client: any TransferContender
    switch name {
    case "ours": client = OurTransfer()
    #if Peers
      case "async-http": client = AsyncTransfer()
    #endif
    default: throw Arguments.Fault("there is no contender \"\(name)\" for transfers")
    }
    let before = ProcessState.now()
    let start = ContinuousClock.now
    let moved: Int
    switch arguments.mode {
    case "upload-file":
      try await client.upload(file: transfer)
      moved = transfer.bytes
    case "upload-stream":
      try await client.upload(stream: transfer)
      moved = transfer.bytes
    case "download-file": moved = try await client.download(transfer)
    default: moved = try await client.readSlowly(transfer)
    }
    let elapsed = start.duration(to: .now)
    guard moved == transfer.bytes else { throw Arguments.Fault("\(moved) bytes came instead of \(transfer.bytes)") }
    return Report(iterations: 1, elapsed, before: before, after: ProcessState.now())
  }
}

/// A client that moves large bodies.
protocol TransferContender: Sendable {
  func upload(file: Transfer) async throws
  func upload(stream: Transfer) async throws
  /// Downloads to the file and returns its size.
  func download(_ transfer: Transfer) async throws -> Int
  /// Reads with pauses and returns the number of bytes received.
  func readSlowly(_ transfer: Transfer) async throws -> Int
}

/// Counts bytes and pauses after each gulp.
struct SlowReader {
  private(set) var count = 0
  private var sinceRest = 0

  mutating func take(_ bytes: Int) async {
    count += bytes
    sinceRest += bytes
    guard sinceRest >= Transfer.gulp else { return }
    sinceRest = 0
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + Transfer.rest) { continuation.resume() }
    }
  }
}
