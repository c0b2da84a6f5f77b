// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An error of a scripted server, or of a test that waits for it.
public enum ScriptedServerError: Error, Hashable, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(call: String, errno: Int32)
  /// The peer closed or reset the connection while the script wanted more bytes.
  case closedByPeer
  /// The server was stopped while the script was blocked.
  case stopped
  /// The peer sent something other than an HTTP/1.1 request.
  case malformedRequest(String)
  /// The script has no response left for a request.
  case noAnswerLeft(String)
  /// The event that a test waited for did not happen in time.
  case timedOut(waitingFor: String, seen: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed with errno \(code)"
    case .closedByPeer: "the peer closed the connection before the script was done"
    case .stopped: "the server was stopped"
    case .malformedRequest(let why): "the peer sent a malformed request: \(why)"
    case .noAnswerLeft(let what): "no scripted answer is left for \(what)"
    case .timedOut(let what, let seen): "timed out waiting for \(what); seen so far: \(seen)"
    }
  }
}
