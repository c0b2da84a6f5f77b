// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import Dispatch
  import Glibc
  import ResourceRequestCore
  import Synchronization

  /// A host name whose lookup does not end before the test says so.
  ///
  /// Only where the process was started with `Tests/slow-lookup.c` before the C library.
  final class SlowLookup: Sendable {
    private typealias Hold = @convention(c) (UnsafePointer<CChar>?) -> Int32

    /// Whether lookups can be held up in this process.
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

    /// The name.
    let name: String
    /// An element for each lookup that has begun.
    let begun: AsyncStream<Void>
    private let hasBegun: AsyncStream<Void>.Continuation
    private let begunCount = Atomic<Int>(0)
    private let end = DispatchSemaphore(value: 0)

    init(end: String = "") {
      name = "slow-\(SlowLookup.count.wrappingAdd(1, ordering: .relaxed).oldValue).test\(end)"
      (begun, hasBegun) = AsyncStream.makeStream()
      SlowLookup.lookups.withLock { [name] in $0[name] = self }
    }

    /// How many lookups have begun.
    var lookupCount: Int { begunCount.load(ordering: .acquiring) }

    /// Lets the lookups end, those to come too: the name is this machine's.
    func finish() { end.signal() }

    /// Blocks where the name is one of these, and returns whether it was.
    private static func wait(for name: String) -> Bool {
      guard let lookup = lookups.withLock({ $0[name] }) else { return false }
      lookup.begunCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
      lookup.hasBegun.yield()
      lookup.end.wait()
      // And so does the next one who waits.
      lookup.end.signal()
      return true
    }
  }
#endif
