// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Keeps a client's configuration equal to a file.
///
/// It holds the client weakly: it ends with it.
final class ConfigurationFollower: Sendable {
  private let watcher: FileWatcher
  private let hangups: SignalWatcher?

  /// Follows a file that has been read before.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - environment: the variables for `${env:…}`; those of the process at each reading where `nil`.
  ///   - vocabulary: the features whose keys it may have.
  ///   - files: the files that were read for it, as they were before.
  ///   - rereadsOnHangup: whether SIGHUP reads it again.
  ///   - adjust: changes a configuration that was read into the one that is applied.
  ///   - client: the client that applies it.
  init(
    _ path: String,
    environment: [String: String]?,
    vocabulary: Vocabulary,
    files: [WatchedFile],
    rereadsOnHangup: Bool,
    adjusting adjust: @escaping @Sendable (ResourceConfiguration) throws(ConfigurationError) -> ResourceConfiguration,
    for client: ResourceClient
  ) {
    let clock = client.options.environment.clock
    let watching = Lock<FileWatcherReference>(FileWatcherReference())
    let watcher = FileWatcher(files) { time in
      try await clock.sleep(until: clock.now.advanced(clamping: time))
    } read: { [weak client] isLastWord in
      guard let client else { return true }
      let read = FilesRead()
      // The mistake may be fixed in any of the files.
      defer { watching.withLock(\.watcher)?.watch(read.all) }
      do throws(ConfigurationError) {
        let configuration = try ResourceConfiguration(
          contentsOf: path,
          environment: environment,
          checkedBy: client.transport,
          noting: read,
          vocabulary: vocabulary
        )
        client.reload(try adjust(configuration))
        return true
      } catch {
        if isLastWord { client.reject(error) }
        return false
      }
    }
    watching.withLock { $0.watcher = watcher }
    self.watcher = watcher
    hangups = rereadsOnHangup ? SignalWatcher(SIGHUP) { [weak watcher] in watcher?.readAnyway() } : nil
  }
}

/// The watcher, for its own closure, which must not keep it.
private struct FileWatcherReference {
  weak var watcher: FileWatcher?
}

extension ResourceClient {
  /// Creates a client that follows a configuration file, over a transport of your choice.
  ///
  /// When the file changes, or a file that it names with `${file:…}` or for TLS, it is read again. A valid
  /// configuration is taken as by ``reload(_:)``. An invalid one is ignored and reported to the observers once, with
  /// every mistake (``RequestEvent/Kind/reloadRejected``). The file may be written in place, replaced by renaming, or
  /// swapped behind a symbolic link. Several changes at once are one reload, and a half-written file is read when it is
  /// complete.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - transport: sends the requests, and checks the document's TLS options.
  ///   - environment: the variables for `${env:…}`; `nil` for those of the process at each reading.
  ///   - vocabulary: the features whose keys the document may have.
  ///   - rereadsOnHangup: whether SIGHUP reads the file again, as in daemons; it then no longer ends the process.
  ///   - adjust: changes each configuration that is read, such as by the settings of another source. What it throws
  ///     is reported like an invalid file.
  ///   - options: middleware, default parameters, callback queue, clock and observers.
  /// - Throws: ``ConfigurationError`` with every mistake in the document as it is now.
  public convenience init(
    watching path: String,
    transport: any Transport,
    environment: [String: String]? = nil,
    vocabulary: Vocabulary = .standard,
    rereadsOnHangup: Bool = false,
    adjusting adjust: @escaping @Sendable (ResourceConfiguration) throws(ConfigurationError) -> ResourceConfiguration =
      {
        $0
      },
    options: ClientOptions = ClientOptions()
  ) throws(ConfigurationError) {
    let read = FilesRead()
    let configuration = try ResourceConfiguration(
      contentsOf: path,
      environment: environment,
      checkedBy: transport,
      noting: read,
      vocabulary: vocabulary
    )
    self.init(configuration: try adjust(configuration), transport: transport, options: options)
    let follower = ConfigurationFollower(
      path,
      environment: environment,
      vocabulary: vocabulary,
      files: read.all,
      rereadsOnHangup: rereadsOnHangup,
      adjusting: adjust,
      for: self
    )
    self.follower.withLock { $0 = follower }
  }
}
