// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A client with a cache over a stub, and a manual clock.
final class CacheBench: Sendable {
  let clock = ManualClock()
  let stub: StubTransport
  let client: ResourceClient
  private let answers: Lock<[StubTransport.Responder]>

  init(
    _ settings: CacheSettings = CacheSettings(),
    headers: Headers = Headers(),
    _ change: (inout ClientOptions) -> Void = { _ in }
  ) {
    let answers = Lock<[StubTransport.Responder]>([])
    self.answers = answers
    stub = StubTransport { request, context in
      let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else {
        throw TransportFailure(code: .connectionClosed, message: "nothing is scripted", phase: .sent)
      }
      return try await next(request, context)
    }
    var options = ClientOptions(environment: RequestEnvironment(clock: clock))
    change(&options)
    let configuration = ResourceConfiguration(defaults: ServiceSettings(headers: headers, cache: settings))
    client = ResourceClient(configuration: configuration, transport: stub, options: options)
  }

  static var shared: CacheBench {
    var settings = CacheSettings()
    settings.mode = .shared
    return CacheBench(settings)
  }

  /// The number of requests that reached the server.
  var asked: Int { stub.requests.count }

  /// The HTTP date `seconds` from now.
  func date(_ seconds: Int64) -> String { HTTPDate.format(clock.date.wholeSeconds + seconds) }

  func answer(_ answer: @escaping StubTransport.Responder) { answers.withLock { $0.append(answer) } }

  func fail(_ code: ResourceError.Code) {
    answer { _, _ in throw TransportFailure(code: code, message: "the script says \(code)", phase: .sent) }
  }

  func answer(_ headers: Headers, _ text: String = "body", status: Status = 200) {
    var headers = headers
    if !headers.contains("Date") { headers.append("Date", date(0)) }
    answer { [headers] _, _ in .text(text, status: status, headers: headers) }
  }

  @discardableResult
  func get(
    _ target: String = "http://h.example/x",
    _ headers: Headers = Headers(),
    _ method: RequestMethod = .get,
    change: (inout ResourceRequest) -> Void = { _ in }
  ) async throws -> ResourceResponse {
    var request = ResourceRequest(target, method: method)
    request.headers = headers
    change(&request)
    return try await client.send(request)
  }

  func wait(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }
}
