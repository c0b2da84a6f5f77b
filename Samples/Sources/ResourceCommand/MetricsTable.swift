// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// The metrics of an exchange, as an aligned table.
struct MetricsTable: CustomStringConvertible {
  let metrics: ExchangeMetrics
  /// Whether the sizes are known.
  var isMeasured = true

  var description: String {
    let peer = metrics.peerAddress.map { address in
      (address.contains(":") ? "[\(address)]" : address) + (metrics.peerPort.map { ":\($0)" } ?? "")
    }
    let rows = [
      ("name lookup", Self.text(metrics.nameLookup)),
      ("connect", Self.text(metrics.connect)),
      ("tls", Self.text(metrics.tls)),
      ("first byte", Self.text(metrics.firstByte)),
      ("total", Self.text(metrics.total)),
      ("sent", isMeasured ? "\(metrics.bytesSent) bytes" : "-"),
      ("received", isMeasured ? "\(metrics.bytesReceived) bytes" : "-"),
      ("connection", metrics.reusedConnection ? "reused" : "new"),
      ("version", metrics.httpVersion.map { "\($0)" } ?? "-"),
      ("peer", peer ?? "-"),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.padded(to: width + 2) + $1 }.joined(separator: "\n")
  }

  /// Formats a duration in milliseconds; `-` for `nil`.
  static func text(_ duration: Duration?) -> String {
    guard let (seconds, attoseconds) = duration?.components else { return "-" }
    return String(Double(seconds) * 1000 + Double(attoseconds) / 1e15, decimals: 2) + " ms"
  }
}
