// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// Compresses a body in pieces, with any of the codings of requests.
package final class BodyCompressor {
  private var own: BodyEncoder?
  private let loaded: (any LoadedEncoder)?

  /// A compressor.
  ///
  /// - Throws: ``CodingFault`` if the coding's library is missing.
  package init(_ coding: BodyCoding) throws(CodingFault) {
    switch coding {
    case .own(let coding):
      own = BodyEncoder(coding)
      loaded = nil
    case .library(let coding, let level):
      own = nil
      loaded = try coding.makeEncoder(level: Int(level))
    }
  }

  /// Compresses a whole body.
  package static func encode(_ body: Data, as coding: BodyCoding) throws(CodingFault) -> Data {
    switch coding {
    case .own(let own): BodyEncoder.encode(body, as: own)
    case .library(let loaded, let level): try run(try loaded.makeEncoder(level: Int(level)), body, isLast: true)
    }
  }

  /// Adds a piece, and returns the available output, which may be empty.
  package func encode(_ piece: Data) throws(CodingFault) -> Data {
    guard let loaded else { return own?.encode(piece) ?? piece }
    return try Self.run(loaded, piece, isLast: false)
  }

  /// Ends the body, and returns the rest of the output.
  package func finish() throws(CodingFault) -> Data {
    guard let loaded else { return own?.finish() ?? Data() }
    return try Self.run(loaded, Data(), isLast: true)
  }

  private static func run(_ encoder: any LoadedEncoder, _ piece: Data, isLast: Bool) throws(CodingFault) -> Data {
    let result = piece.withUnsafeBytes { bytes in
      Result { () throws(CodingFault) in try encoder.encode(bytes, isLast: isLast) }
    }
    return Data(try result.get())
  }
}
