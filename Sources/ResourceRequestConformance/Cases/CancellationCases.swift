// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// A cancelled task ends with `CancellationError` and closes its connection.
  static let cancellationCases: [Case] = [
    Case("a task that is cancelled already lets nothing out", "Transport", needsPeer: false) { bench in
      let server = try await bench.echoIfPossible()
      let request = try bench.unsent(to: server)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await bench.send(request)
      }
      try await bench.expectCancellation(of: task)
      if let server { try await bench.expectNothingReceived(by: server) }
    },
    Case("cancelling ends the wait for an answer and closes the connection", "Transport") { bench in
      let server = try await bench.serve([.readRequest, .awaitClose])
      let request = try bench.request(.post, to: server)
      let task = Task { try await bench.send(request) }
      try await server.wait { $0.first?.requests.count == 1 }
      try await bench.expectCancellation(of: task)
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("cancelling ends an answer that is coming in and closes the connection", "Transport") { bench in
      let server = try await bench.serve([.readRequest, .send(half), .awaitClose])
      let request = try bench.request(to: server)
      let task = Task { try await bench.send(request) }
      try await server.wait { $0.first?.stepsDone == 2 }
      try await bench.expectCancellation(of: task)
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("cancelling ends a body that is going out and closes the connection", "Transport") { bench in
      let server = try await bench.serve([.readHead, .pause(.milliseconds(200)), .awaitClose])
      let request = try bench.request(.post, to: server, body: [UInt8](repeating: 7, count: 16 << 20))
      let task = Task { try await bench.send(request) }
      try await server.wait { $0.first?.requests.count == 1 }
      try await bench.expectCancellation(of: task)
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("cancelling ends the attempt to connect", "Transport") { bench in
      let server = try await bench.start(.ignores)
      let request = try bench.request(to: server)
      let events = EventFlag()
      let task = Task { try await bench.send(request, observer: events) }
      // Wait until the transport reports an event, if it does. Nothing else shows from outside that it is connecting;
      // wherever it is, it must end.
      for _ in 0..<1000 where !events.wasSeen { await Task.yield() }
      try await bench.expectCancellation(of: task)
    },
    Case("a transport works on after a cancelled exchange", "What one caller gives up, the next must not feel.") {
      bench in
      let server = try await bench.serve([.readRequest, .awaitClose], .answering(ok))
      let request = try bench.request(to: server)
      let task = Task { try await bench.send(request) }
      try await server.wait { $0.first?.requests.count == 1 }
      try await bench.expectCancellation(of: task)
      try bench.expect(try await bench.send(to: server).body, is: "ok")
    },
    Case("an exchange ends once, whether its answer or its cancellation comes first", "Exactly one of them wins.") {
      bench in
      let server = try await bench.serve(.answering(ok))
      let request = try bench.request(to: server)
      for round in 0..<200 {
        let task = Task { try await bench.send(request) }
        for _ in 0..<(round % 20) { await Task.yield() }
        task.cancel()
        switch await task.result {
        case .success(let response): try bench.expect(response.body, is: "ok")
        case .failure(is CancellationError): break
        case .failure(let error): throw ConformanceFailure("it ended with \(error)")
        }
      }
    },
  ]
}

/// Records whether any event was observed.
private final class EventFlag: EventObserver {
  private let seen = Lock(false)

  var wasSeen: Bool { seen.withLock { $0 } }

  func observe(_ event: RequestEvent) { seen.withLock { $0 = true } }
}
