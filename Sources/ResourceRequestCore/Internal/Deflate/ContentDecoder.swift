// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Takes the content codings off a body that comes in pieces (RFC 9110 §8.4).
///
/// Of a body it makes pieces of less than 100 KB, each only when it is asked for: whatever the body grows to, no more than
/// that is in memory at once.
package final class ContentDecoder {
  /// Codings that were applied one after the other; more than anybody has a use for.
  private static var mostCodings: Int { 5 }
  /// What small bodies grow to is no harm.
  private static var unlimited: Int { 1 << 20 }

  /// One coding, and what of its input is not decoded yet.
  private final class Stage {
    var frame: FrameDecoder
    var pending = Data()

    init(_ coding: ContentCoding) { frame = FrameDecoder(coding) }

    /// What comes next of the input; `nil` where more is needed, or at the end.
    func decode() throws(DeflateFault) -> Data? {
      let (piece, used) = try pending.withUnsafeBytes { bytes in
        Result { () throws(DeflateFault) in
          var input = bytes
          let piece = try frame.decode(&input)
          return (piece.isEmpty ? nil : Data(piece), bytes.count - input.count)
        }
      }.get()
      pending = used < pending.count ? pending.dropFirst(used) : Data()
      return piece
    }
  }

  /// The last coding that was applied first.
  private let stages: [Stage]
  private let expansionLimit: Int
  private var received = 0
  private var decoded = 0
  private var fault: DeflateFault?

  /// A decoder of codings; `nil` where there are none, or one that is not known here.
  ///
  /// - Parameters:
  ///   - names: the codings by their names in lower case, in the order in which they were applied.
  ///   - expansionLimit: how many bytes one byte of the body may become, from the first megabyte on.
  package init?(_ names: [String], expansionLimit: Int) {
    var codings: [ContentCoding] = []
    for name in names {
      switch name {
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      default: return nil
      }
    }
    guard (1...ContentDecoder.mostCodings).contains(codings.count) else { return nil }
    stages = codings.reversed().map(Stage.init)
    self.expansionLimit = expansionLimit
  }

  /// Takes a piece of the body, once ``next()`` has said that it wants one.
  package func put(_ piece: Data) {
    received += piece.count
    stages[0].pending = piece
  }

  /// What comes next of what was put in; `nil` where more must be put in, or at the end.
  ///
  /// - Throws: ``DeflateFault`` where the body is not what its codings say, or grows beyond the limit.
  package func next() throws(DeflateFault) -> Data? {
    // What is broken stays so: nothing behind the place can be trusted.
    if let fault { throw fault }
    do throws(DeflateFault) {
      guard let piece = try next(of: stages.count - 1) else { return nil }
      decoded += piece.count
      guard decoded <= ContentDecoder.unlimited || decoded / max(1, expansionLimit) <= received else {
        throw DeflateFault("it grows to more than \(expansionLimit) times its size, as one made to exhaust memory does")
      }
      return piece
    } catch {
      fault = error
      throw error
    }
  }

  /// Says that the body has ended.
  ///
  /// - Throws: ``DeflateFault`` where it must not end there.
  package func finish() throws(DeflateFault) {
    if let fault { throw fault }
    guard stages.allSatisfy({ $0.frame.mayEnd }) else { throw DeflateFault("it ends within what is compressed") }
  }

  private func next(of index: Int) throws(DeflateFault) -> Data? {
    let stage = stages[index]
    while true {
      if let piece = try stage.decode() { return piece }
      guard index > 0, let piece = try next(of: index - 1) else { return nil }
      stage.pending = piece
    }
  }
}
