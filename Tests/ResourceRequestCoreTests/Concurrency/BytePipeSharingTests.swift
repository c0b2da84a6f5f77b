// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Several writers or readers at one end of a pipe, and writes after its end.
struct BytePipeSharingTests {
  @Test func `all of many writers get through, each in its own order`() async throws {
    let pipe = BytePipe(window: 10)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in UInt8(0)..<20 {
        group.addTask { for number in UInt8(0)..<50 { try await pipe.write(Data([writer, number, 0, 0, 0, 0])) } }
      }
      var next = [UInt8](repeating: 0, count: 20)
      for _ in 0..<1000 {
        let chunk = try #require(try await pipe.next())
        #expect(chunk[1] == next[Int(chunk[0])])
        next[Int(chunk[0])] += 1
      }
      try await group.waitForAll()
    }
  }

  @Test func `a cancellation reaches the writer it is meant for`() async throws {
    let pipe = BytePipe(window: 1)
    let (first, second) = (Gate(), Gate())
    let kept = Task {
      first.open()
      try await pipe.write(Data([1]))
    }
    try await first.wait()
    let cancelled = Task {
      second.open()
      try await pipe.write(Data([2]))
    }
    try await second.wait()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    var bytes: Set<UInt8> = []
    while bytes.count < 2, let chunk = try await pipe.next() { bytes.formUnion(chunk) }
    try await kept.value
    #expect(bytes == [1, 2])
  }

  @Test func `nothing is written after the end`() async throws {
    let pipe = BytePipe(window: 10)
    try await pipe.write(Data([1]))
    pipe.finish()
    await #expect(throws: BytePipe.FinishedPipe.self) { try await pipe.write(Data([2])) }
    #expect(pipe.offer(Data([3])))
    pipe.finish(.failure(CancellationError()))
    #expect(try await pipe.next() == Data([1]))
    #expect(try await pipe.next() == nil)
    let (writer, body) = ResourceRequest.Body.bound()
    writer.finish()
    await #expect(throws: BodyWriter.Finished.self) { try await writer.write(Data([1])) }
    withExtendedLifetime(body) {}
  }

  @Test func `of two that wait to read one is refused, and the other goes on`() async throws {
    let pipe = BytePipe(window: 10)
    let refusals = Gate()
    let outcomes = await withTaskGroup(of: Data?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do {
            return try await pipe.next()
          } catch {
            refusals.open()
            return (error is BytePipe.BusyPipe) ? Data() : nil
          }
        }
      }
      group.addTask {
        // Writes only after one reader was refused: until then, neither may find anything to read.
        try? await refusals.wait()
        try? await pipe.write(Data([7]))
        return Data([0])
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(outcomes) == [Data(), Data([7]), Data([0])])
  }

  @Test func `a reader that is dismissed waits no longer, and loses nothing`() async throws {
    let pipe = BytePipe(window: 10)
    let reading = pipe.makeTicket()
    pipe.dismiss(reading)
    await #expect(throws: BytePipe.Dismissed.self) { try await pipe.next(reading) }
    try await pipe.write(Data([2]))
    pipe.finish()
    #expect(try await pipe.next() == Data([2]))
    #expect(try await pipe.next() == nil)
  }
}
