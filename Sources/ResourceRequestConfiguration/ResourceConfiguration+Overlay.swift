// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Configuration
  public import Configuration
  public import ResourceRequestCore

  extension ResourceConfiguration {
    /// This configuration with what a reader's providers say over it.
    ///
    /// The keys are `defaults` or `services` and a service's name, then the setting as in the document:
    /// `services.orders.timeouts.total`, `services.orders.baseUrl`, `defaults.limits.responseBytes`. Values are written as
    /// in the document (`"1.5s"`, `"64MiB"`) and checked like it. Only the services of the document are asked for, and of
    /// them the settings that are one value.
    ///
    /// - Parameter reader: where the settings are looked up.
    /// - Returns: the configuration with the settings that were found.
    /// - Throws: ``ConfigurationError`` that names the settings that are wrong.
    public func overlaid(by reader: ConfigReader) throws(ConfigurationError) -> ResourceConfiguration {
      try overlaid { key in
        reader.string(forKey: ConfigKey(key)) ?? reader.int(forKey: ConfigKey(key)).map(String.init)
      }
    }

    /// The same, by what a snapshot of a reader says.
    ///
    /// - Parameter snapshot: where the settings are looked up.
    /// - Returns: the configuration with the settings that were found.
    /// - Throws: ``ConfigurationError`` that names the settings that are wrong.
    public func overlaid(by snapshot: ConfigSnapshotReader) throws(ConfigurationError) -> ResourceConfiguration {
      try overlaid { key in
        snapshot.string(forKey: ConfigKey(key)) ?? snapshot.int(forKey: ConfigKey(key)).map(String.init)
      }
    }
  }

  extension ResourceClient {
    /// Takes the configuration anew whenever a provider's settings change, until the task is cancelled.
    ///
    /// What is wrong is told to the observers (``RequestEvent/Kind/reloadRejected``), and the configuration before stays.
    ///
    /// - Parameters:
    ///   - reader: whose providers are watched.
    ///   - base: what their settings stand over; asked for at each change.
    /// - Throws: what a provider throws, or `CancellationError`.
    public func follow(_ reader: ConfigReader, over base: @Sendable () -> ResourceConfiguration) async throws {
      try await reader.watchSnapshot { updates in
        for await snapshot in updates {
          do throws(ConfigurationError) {
            reload(try base().overlaid(by: snapshot))
          } catch {
            reject(error)
          }
        }
      }
    }
  }
#endif
