// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Where a server of Valkey or Redis is, and who logs in there.
///
/// Pure.
struct ValkeyAddress: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case host(String, port: Int)
    case unixSocket(String)
  }

  let place: Place
  let username: String?
  let password: Secret?
  let database: Int
  /// How TLS is spoken there; `nil` for none.
  let tls: TLSOptions?

  /// Reads `valkey://user:password@host:6379/0`, `redis://…`, the same over TLS with `valkeys://` or `rediss://`, or
  /// `unix:///run/valkey.sock`.
  ///
  /// - Parameters:
  ///   - text: the address.
  ///   - username: the user, if it is not in the address.
  ///   - password: the password, if it is not in the address.
  ///   - options: those of TLS, for an address with it; `nil` for the system's authorities.
  /// - Throws: a phrase with the remedy.
  init(
    _ text: String,
    username: String? = nil,
    password: Secret?,
    tls options: TLSOptions? = nil
  ) throws(ValkeyCacheStore.Invalid) {
    let secured = text.dropping(prefix: "valkeys://") ?? text.dropping(prefix: "rediss://")
    guard secured != nil || options == nil else {
      throw .init(description: "the address is one without TLS, expected valkeys://host:6379/0 for the options of TLS")
    }
    guard secured == nil || ServerMaterial.isAvailable else {
      throw .init(description: "TLS is not in this build, expected the trait Sockets, which brings it")
    }
    tls = secured.map { _ in options ?? TLSOptions() }
    if let path = text.dropping(prefix: "unix://") {
      guard path.begins(withBytesOf: "/"), !path.utf8.contains(0) else {
        throw .init(description: "the socket has no absolute path, expected unix:///run/valkey.sock")
      }
      guard path.utf8.count <= SocketAddress.longestPath else {
        throw .init(
          description: "the path of the socket is too long, expected at most \(SocketAddress.longestPath) bytes"
        )
      }
      (place, self.username, database) = (.unixSocket(String(path)), username, 0)
      self.password = password
      return
    }
    guard let rest = secured ?? text.dropping(prefix: "valkey://") ?? text.dropping(prefix: "redis://") else {
      throw .init(
        description: "it has another scheme, expected valkey://host:6379/0, valkeys://host:6379/0 or unix:///path"
      )
    }
    // The rest is written as in a URL, so that it is read as one.
    let url: ResourceURL
    do { url = try ResourceURL("http://\(rest)") } catch { throw .init(description: error.reason) }
    let (name, secret) = (url.userInfo ?? "").cut(atByte: ":")
    let (decodedName, written) = (PercentEncoding.decode(name), secret.flatMap { PercentEncoding.decode($0) })
    guard let decodedName, (secret == nil) == (written == nil) else {
      throw .init(description: "the login is not percent-encoded, expected it so, or beside the address")
    }
    self.username = username ?? (decodedName.isEmpty ? nil : decodedName)
    self.password = password ?? written.map { Secret($0) }
    guard self.username == nil || self.password != nil else {
      throw .init(description: "it names a user without a password, expected both or none")
    }
    place = .host(url.origin.bareHost, port: url.port ?? 6379)
    let path = url.path.dropping(prefix: "/") ?? ""
    guard let number = path.isEmpty ? 0 : Int(path), (0...65_535).contains(number), url.query == nil else {
      throw .init(description: "the path is no number of a database, expected none or one such as /0")
    }
    database = number
  }
}
