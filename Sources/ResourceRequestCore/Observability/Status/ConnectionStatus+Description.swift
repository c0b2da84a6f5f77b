// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConnectionStatus: CustomStringConvertible {
  /// A line for people.
  public var description: String {
    let parts = [
      origin, endpoint.map { "endpoint \($0)" }, peer, httpVersion, tlsVersion, stateText,
      "\(ReadableTime.text(seconds: age)) old", "\(requests) requests",
      "\(bytesSent) bytes sent, \(bytesReceived) received",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private var stateText: String {
    if let idleTime { return "\(state) for \(ReadableTime.text(seconds: idleTime))" }
    guard state == .shared || state == .draining else { return "\(state)" }
    return "\(state) by \(active)"
  }
}
