// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct SecretFileWarningTests {
  private typealias Folder = `Secrets from files`.Folder

  private struct Nowhere: Transport {
    let capabilities = TransportCapabilities()

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      TransportResponse(status: 204)
    }
  }

  private final class Warnings: EventObserver {
    let messages = Lock<[String]>([])

    func observe(_ event: RequestEvent) {
      if event.kind == .warning { messages.withLock { $0.append(event.message ?? "") } }
    }
  }

  @Test(arguments: [
    #""auth": {"type": "bearer", "token": "${file:key}"}"#,
    #""auth": {"type": "basic", "credential": {"username": "ann", "password": "${file:key}"}}"#,
    #""auth": {"type": "apikey", "credential": {"apikey": "${file:key}", "policy": "header", "name": "X-Key"}}"#,
    #""auth": {"type": "bearer", "tokenFile": "KEY"}"#,
    #""proxy": {"url": "http://proxy.example", "username": "ann", "password": "${file:key}"}"#,
    #""tls": {"keyPassword": "${file:key}"}"#,
  ])
  func `a missing or invalid secret file is reported once, and again after it was good`(member: String)
    async throws
  {
    let folder = try Folder()
    let key = folder.url.appending(path: "key").path
    try folder.write("hunter2", to: "key")
    try folder.write(
      #"{"service": "a", "baseUrl": "https://a.example", \#(member.replacing("KEY", with: key))}"#,
      to: "backends.json"
    )
    let warnings = Warnings()
    let client = ResourceClient(
      configuration: try ResourceConfiguration(contentsOf: folder.url.appending(path: "backends.json").path),
      transport: Nowhere(),
      options: ClientOptions(environment: RequestEnvironment(observer: warnings))
    )
    func sendTwice() async throws -> [String] {
      for _ in 1...2 { _ = try await client.send(ResourceRequest("x", service: "a")) }
      return warnings.messages.withLock { exchange(&$0) }
    }
    #expect(try await sendTwice() == [])
    try folder.remove("key")
    let gone = try await sendTwice()
    #expect(gone.count == 1)
    #expect(gone.first?.contains("\(key) is gone; the last good secret is used") == true)
    try folder.write("", to: "key", age: 30)
    let useless = try await sendTwice()
    #expect(useless.count == 1)
    #expect(useless.first?.contains("\(key) cannot be read or holds nothing of use") == true)
    try folder.write("hunter2-new", to: "key", age: 20)
    #expect(try await sendTwice() == [])
    try folder.remove("key")
    #expect(try await sendTwice().count == 1)
  }

  private func exchange(_ messages: inout [String]) -> [String] {
    defer { messages = [] }
    return messages
  }
}
