// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConnectionStatus: CustomStringConvertible {
  /// A line for people.
  public var description: String {
    var parts = [origin]
    if let endpoint { parts.append("endpoint \(endpoint)") }
    if let peer { parts.append(peer) }
    if let httpVersion { parts.append(httpVersion) }
    if let tlsVersion { parts.append(tlsVersion) }
    parts.append(stateText)
    parts.append("\(ReadableTime.text(seconds: age)) old")
    parts.append("\(requests) requests")
    parts.append("\(bytesSent) bytes sent, \(bytesReceived) received")
    return parts.joined(separator: ", ")
  }

  private var stateText: String {
    if let idleTime { return "\(state) for \(ReadableTime.text(seconds: idleTime))" }
    guard state == .shared || state == .draining else { return "\(state)" }
    return "\(state) by \(active)"
  }
}
