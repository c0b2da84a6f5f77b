// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform
import ResourceRequestSyntax

/// Decodes the content codings of a body in pieces (RFC 9110 §8.4).
///
/// It returns pieces of less than 100 KB on demand: no more than that is in memory at once, whatever the body expands
/// to.
package final class ContentDecoder {
  /// The maximum number of stacked codings.
  private static var mostCodings: Int { 5 }
  /// The size up to which expansion is not limited.
  private static var unlimited: Int { 1 << 20 }
  /// The parts of the received body after which the expansion is judged, in bytes.
  private static var window: Int { 32 << 10 }
  /// How far a coding below another one may expand: its result is compressed, so it hardly shrinks again.
  ///
  /// Without this limit, few bytes become very many empty members, which take time and never become a body.
  private static var stackedLimit: Int { 50 }

  /// The codings that can be decoded here, as `Accept-Encoding` names them: those of the SDK, and those of which the
  /// system has the library.
  package static let codings =
    ContentCoding.allCases.map(\.rawValue) + LoadedCoding.allCases.filter(\.isDecodable).map(\.rawValue)

  /// Whether a coding can be decoded here.
  package static func decodes(_ name: String) -> Bool {
    name.hasSameBytes(as: "x-gzip") || codings.contains { $0.hasSameBytes(as: name) }
  }

  /// One coding with its pending input.
  private final class Stage {
    let decoder: any LoadedDecoder
    var pending = Data()
    /// The bytes decoded so far.
    var made = 0

    init(_ decoder: any LoadedDecoder) { self.decoder = decoder }

    /// Decodes the next piece; `nil` if more input is needed, or at the end.
    func decode() throws(DeflateFault) -> Data? {
      while true {
        let (piece, used) = try pending.withUnsafeBytes { bytes in
          Result { () throws(DeflateFault) in
            var input = bytes
            let piece = try decoder.decode(&input)
            return (piece, bytes.count - input.count)
          }
        }.get()
        pending = used < pending.count ? pending.dropFirst(used) : Data()
        if piece != nil || used == 0 || pending.isEmpty { return piece }
      }
    }
  }

  /// The decoder of a coding that the SDK knows.
  private final class OwnDecoder: LoadedDecoder {
    private var frame: FrameDecoder

    init(_ coding: ContentCoding) { frame = FrameDecoder(coding) }

    var mayEnd: Bool { frame.mayEnd }

    func decode(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Data? {
      let piece = try frame.decode(&input)
      return piece.isEmpty ? nil : Data(piece)
    }
  }

  /// The stages, beginning with the coding that was applied last.
  private let stages: [Stage]
  private let expansionLimit: Int
  /// What has been received and is behind the window that is being decoded.
  private var waiting = Data()
  private var received = 0
  /// What has been received up to the end of what is being decoded.
  private var taken = 0
  private var fault: DeflateFault?

  /// Creates a decoder; `nil` if there are no codings, or one that cannot be decoded here.
  ///
  /// - Parameters:
  ///   - names: the names of the codings in lower case, in the order in which they were applied.
  ///   - expansionLimit: the maximum expansion of a byte, from the first megabyte on; of the whole body, and of what
  ///     comes before each 32 KiB of it.
  package init?(_ names: [String], expansionLimit: Int) {
    guard (1...ContentDecoder.mostCodings).contains(names.count) else { return nil }
    var stages: [Stage] = []
    for name in names {
      switch name {
      case "gzip", "x-gzip": stages.append(Stage(OwnDecoder(.gzip)))
      case "deflate": stages.append(Stage(OwnDecoder(.deflate)))
      default:
        guard let decoder = LoadedCoding(rawValue: name)?.makeDecoder() else { return nil }
        stages.append(Stage(decoder))
      }
    }
    self.stages = stages.reversed()
    self.expansionLimit = expansionLimit
  }

  /// Adds a piece of the body after ``next()`` has returned `nil`.
  package func put(_ piece: Data) {
    received += piece.count
    waiting = piece
  }

  /// Moves on to the next part of the body: at most to the end of the window, so that how the body was cut into pieces
  /// has no part in the verdict about its expansion.
  private func takeWindow() -> Bool {
    guard !waiting.isEmpty else { return false }
    let part = waiting.prefix(ContentDecoder.window - taken % ContentDecoder.window)
    waiting = part.count < waiting.count ? waiting.dropFirst(part.count) : Data()
    taken += part.count
    stages[0].pending = part
    return true
  }

  /// Returns the next decoded piece; `nil` if more input is needed, or at the end.
  ///
  /// - Throws: ``DeflateFault`` if the body is invalid or expands beyond the limit.
  package func next() throws(DeflateFault) -> Data? {
    // A fault is final: nothing after it can be trusted.
    if let fault { throw fault }
    do throws(DeflateFault) {
      return try next(of: stages.count - 1)
    } catch {
      fault = error
      throw error
    }
  }

  /// Ends the body.
  ///
  /// - Throws: ``DeflateFault`` if it must not end there.
  package func finish() throws(DeflateFault) {
    if let fault { throw fault }
    guard stages.allSatisfy(\.decoder.mayEnd) else { throw DeflateFault("the compressed data is truncated") }
    for index in stages.indices { try judge(index, upTo: received) }
  }

  /// Refuses a body that has grown beyond the limit.
  ///
  /// - Parameters:
  ///   - index: the stage that has decoded.
  ///   - count: how much of the body may have been received: while it is decoded all of the window, at its end the total.
  /// - Throws: ``DeflateFault``.
  private func judge(_ index: Int, upTo count: Int) throws(DeflateFault) {
    let limit = index == stages.count - 1 ? expansionLimit : min(expansionLimit, ContentDecoder.stackedLimit)
    let made = stages[index].made
    guard made <= ContentDecoder.unlimited || made / max(1, limit) <= count else {
      throw DeflateFault("it expands to more than \(limit) times its size, like a decompression bomb")
    }
  }

  private func next(of index: Int) throws(DeflateFault) -> Data? {
    let stage = stages[index]
    while true {
      if let piece = try stage.decode() {
        stage.made += piece.count
        try judge(index, upTo: (taken + ContentDecoder.window - 1) / ContentDecoder.window * ContentDecoder.window)
        return piece
      }
      if index > 0 {
        guard let piece = try next(of: index - 1) else { return nil }
        stage.pending = piece
      } else if !takeWindow() {
        return nil
      }
    }
  }
}

/// A content coding that the SDK can apply, by its HTTP name (RFC 9110 §8.4.1).
package enum ContentCoding: String, Sendable, Hashable, CaseIterable {
  /// DEFLATE in the frame of gzip (RFC 1952).
  case gzip
  /// DEFLATE in the frame of zlib (RFC 1950).
  case deflate
}
