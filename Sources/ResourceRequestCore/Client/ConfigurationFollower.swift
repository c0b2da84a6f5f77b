// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps a client at what a file says.
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
  ///   - files: what was read for it, as it was before.
  ///   - rereadsOnHangup: whether SIGHUP reads it again.
  ///   - adjust: makes of what is read what is taken.
  ///   - client: who takes what it says.
  init(
    _ path: String,
    environment: [String: String]?,
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
      // What is wrong may be mended in any of the files.
      defer { watching.withLock(\.watcher)?.watch(read.all) }
      do throws(ConfigurationError) {
        let configuration = try ResourceConfiguration(
          contentsOf: path,
          environment: environment,
          checkedBy: client.transport,
          noting: read
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
  /// A client that follows the configuration in a file, over a transport of your choice.
  ///
  /// When the file changes, or one that it names by `${file:…}` or for TLS, it is read again; what is right is taken as by
  /// ``reload(_:)``, and of what is wrong the observers are told once, with every place
  /// (``RequestEvent/Kind/reloadRejected``). A file may be written in place, renamed over, or swapped behind a symbolic
  /// link; a storm of changes is read when it is over, and one that is half written once it is whole.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - transport: what sends, and tries what the document says of TLS.
  ///   - environment: the variables for `${env:…}`; those of the process, at each reading, unless given.
  ///   - rereadsOnHangup: whether SIGHUP reads the file again, as daemons do; it no longer ends the process then.
  ///   - adjust: makes of what is read what is taken, at each reading, such as by the settings of another source over it;
  ///     what it throws is told like what is wrong with the file.
  ///   - options: middleware, common parameters, callbacks, clock and observer.
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the document as it is now.
  public convenience init(
    watching path: String,
    transport: any Transport,
    environment: [String: String]? = nil,
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
      noting: read
    )
    self.init(configuration: try adjust(configuration), transport: transport, options: options)
    let follower = ConfigurationFollower(
      path,
      environment: environment,
      files: read.all,
      rereadsOnHangup: rereadsOnHangup,
      adjusting: adjust,
      for: self
    )
    self.follower.withLock { $0 = follower }
  }
}
