// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && (os(Linux) || os(macOS))
  extension ResourceClient {
    /// A client over libcurl, with connections of its own.
    ///
    /// - Parameters:
    ///   - configuration: the services and the gateway; none unless named.
    ///   - options: middleware, common parameters, callbacks, clock and observer.
    public convenience init(
      configuration: ResourceConfiguration = .empty,
      options: ClientOptions = ClientOptions()
    ) {
      self.init(configuration: configuration, transport: CurlTransport(), options: options)
    }
  }
#elseif canImport(Darwin)
  extension ResourceClient {
    /// A client over URLSession, with connections of its own.
    ///
    /// - Parameters:
    ///   - configuration: the services and the gateway; none unless named.
    ///   - options: middleware, common parameters, callbacks, clock and observer.
    public convenience init(
      configuration: ResourceConfiguration = .empty,
      options: ClientOptions = ClientOptions()
    ) {
      self.init(configuration: configuration, transport: URLSessionTransport(), options: options)
    }
  }
#endif
