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
    let transport = self.transport.make()
    try serveAddress(of: &request, in: &configuration, over: transport)
    let environment = RequestEnvironment(observer: printer)
    let printing = connection.leading + (printer.map { [$0 as any Middleware] } ?? [])
    let fetching = ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(attemptMiddleware: printing, environment: environment)
    )
    var options = ClientOptions(
      middleware: middleware + (printer.map { [StoredHeadPrinter(print: $0.print)] } ?? []),
      attemptMiddleware: printing,
      authorization: try makeAuthorization(request, with: fetching),
      cookies: try makeCookies(),
      environment: environment
    )
    if let recorder { options.record(by: recorder) }
    return ResourceClient(configuration: configuration, transport: transport, options: options)
  }
}
