// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AssertionSigning
import Foundation
import ResourceRequestKit

/// Registers as a client of the gateway and passes its PIN check, printing every exchange.
struct SecurityTour {
  let client: ResourceClient
  let guide = Guide()

  /// Takes the tour with a new key, which is deleted afterwards.
  static func run(at url: ResourceURL) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }

    // A real program keeps both files with its data, so that it is the same client after a restart.
    let registered = RegisteredClient(
      signer: try ES256Signer(keyFile: folder.appending(path: "key.pem").path),
      identities: FileIdentityStore(folder.appending(path: "identity.json").path),
      application: ["id": "com.example.tour"]
    )
    // The first PIN is wrong.
    let authorization = AuthorizationOptions(
      registeredClient: registered,
      securityCheckHandlers: [PINHandler(["0000", "1234", "1234"])]
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(gateway: Gateway(serverURL: url)),
      options: ClientOptions(
        authorization: authorization,
        environment: RequestEnvironment(observer: ExchangePrinter())
      )
    )
    try await SecurityTour(client: client).run()
  }

  func run() async throws {
    try await protectedAdapter()
    try await learnedScope()
    try await conflict()
    try await logout()
    try await forgottenClient()
    try await blockedAccount()
  }

  /// The gateway requires a token, then one with a wider scope, then a PIN.
  func protectedAdapter() async throws {
    title("A protected adapter: the client registers, is asked for a PIN, and gets a token")
    let answer = try await send(ResourceRequest("/adapters/account/balance"))
    try guide.expect(answer.json?["balance"] == 1017.5, "the token opens the account")
  }

  func learnedScope() async throws {
    title("The same again: scope and token are known")
    try guide.expect(try await send(ResourceRequest("/adapters/account/balance")).status == 200, "one request does it")
  }

  func conflict() async throws {
    title("A conflict: the gateway asks for the same again")
    let answer = try await send(ResourceRequest("/adapters/conflict/tour-\(Int.random(in: 1000...9999))/2"))
    try guide.expect(answer.json?["conflicts"] == 2, "the third request is answered")
  }

  func logout() async throws {
    title("Logout, and login with a PIN that is known beforehand")
    try await client.authorization.logout("PIN")
    try await client.authorization.login("PIN", answer: ["pin": "1234"])
    try guide.expect(try await send(ResourceRequest("/adapters/account/balance")).status == 200, "nobody is asked")
  }

  /// The gateway has removed the client: it registers again, once, and must enter the PIN again.
  func forgottenClient() async throws {
    title("The gateway forgets the client, which registers again")
    let profile = try await send(ResourceRequest("/adapters/account/profile"))
    var request = ResourceRequest("/registration/v1/self/{id}", method: .delete)
    request.pathParameters = ["id": .init(profile.json?["client"].string ?? "")]
    request.scope = "RegisteredClient"
    try guide.expect(try await send(request).status == 204, "the gateway forgets it")
    try guide.expect(try await send(ResourceRequest("/adapters/account/balance")).status == 200, "it is known again")
  }

  /// The PIN handler has only wrong PINs left: after three attempts the check fails, and so does the call.
  func blockedAccount() async throws {
    title("Three wrong PINs")
    try await client.authorization.logout("PIN")
    do {
      _ = try await send(ResourceRequest("/adapters/account/balance"))
      throw Guide.Unexpected("not so: the account is blocked")
    } catch let error as ResourceError {
      print("   \(error.code): \(error.message)\n")
      try guide.expect(error.code == .challengeFailed, "the check has failed")
    }
  }

  private func title(_ text: String) { print("── \(text)") }

  private func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    let response = try await client.send(request)
    print(response.data.isEmpty ? "" : "   \(response.text)\n")
    return response
  }
}
