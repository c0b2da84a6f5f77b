// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import FlyingFox
import Foundation
public import LoopbackServer
public import ResourceRequestKit

/// A demonstration adapter gateway: adapters below `/mfp/api/adapters`, backend services below
/// `/mfp/api/backendservice`, and the token endpoints beside them.
public struct GatewayServer: HTTPHandler {
  /// The path below which everything lies.
  public static let contextPath = "/mfp"

  private let adapters: [String: any Adapter] = [
    "JavaAdapter": JavaAdapter(),
    "JavaScriptAdapter": JavaScriptAdapter(),
    "echo": EchoAdapter(),
    "joke": JokeAdapter(path: GatewayServer.contextPath + "/api/adapters/joke"),
    "status": StatusAdapter(),
    "delay": DelayAdapter(),
    "account": AccountAdapter(),
    "conflict": ConflictAdapter(),
  ]
  private let connector: BackendConnector
  private let security: SecurityEndpoints
  private let addresses: GatewayAddresses

  /// Creates a gateway that forwards requests with a client.
  public init(client: ResourceClient = ResourceClient(), security: SecurityOptions = SecurityOptions()) {
    connector = BackendConnector(client: client)
    self.security = SecurityEndpoints(security)
    addresses = GatewayAddresses(security.addresses)
  }

  /// Starts a gateway on loopback.
  public static func start(
    port: UInt16 = 0,
    client: ResourceClient = ResourceClient(),
    security: SecurityOptions = SecurityOptions(),
    bodyLimit: Int = LoopbackServer.defaultBodyLimit
  ) async throws -> LoopbackServer {
    let handler = GatewayServer(client: client, security: security)
    // A port of 0 is chosen on start, so no client can know it earlier.
    if port != 0 { handler.addresses.listens(at: Int(port)) }
    let server = try await LoopbackServer.start(port: port, bodyLimit: bodyLimit, handler: handler)
    handler.addresses.listens(at: server.port)
    return server
  }

  /// Responds to a request; an error becomes a response too.
  public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await answer(request).fitting(request.method)
    } catch let refusal as Refusal {
      return HTTPResponse.json(refusal.json, status: refusal.status).fitting(request.method)
    } catch let refusal as SecurityRefusal {
      return refusal.response.fitting(request.method)
    }
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    // FlyingFox's own routes match the decoded path, where a slash in a value looks like the end of a segment.
    let segments = Array(request.target.path().split(separator: "/", omittingEmptySubsequences: false).dropFirst())
    guard segments.count >= 4, segments.starts(with: ["mfp", "api"]) else {
      throw Refusal(.notFound, code: "notFound", "adapters are below \(Self.contextPath)/api/adapters/{adapter}/…")
    }
    let name = PercentCoding.decode(segments[3].utf8, plusIsSpace: false)
    let rest = segments.dropFirst(4)
    switch segments[2] {
    case "adapters":
      guard let adapter = adapters[name] else {
        let known = adapters.keys.sorted().joined(separator: ", ")
        throw Refusal(.notFound, code: "unknownAdapter", "there is no adapter \"\(name)\"; there are: \(known)")
      }
      var call = try await AdapterCall(request, path: rest)
      if let scope = adapter.scope(for: call) { call.token = try await security.admit(call.headers, to: scope) }
      return try await adapter.answer(call)
    case "backendservice":
      return try await connector.forward(request, service: name, path: rest.joined(separator: "/"))
    case let root where SecurityEndpoints.roots.contains(String(root)):
      let endpoint = try await SecurityRequest(request, path: segments.dropFirst(2), at: addresses)
      return try await security.answer(endpoint, at: endpoint.call.segments)
    default:
      let roots = SecurityEndpoints.roots.sorted().joined(separator: ", ")
      throw Refusal(.notFound, code: "notFound", "below /api there are adapters, backendservice, \(roots)")
    }
  }
}
