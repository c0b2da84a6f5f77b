// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension RequestOptions {
  /// Creates the client that sends a request, with the credentials from the flags.
  ///
  /// - Throws: ``InputError``, or an error of routing.
  func makeClient(
    for request: inout ResourceRequest,
    _ configuration: inout ResourceConfiguration,
    middleware: [any Middleware] = [],
    printer: EventPrinter? = nil,
    recorder: FlightRecorder? = nil
  ) throws -> ResourceClient {
    let transport = self.transport.shared
    try serveAddress(of: &request, in: &configuration, over: transport)
    let environment = RequestEnvironment(observer: printer)
    let removed = try removedFields()
    let removal = removed.isEmpty ? [] : [FieldRemoval(names: removed) as any Middleware]
    let printing = connection.leading + (printer.map { [$0 as any Middleware] } ?? [])
    let fetching = ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(attemptMiddleware: printing, environment: environment)
    )
    var options = ClientOptions(
      // Above the cache, which keeps responses by what is sent.
      middleware: removal + middleware + (printer.map { [StoredHeadPrinter(print: $0.print)] } ?? []),
      attemptMiddleware: printing,
      authorization: try makeAuthorization(request, with: fetching),
      cookies: try makeCookies(),
      environment: environment
    )
    if let recorder { options.record(by: recorder) }
    return ResourceClient(configuration: configuration, transport: transport, options: options)
  }

  /// The names of the fields that are not sent, although they are by default: `Name:` without a value, as for curl.
  func removedFields() throws -> [String] {
    let items = try parsedWords().items.compactMap { item in
      if case .header(let name, "") = item { name } else { nil }
    }
    let headers = Array(headerLines.joined())
    let removed = headers.compactMap(removedField) + items + (userAgent?.isEmpty == true ? ["User-Agent"] : [])
    if let name = removed.first(where: Self.isNeeded) {
      throw InputError("--header: \(name) cannot be left out; the server would not know what it gets, or for whom")
    }
    let given = try headers.map { try NamedValue(header: $0) }.filter { !$0.value.isEmpty }.map { $0.name.lowercased() }
    return removed.filter { !given.contains($0.lowercased()) }
  }

  private static func isNeeded(_ name: String) -> Bool { ["host", "content-length"].contains(name.lowercased()) }

  func removedField(_ text: String) -> String? {
    guard let field = try? NamedValue(header: text), field.value.isEmpty, text.utf8.contains(UInt8(ascii: ":")) else {
      return nil
    }
    return field.name
  }

  /// The names of the fields of `--header` that are the connection's, as in a command line copied from a browser.
  ///
  /// They are left out: the SDK sends those that are so.
  var connectionFields: [String] { headerLines.joined().compactMap(connectionField) }

  func connectionField(_ text: String) -> String? {
    guard let field = try? NamedValue(header: text), !field.value.isEmpty else { return nil }
    return Self.connectionNames.contains(field.name.lowercased()) ? field.name : nil
  }

  private static let connectionNames: Set = [
    "connection", "content-length", "expect", "keep-alive", "proxy-connection", "te", "transfer-encoding",
  ]

  /// The target with the values of `--path` in their places.
  func expandedTarget() throws -> String {
    guard target.utf8.contains(UInt8(ascii: "{")) else { return target }
    var request = ResourceRequest(target.contains("://") ? target : "http://localhost/\(target)")
    request.pathParameters = try RequestParameters(pathParameters, of: "--path")
    return (try? ResourceClient().resolve(request))?.url.path ?? target
  }
}

/// Takes fields out of requests that they have by default, such as `User-Agent`.
private struct FieldRemoval: Middleware {
  let names: [String]

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var request = request
    for name in names { request.headers.remove(name) }
    return try await next(request, context: context)
  }
}
