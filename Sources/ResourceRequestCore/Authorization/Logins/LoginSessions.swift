// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The last login that each server accepted, so that the next request is sent with it.
final class LoginSessions: Sendable {
  /// The key of a session: the origin, the caller's own credential if any, and whether a redirect led there.
  struct Key: Sendable, Hashable {
    let origin: Origin
    let named: LoginCredential?
    /// A session of a URL that the caller named is never used for the target of a redirect.
    var isRedirected = false
  }

  private struct Session: Sendable {
    let login: LoginCredential
    /// `nil` for Basic.
    var challenge: DigestChallenge?
    var count: UInt32 = 0
    /// The nonces that the password's hash is bound to, for session algorithms.
    var sessionNonces: (server: String, client: String)?
    var use: UInt64 = 0
  }

  /// The most sessions; the one that was not used for the longest time makes room.
  private static let limit = 256
  private let sessions = Lock<[Key: Session]>([:])

  /// Begins a session for a challenge.
  func begin(_ decision: LoginDecision, _ login: LoginCredential, for key: Key) {
    sessions.withLock { sessions in
      var session = Session(login: login, use: RequestEnvironment.nextID())
      if case .digest(let challenge) = decision {
        session.challenge = challenge
        // A nonce's uses are counted on, whoever is challenged with it again (RFC 7616 §3.4).
        if let known = sessions[key], known.login == login, known.challenge?.hasSameUses(as: challenge) == true {
          (session.count, session.sessionNonces) = (known.count, known.sessionNonces)
        }
      }
      sessions[key] = session
      if sessions.count > Self.limit, let oldest = sessions.min(by: { $0.value.use < $1.value.use }) {
        sessions[oldest.key] = nil
      }
    }
  }

  func end(_ key: Key, of login: LoginCredential?) {
    sessions.withLock { if $0[key]?.login == login { $0[key] = nil } }
  }

  /// Returns the value of `Authorization` for a request, and its credential; counts one use of the nonce.
  ///
  /// - Parameters:
  ///   - key: the session's key.
  ///   - request: the request.
  ///   - clientNonce: the client's nonce.
  ///   - target: the request target if it is not the URL's path and query.
  /// - Returns: the value and the credential; `nil` if there is no session, or the body cannot be hashed.
  func field(
    for key: Key,
    _ request: ResolvedRequest,
    clientNonce: String,
    target: String? = nil
  ) -> (value: String, login: LoginCredential)? {
    let session = sessions.withLock { sessions -> Session? in
      guard var session = sessions[key] else { return nil }
      if session.count == .max { session.count = 0 }
      session.count += 1
      session.use = RequestEnvironment.nextID()
      if let challenge = session.challenge, challenge.isSession, session.sessionNonces == nil {
        session.sessionNonces = (challenge.nonce, clientNonce)
      }
      sessions[key] = session
      return session
    }
    guard let session else { return nil }
    guard let challenge = session.challenge else { return (session.login.basic, session.login) }
    let answer = DigestAnswer(
      challenge: challenge,
      login: session.login,
      count: session.count,
      clientNonce: clientNonce,
      sessionNonces: session.sessionNonces
    )
    return answer.field(method: request.method, target: target ?? request.url.requestTarget, body: request.body)
      .map { ($0, session.login) }
  }

  /// Adopts the server's next nonce (RFC 7616 §3.5).
  func follow(_ headers: Headers, for key: Key) {
    guard let line = headers["Authentication-Info"],
      let next = Challenge.parse(["Digest " + line]).first?["nextnonce"]
    else { return }
    sessions.withLock { sessions in
      guard let nonce = sessions[key]?.challenge?.nonce, !nonce.hasSameBytes(as: next) else { return }
      sessions[key]?.challenge?.nonce = next
      sessions[key]?.count = 0
    }
  }
}
