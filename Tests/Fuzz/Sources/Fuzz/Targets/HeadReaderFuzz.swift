// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore
@testable import ResourceRequestLoop

/// The reader of heads of HTTP/1, which remembers the head before: what it read then changes no head after.
///
/// The first byte of an input selects the limit; a byte 0xFF ends a response.
enum HeadReaderFuzz: FuzzTarget {
  static let name = "head-reader"
  static let seeds: String? = "Tests/Fuzz/Seeds/http1"

  private static let limits = [16, 100, 600, 4096]

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let limit = limits[Int(first) % limits.count]
    let reused = HeadReader()
    // Twice, so that each head is also read when it is known.
    for response in bytes.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false) {
      let lines = lines(of: response)
      let alone = reading(of: lines, by: HeadReader(), limit)
      precondition(reading(of: lines, by: reused, limit) == alone)
      precondition(reading(of: lines, by: reused, limit) == alone)
    }
  }

  /// The lines, each with its end; the last may have none.
  private static func lines(of response: Slice<UnsafeBufferPointer<UInt8>>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = response
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(Array(rest)) }
    return lines
  }

  /// What a reader made of each line, and of all of them.
  private static func reading(of lines: [[UInt8]], by reader: HeadReader, _ limit: Int) -> [String] {
    reader.begin()
    precondition(reader.isAtStart && reader.headers.isEmpty && reader.trailers.isEmpty)
    var results: [String] = []
    for line in lines {
      let result = line.withUnsafeBytes { reader.take($0, limit: limit) }
      switch result {
      case .part:
        results.append("part")
        continue
      case .interimHead(let status):
        precondition(status.isInformational && status == reader.status)
        results.append("interim \(status.code)")
      case .finalHead(let status):
        precondition(reader.isComplete && status == reader.status)
        precondition((try? AnswerFraming(reader.headers, version: reader.httpVersion)) != nil)
        results.append("final \(status.code)")
      // Nobody goes on reading.
      case .tooLarge: return results + ["too large"]
      case .ambiguous(let reason): return results + [reason]
      case .malformed: return results + ["malformed"]
      }
      results += fields(of: reader.headers)
    }
    // Within a head its reader may know less, since it takes lines that it knows for granted.
    guard reader.isComplete else { return results }
    if let version = reader.httpVersion { results.append("\(version.major).\(version.minor)") }
    results += fields(of: reader.trailers)
    return results
  }

  private static func fields(of headers: Headers) -> [String] {
    headers.flatMap { field in
      precondition(!field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x3A })
      precondition(field.value.utf8.allSatisfy { $0 != 0 && $0 != 0x0D && $0 != 0x0A })
      return [field.name, field.value]
    }
  }
}
