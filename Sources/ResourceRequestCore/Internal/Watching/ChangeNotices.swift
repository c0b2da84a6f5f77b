// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import Dispatch
  import ResourceRequestPlatform

  /// Reports, with the system's inotify, events of one of some files or on the path to them.
  ///
  /// It reports too often rather than too rarely: the receiver checks the files.
  final class ChangeNotices: Sendable {
    private struct State {
      /// By their watches: the names in a folder that are of interest, or `nil` for a file itself.
      var watches: [Int32: Set<ExactText>?] = [:]
      /// Whether the descriptor is closed, and may be another file's.
      var isClosed = false
    }

    private let descriptor: Int32
    private let state = Lock(State())
    /// Set once, and cancelled from anywhere; libdispatch allows both from any thread.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// One for all, since notices take microseconds: with queues of their own, many that are told or let go of at once
    /// would each get a thread of the system.
    private static let queue = DispatchQueue(label: "resource-request.files")

    /// Starts watching; `nil` if the system has no inotify instance left.
    init?(_ tell: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      let state = state
      source.setEventHandler { if Self.takeNotices(descriptor, state) { tell() } }
      source.setCancelHandler {
        state.withLock { state in
          state.isClosed = true
          _ = close(descriptor)
        }
      }
      source.resume()
    }

    deinit {
      source.cancel()
    }

    /// Watches these files, and nothing else.
    ///
    /// - Returns: whether all these events can be detected.
    func listen(to trails: [PathTrail]) -> Bool {
      var folders: [String: Set<ExactText>] = [:]
      for entry in trails.flatMap(\.entries) { folders[entry.folder, default: []].insert(entry.name) }
      let files = Set(trails.compactMap(\.file))
      return state.withLock { state in
        guard !state.isClosed else { return false }
        var watches: [Int32: Set<ExactText>?] = [:]
        var isWhole = true
        for (folder, names) in folders {
          let watch = inotify_add_watch(descriptor, folder, Self.folderEvents)
          // One folder may have two paths.
          if watch >= 0 { watches[watch] = names.union((watches[watch] ?? []) ?? []) } else { isWhole = false }
        }
        for file in files {
          let watch = inotify_add_watch(descriptor, file, Self.fileEvents)
          if watch >= 0 { watches.updateValue(nil, forKey: watch) } else { isWhole = false }
        }
        for watch in state.watches.keys where watches[watch] == nil { inotify_rm_watch(descriptor, watch) }
        state.watches = watches
        return isWhole
      }
    }

    private static let folderEvents = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR
    )
    /// Separate from its folder: if a single file is mounted into a container, its folder gets no events.
    private static let fileEvents = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)

    /// Receives all pending notices.
    ///
    /// - Returns: whether one of them may concern a watched file.
    private static func takeNotices(_ descriptor: Int32, _ state: Lock<State>) -> Bool {
      let watches = state.withLock(\.watches)
      var isMeant = false
      let size = MemoryLayout<inotify_event>.size
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          var place = 0
          while place + size <= count {
            let notice = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let end = min(place + size + Int(notice.len), count)
            let name = buffer[(place + size)..<end].prefix { $0 != 0 }
            place = end
            guard !isMeant, notice.mask & UInt32(IN_IGNORED) == 0 else { continue }
            // A notice without a watch reports an overflow; one without a name concerns all names.
            guard let names = watches[notice.wd], let names, !name.isEmpty else {
              isMeant = notice.wd < 0 || watches[notice.wd] != nil
              continue
            }
            isMeant = names.contains(ExactText(String(decoding: name, as: UTF8.self)))
          }
        }
      }
      return isMeant
    }
  }
#endif
