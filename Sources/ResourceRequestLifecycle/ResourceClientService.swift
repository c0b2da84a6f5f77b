// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Lifecycle
  public import ResourceRequestCore
  public import ServiceLifecycle

  /// A client as a service of a `ServiceGroup`: when the group shuts down, the calls in flight end first.
  ///
  /// List it before the services that make calls, since a group shuts its services down in reverse order.
  public struct ResourceClientService: Service {
    private let client: ResourceClient
    private let limit: Duration

    /// Creates a service for a client.
    ///
    /// - Parameters:
    ///   - client: the client to drain.
    ///   - limit: the longest time to wait.
    public init(_ client: ResourceClient, drainingWithin limit: Duration = .seconds(30)) {
      self.client = client
      self.limit = limit
    }

    /// Waits for the group to shut down, then drains the client.
    ///
    /// - Throws: `CancellationError` if the group is cancelled instead.
    public func run() async throws {
      try await gracefulShutdown()
      await client.drain(within: limit)
    }
  }
#endif
