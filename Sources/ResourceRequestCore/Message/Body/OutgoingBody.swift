// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform
import Synchronization

/// The body of a resolved request: bytes in memory, or chunks that are produced while it is sent.
public struct OutgoingBody: Sendable, Hashable {
  /// The chunks of a body.
  public typealias Chunks = any AsyncSequence<Data, any Error> & Sendable

  private enum Content: Sendable, Hashable {
    case bytes(Data)
    case chunks(Source)
  }

  private let content: Content
  /// The number of bytes; `nil` if it is not known in advance.
  public let length: Int?

  private init(content: Content, length: Int?) {
    self.content = content
    self.length = length
  }

  /// Creates a body from bytes in memory.
  public init(_ bytes: Data) {
    content = .bytes(bytes)
    length = bytes.count
  }

  /// Creates a body that is produced while it is sent.
  ///
  /// - Parameters:
  ///   - length: the number of bytes; `nil` if unknown. More or fewer bytes fail the request.
  ///   - isReplayable: whether `chunks` can be called again, for a redirect or another attempt.
  ///   - chunks: produces the chunks, from the start.
  public init(length: Int?, isReplayable: Bool, chunks: @escaping @Sendable () async throws -> Chunks) {
    self.init(length: length, isReplayable: isReplayable, whenAbandoned: {}, chunks: chunks)
  }

  /// Creates a body that is produced while it is sent; its producer is notified if it will not be read.
  package init(
    length: Int?,
    isReplayable: Bool,
    whenAbandoned: @escaping @Sendable () -> Void,
    chunks: @escaping @Sendable () async throws -> Chunks
  ) {
    content = .chunks(Source(isReplayable: isReplayable, whenAbandoned: whenAbandoned, chunks))
    self.length = length
  }

  /// Creates a body that is replayable until something has come of it.
  ///
  /// - Parameters:
  ///   - length: the number of bytes.
  ///   - isSpent: whether something has come of it; without it nothing does.
  ///   - unsent: produces the chunks for a reader that does not send them.
  ///   - chunks: produces the chunks for one that does.
  package init(
    length: Int,
    until isSpent: (@Sendable () -> Bool)?,
    unsent: @escaping @Sendable () async throws -> Chunks,
    chunks: @escaping @Sendable () async throws -> Chunks
  ) {
    content = .chunks(Source(isReplayable: true, whenAbandoned: {}, isSpent: isSpent, unsent: unsent, chunks))
    self.length = length
  }

  /// Creates a replayable body that is measured before it is sent.
  package init(measure: @escaping @Sendable () -> Int?, chunks: @escaping @Sendable () async throws -> Chunks) {
    content = .chunks(Source(isReplayable: true, whenAbandoned: {}, measure: measure, chunks))
    length = measure()
  }

  /// Creates a body whose chunks were counted by their source.
  package init(counted body: OutgoingBody, chunks: @escaping @Sendable () async throws -> Chunks) {
    content = .chunks(
      Source(
        isReplayable: body.canBeReplayed,
        whenAbandoned: {},
        isCounted: true,
        whole: body.bytes,
        unsent: body.unsentChunks,
        chunks
      )
    )
    length = body.length
  }

  /// Makes a body that can be read once replayable by keeping its bytes while they are read.
  ///
  /// Returns the body unchanged if it is replayable already or is known to exceed the limit.
  package func kept(upTo limit: Int) -> OutgoingBody {
    guard case .chunks(let source) = content, !source.isReplayable, length.map({ $0 <= limit }) ?? (limit > 0) else {
      return self
    }
    let kept = KeptBytes(upTo: limit, length: length)
    let keeping = Source(
      isReplayable: false,
      whenAbandoned: source.whenAbandoned,
      isCounted: source.isCounted,
      kept: kept
    ) {
      KeptChunks(chunks: try await source.take(), kept: kept)
    }
    return OutgoingBody(content: .chunks(keeping), length: length)
  }

  /// The body without its length: only such a body can have trailers.
  package var ofUnknownLength: OutgoingBody {
    OutgoingBody(length: nil, isReplayable: canBeReplayed) { try await chunks() }
  }

  /// The body with its current length.
  package func measured() -> OutgoingBody {
    guard case .chunks(let source) = content, let measure = source.measure else { return self }
    return OutgoingBody(content: content, length: measure())
  }

  /// The bytes, if they are in memory.
  public var bytes: Data? {
    if case .bytes(let bytes) = content { bytes } else { nil }
  }

