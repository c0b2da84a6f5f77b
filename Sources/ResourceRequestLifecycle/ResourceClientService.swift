// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Lifecycle
  public import ResourceRequestCore
  public import ServiceLifecycle

  /// A client as a service of a `ServiceGroup`: when the group shuts down, the calls under way end first.
  ///
  /// Put it before the services that make calls: a group ends its services in the opposite order.
  public struct ResourceClientService: Service {
    private let client: ResourceClient
    private let limit: Duration

    /// A service for a client.
    ///
    /// - Parameters:
    ///   - client: whose calls are waited for.
    ///   - limit: the longest to wait for them.
    public init(_ client: ResourceClient, drainingWithin limit: Duration = .seconds(30)) {
      self.client = client
      self.limit = limit
    }

    /// Waits for the group to shut down, and then for the calls under way.
    ///
    /// - Throws: `CancellationError` where the group is cancelled instead.
    public func run() async throws {
      try await gracefulShutdown()
      await client.drain(within: limit)
    }
  }
#endif
