// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Configuration
  public import Configuration
  public import ResourceRequestCore

  extension ResourceConfiguration {
    /// Returns this configuration, overridden by the settings of a reader's providers.
    ///
    /// A key is `defaults`, or `services` and a service's name, then the setting as in the document:
    /// `services.orders.timeouts.total`, `services.orders.baseUrl`, `defaults.limits.responseBytes`. Values have the
    /// document's syntax (`"1.5s"`, `"64MiB"`) and are validated like the document's. Only services of the document are
    /// looked up, and only settings that are a single value.
    ///
    /// - Parameter reader: the reader.
    /// - Returns: the configuration with the settings found.
    /// - Throws: ``ConfigurationError`` that names the invalid settings.
    public func overlaid(by reader: ConfigReader) throws(ConfigurationError) -> ResourceConfiguration {
      try overlaid(by: reader.snapshot())
    }

    /// Returns this configuration, overridden by the settings of a reader's snapshot.
    ///
    /// - Parameter snapshot: the snapshot.
    /// - Returns: the configuration with the settings found.
    /// - Throws: ``ConfigurationError`` that names the invalid settings.
    public func overlaid(by snapshot: ConfigSnapshotReader) throws(ConfigurationError) -> ResourceConfiguration {
      try overlaid { key in
        let key = ConfigKey(key)
        return snapshot.string(forKey: key) ?? snapshot.int(forKey: key).map(String.init)
          ?? snapshot.bool(forKey: key).map(String.init) ?? snapshot.double(forKey: key).map { "\($0)" }
      }
    }
  }

  extension ResourceClient {
    /// Reloads the configuration whenever a provider's settings change, until the task is cancelled.
    ///
    /// Invalid settings are reported to the observers (``RequestEvent/Kind/reloadRejected``), and the current
    /// configuration stays.
    ///
    /// - Parameters:
    ///   - reader: the reader whose providers are watched.
    ///   - base: the configuration that the settings override; called at each change.
    /// - Throws: an error of a provider, or `CancellationError`.
    public func follow(_ reader: ConfigReader, over base: @Sendable () -> ResourceConfiguration) async throws {
      try await reader.watchSnapshot { updates in
        for await snapshot in updates {
          do throws(ConfigurationError) {
            reload(try base().overlaid(by: snapshot))
          } catch {
            reject(error)
          }
        }
        // The sequence ends with its task, and does not say so.
        try Task.checkCancellation()
      }
    }
  }
#endif
