// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux) || Curl && (os(Linux) || os(macOS)) || canImport(Darwin)
  extension ResourceClient {
    /// Creates a client over the default transport, with connections of its own.
    ///
    /// - Parameters:
    ///   - configuration: the services and the gateway; empty by default.
    ///   - options: middleware, default parameters, callback queue, clock and observers.
    public convenience init(configuration: ResourceConfiguration = .empty, options: ClientOptions = ClientOptions()) {
      self.init(
        configuration: configuration,
        transport: DefaultTransport(options.transport),
        options: options.loggedAsRequested
      )
    }

    /// Creates a client over the default transport, with the configuration in a file.
    ///
    /// The certificates and keys that it names are checked.
    ///
    /// - Parameters:
    ///   - path: the document.
    ///   - environment: the variables for `${env:…}`; `nil` for those of the process.
    ///   - vocabulary: the features whose keys the document may have.
    ///   - options: middleware, default parameters, callback queue, clock and observers.
    /// - Throws: ``ConfigurationError`` with every mistake in the document.
    public convenience init(
      contentsOf path: String,
      environment: [String: String]? = nil,
      vocabulary: Vocabulary = .standard,
      options: ClientOptions = ClientOptions()
    ) throws(ConfigurationError) {
      let transport = DefaultTransport(options.transport)
      let configuration = try ResourceConfiguration(
        contentsOf: path,
        environment: environment,
        checkedBy: transport,
        vocabulary: vocabulary
      )
      self.init(configuration: configuration, transport: transport, options: options.loggedAsRequested)
    }

    /// Creates a client over the default transport that follows a configuration file: see
    /// ``ResourceClient/init(watching:transport:environment:vocabulary:rereadsOnHangup:adjusting:options:)``.
    ///
    /// - Parameters:
    ///   - path: the document.
    ///   - environment: the variables for `${env:…}`; `nil` for those of the process at each reading.
    ///   - vocabulary: the features whose keys the document may have.
    ///   - rereadsOnHangup: whether SIGHUP reads the file again; it then no longer ends the process.
    ///   - adjust: changes each configuration that is read.
    ///   - options: middleware, default parameters, callback queue, clock and observers.
    /// - Throws: ``ConfigurationError`` with every mistake in the document as it is now.
    public convenience init(
      watching path: String,
      environment: [String: String]? = nil,
      vocabulary: Vocabulary = .standard,
      rereadsOnHangup: Bool = false,
      adjusting adjust:
        @escaping @Sendable (ResourceConfiguration) throws(ConfigurationError) -> ResourceConfiguration = {
          $0
        },
      options: ClientOptions = ClientOptions()
    ) throws(ConfigurationError) {
      try self.init(
        watching: path,
        transport: DefaultTransport(options.transport),
        environment: environment,
        vocabulary: vocabulary,
        rereadsOnHangup: rereadsOnHangup,
        adjusting: adjust,
        options: options.loggedAsRequested
      )
    }
  }
#endif
