// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// What the loop knows of names, and who waits for which.
  struct Names {
    private static var mostRemembered: Int { 4096 }

    private let mailbox: Mailbox
    private var lookups: NameLookups<Opening>
    private var book: [String: (addresses: [HostAddress], since: UInt64)] = [:]

    init(_ mailbox: Mailbox, most: Int) {
      self.mailbox = mailbox
      lookups = NameLookups(most: most)
    }

    /// The addresses of a host, if nothing has to be asked for them.
    func addresses(of host: String, within time: Duration, at now: UInt64) -> [HostAddress]? {
      var bare = host
      if bare.utf8.first == UInt8(ascii: "["), bare.utf8.last == UInt8(ascii: "]") {
        bare = String(bare.dropFirst().dropLast())
      }
      if let address = IPAddress(bare) { return [HostAddress(address)] }
      // RFC 6761 §6.3: whatever a resolver says.
      let relative = host.ends(withBytesOf: ".") ? host.dropLast() : host[...]
      if relative.hasSameBytes(as: "localhost") || relative.ends(withBytesOf: ".localhost") {
        return ["::1", "127.0.0.1"].compactMap { IPAddress($0).map { HostAddress($0) } }
      }
      guard let entry = book[host], now < entry.since.advanced(by: time) else { return nil }
      return entry.addresses
    }

    /// Looks a name up for an opening.
    mutating func wait(_ opening: Opening, for name: String) {
      if lookups.wait(opening, for: name) { NameResolver.start(name, mailbox) }
    }

    /// An opening no longer waits.
    mutating func left(_ opening: Opening, _ name: String) { lookups.left(opening, name) }

    /// A lookup has ended; returns who waited for it.
    mutating func ended(_ answer: NameAnswer, at now: UInt64) -> [Opening] {
      let (waiters, next) = lookups.ended(answer.name)
      if let next { NameResolver.start(next, mailbox) }
      if case .success(let addresses) = answer.addresses {
        if book.count >= Names.mostRemembered, book[answer.name] == nil { book.removeAll() }
        book[answer.name] = (addresses, now)
      }
      return waiters
    }
  }
#endif
