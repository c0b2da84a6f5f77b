// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Everything the SDK says is searched for what it was told to keep secret.
  @Suite struct `Secrets` {
    typealias Kind = `The fence`.Kind

    static let traces = [
      `The fence`.secret, Data("ann:\(`The fence`.secret)".utf8).base64EncodedString(),
      Data("key:\(`The fence`.secret)".utf8).base64EncodedString(), "issued-token",
    ]

    final class Events: EventObserver {
      let lines = Lock<[String]>([])
      func observe(_ event: RequestEvent) {
        let line = "\(event)" + (event.request.map { "\($0)" } ?? "")
        lines.withLock { $0.append(line) }
      }
    }

    @Test(arguments: Kind.allCases)
    func `nothing that is printed holds a credential`(_ kind: Kind) async throws {
      // Redirects to a port where nobody listens: an answer, a hop and an error in one call.
      let closed = try ClosedPort()
      let server = try `The fence`.first(kind, sendingTo: closed.url("/next?token=\(`The fence`.secret)"))
      let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())")
      try Data(`The fence`.secret.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let events = Events()
      let plain = try `The fence`.client(kind, server, server, tokenFile: file.path)
      var options = plain.options
      options.environment = RequestEnvironment(observer: events)
      let client = ResourceClient(configuration: plain.configuration, options: options)
      var request = try `The fence`.request(kind, server)
      var said: [String] = []
      do { _ = try await client.send(request) } catch let error as ResourceError {
        said += [
          "\(error)", error.message, "\(String(describing: error.request))", "\(String(describing: error.cause))",
        ]
      }
      request.redirects = .refuse
      let response = try await client.send(request)
      said += ["\(response.url)", "\(response.request)", "\(try client.resolve(request).url)"]
      said += events.lines.withLock(\.self)
      said.append(client.configuration.redactedJSON().text())
      said.append("\(client.configuration)")
      var dumped = ""
      dump(client.configuration, to: &dumped)
      dump(client.options, to: &dumped)
      dump(request, to: &dumped)
      dump(try client.resolve(request), to: &dumped)
      said += [dumped, "\(request)", String(reflecting: request), "\(try client.resolve(request))"]
      #expect(events.lines.withLock(\.count) > 3)
      for text in said {
        for trace in Self.traces {
          #expect(!text.contains(trace), "\(kind): a credential is printed: \(text.prefix(400))")
        }
      }
    }
  }
#endif
