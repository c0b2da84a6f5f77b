// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import Dispatch
  import Glibc
  import ResourceRequestCore
  import Synchronization

  /// A host name whose lookup does not end until the test says so.
  ///
  /// Works only in a process in which `Tests/slow-lookup.c` is preloaded.
  final class SlowLookup: Sendable {
    private typealias Hold = @convention(c) (UnsafePointer<CChar>?) -> Int32

    /// Whether lookups can be held in this process.
    static let isPossible: Bool = {
      guard let address = dlsym(nil, "hold_lookups") else { return false }
      let holdLookups = unsafeBitCast(address, to: (@convention(c) (Hold?) -> Void).self)
      holdLookups { name in
        name.map { SlowLookup.wait(for: String(cString: $0)) } ?? false ? 1 : 0
      }
      return true
    }()

    private static let lookups = Lock<[String: SlowLookup]>([:])
    private static let count = Atomic<Int>(0)

    /// The host name.
    let name: String
    /// Yields an element for each lookup that begins.
    let begun: AsyncStream<Void>
    private let hasBegun: AsyncStream<Void>.Continuation
    private let begunCount = Atomic<Int>(0)
    private let end = DispatchSemaphore(value: 0)

    init(end: String = "") {
      name = "slow-\(SlowLookup.count.wrappingAdd(1, ordering: .relaxed).oldValue).test\(end)"
      (begun, hasBegun) = AsyncStream.makeStream()
      SlowLookup.lookups.withLock { [name] in $0[name] = self }
    }

    /// The number of lookups that have begun.
    var lookupCount: Int { begunCount.load(ordering: .acquiring) }

    /// Lets all lookups end, later ones included; the name resolves to this machine.
    func finish() { end.signal() }

    /// Blocks while the name is held; returns whether it is one of these names.
    private static func wait(for name: String) -> Bool {
      guard let lookup = lookups.withLock({ $0[name] }) else { return false }
      lookup.begunCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
      lookup.hasBegun.yield()
      lookup.end.wait()
      // Lets the next waiting lookup through.
      lookup.end.signal()
      return true
    }
  }
#endif
