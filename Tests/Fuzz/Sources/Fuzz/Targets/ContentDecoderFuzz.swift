// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

/// The decoder of bodies: the result is the same however a body is split, and stays within the limits.
///
/// The first byte of an input selects the codings, the second how the body is split: into pieces of one size, or of sizes
/// that the bytes themselves select. Codings whose library the system lacks are passed over.
enum ContentDecoderFuzz: FuzzTarget {
  static let name = "content-decoder"
  static let seeds: String? = "Tests/Fuzz/Seeds/content-decoder"

  /// The result of decoding a body: the bytes before a fault, and whether there is one.
  private struct Outcome {
    var bytes = Data()
    var isBroken = false
  }

  private static let codings = [
    ["gzip"], ["deflate"], ["gzip", "deflate"], ["deflate", "gzip", "gzip"], ["x-gzip"], ["deflate", "deflate"],
    ["gzip", "gzip", "gzip", "gzip", "gzip"], ["gzip", "gzip"], ["br"], ["zstd"], ["zstd", "br"], ["gzip", "zstd"],
    ["br", "deflate"], ["zstd", "zstd"],
  ]
  /// The decoder's own limit for a piece of output.
  private static let largestPiece = 100_000
  /// The parts of a body after which its expansion is judged.
  private static let window = 32 << 10
  /// The size up to which bodies may expand at any limit.
  private static let unlimited = 1 << 20

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 2 else { return }
    let (names, choice) = (codings[Int(bytes[0]) % codings.count], bytes[1])
    guard Set(names).isSubset(of: ContentDecoder.codings + ["x-gzip"]) else { return }
    let expansionLimit = choice & 8 == 0 ? 20 : 1
    let body = Data(bytes.dropFirst(2))
    let whole = decode([body], names, expansionLimit)
    let size = [1, 2, 3, 7, 16, 61, 251, 1000][Int(choice >> 4 & 7)]
    let cuts = choice & 128 == 0 ? pieces(of: body) { _ in size } : pieces(of: body) { Int($0) % size + 1 }
    let parts = decode(cuts, names, expansionLimit)
    // If its last block is empty, libzstd compares the size that a frame announces with what it decoded only where the whole
    // frame is there at once.
    let isUnchecked = names.contains("zstd") && whole.isBroken && !parts.isBroken
    precondition(parts.isBroken == whole.isBroken || isUnchecked)
    if whole.isBroken {
      // Output of the piece with the fault is not returned.
      let shorter = min(parts.bytes.count, whole.bytes.count)
      precondition(parts.bytes.prefix(shorter) == whole.bytes.prefix(shorter))
    } else {
      precondition(parts.bytes == whole.bytes)
    }
  }

  private static func pieces(of body: Data, _ size: (UInt8) -> Int) -> [Data] {
    var rest = body
    var pieces: [Data] = []
    while let first = rest.first {
      pieces.append(rest.prefix(size(first)))
      rest = rest.dropFirst(size(first))
    }
    return pieces
  }

  private static func decode(_ pieces: [Data], _ names: [String], _ expansionLimit: Int) -> Outcome {
    guard let decoder = ContentDecoder(names, expansionLimit: expansionLimit) else { preconditionFailure() }
    var outcome = Outcome()
    var received = 0
    do throws(DeflateFault) {
      for piece in pieces {
        decoder.put(piece)
        received += piece.count
        while let decoded = try decoder.next() {
          precondition(!decoded.isEmpty && decoded.count < largestPiece)
          outcome.bytes += decoded
          let judged = (received + window - 1) / window * window
          precondition(outcome.bytes.count <= max(unlimited, (judged + 1) * expansionLimit))
        }
      }
    } catch {
      outcome.isBroken = true
      // A decoder stays broken after a fault.
      decoder.put(Data([0]))
      precondition((try? decoder.next()) == nil)
    }
    // A broken or incomplete body does not finish.
    do throws(DeflateFault) {
      try decoder.finish()
      precondition(!outcome.isBroken)
    } catch {
      outcome.isBroken = true
    }
    return outcome
  }
}