  /// The bytes of a body in memory that is watched while it is sent, for a transport that takes bodies whole.
  package var watchedBytes: Data? { if case .chunks(let source) = content { source.whole } else { nil } }

  /// Whether the body can be sent now: always if it is in memory or replayable, otherwise once.
  public var isReplayable: Bool {
    switch content {
    case .bytes: true
    case .chunks(let source): source.isReplayable || !source.isTaken || source.kept?.whole != nil
    }
  }

  /// Whether the body is replayable.
  package var canBeReplayed: Bool {
    switch content {
    case .bytes: true
    case .chunks(let source): source.isReplayable
    }
  }

  /// Whether the body is replayable, or may be once it was read.
  package var mayBeReplayed: Bool {
    if case .chunks(let source) = content { source.isReplayable || source.kept != nil } else { true }
  }

  /// Ends the body with its call, so that its producer stops waiting for a reader; whoever reads it, maybe for another call,
  /// ends it by letting go.
  func abandon() {
    guard case .chunks(let source) = content, !source.isTaken else { return }
    source.whenAbandoned()
  }

  /// Returns the chunks, from the start.
  ///
  /// If the length is known, they have exactly that many bytes, or end with a ``ResourceError`` with the code
  /// `invalidBody` before the last of them.
  ///
  /// - Throws: ``ResourceError`` with the code `bodyNotReplayable` if they can be read only once and have been; or an
  ///   error from producing them.
  public func chunks() async throws -> Chunks {
    switch content {
    case .bytes(let bytes):
      return OutgoingBody.chunks(of: bytes)
    case .chunks(let source):
      let chunks = try await source.take()
      guard let length, !source.isCounted else { return chunks }
      return CountedChunks(chunks: chunks, length: length)
    }
  }

  /// Returns the chunks of a body that can be replayed for a reader that does not send them: they are no progress.
  package func unsentChunks() async throws -> Chunks {
    guard case .chunks(let source) = content, let unsent = source.unsent else { return try await chunks() }
    return try await unsent()
  }

  private static func chunks(of bytes: Data) -> Chunks {
    AnyFailure(
      base: AsyncStream<Data> { continuation in
        continuation.yield(bytes)
        continuation.finish()
      }
    )
  }

  /// Makes the chunks once or repeatedly; a class, so that bodies are comparable and a single use is recorded.
  private final class Source: Sendable, Hashable {
    private let canBeMadeAgain: Bool
    private let isSpent: (@Sendable () -> Bool)?
    let whenAbandoned: @Sendable () -> Void
    let measure: (@Sendable () -> Int?)?
    /// Whether the chunks are known to match the length.
    let isCounted: Bool
    /// The bytes read so far, if they are kept.
    let kept: KeptBytes?
    /// The bytes of a body in memory that is watched while it is sent.
    let whole: Data?
    /// Makes the chunks for a reader that does not send them, where that differs.
    let unsent: (@Sendable () async throws -> Chunks)?
    private let make: @Sendable () async throws -> Chunks
    private let taken = Atomic<Bool>(false)

    init(
      isReplayable: Bool,
      whenAbandoned: @escaping @Sendable () -> Void,
      measure: (@Sendable () -> Int?)? = nil,
      isCounted: Bool = false,
      isSpent: (@Sendable () -> Bool)? = nil,
      kept: KeptBytes? = nil,
      whole: Data? = nil,
      unsent: (@Sendable () async throws -> Chunks)? = nil,
      _ make: @escaping @Sendable () async throws -> Chunks
    ) {
      (self.kept, self.whole) = (kept, whole)
      self.unsent = unsent
      self.canBeMadeAgain = isReplayable
      self.isSpent = isSpent
      self.whenAbandoned = whenAbandoned
      self.measure = measure
      self.isCounted = isCounted
      self.make = make
    }

    var isReplayable: Bool { canBeMadeAgain && isSpent?() != true }
    var isTaken: Bool { taken.load(ordering: .relaxed) }

    func take() async throws -> Chunks {
      let wasTaken = taken.exchange(true, ordering: .relaxed)
      if wasTaken, let whole = kept?.whole { return OutgoingBody.chunks(of: whole) }
      guard isReplayable || !wasTaken else {
        throw ResourceError(code: .bodyNotReplayable, message: "the body can be read once only and was sent before")
      }
      return try await make()
    }

    static func == (one: Source, other: Source) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

/// A sequence as one that may fail with any error, whatever its own failure is, if any.
struct AnyFailure<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator

    mutating func next() async throws -> Base.Element? { try await base.next(isolation: #isolation) }
  }
}
