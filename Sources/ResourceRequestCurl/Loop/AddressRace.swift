// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestLoop

  /// Decides how an exchange tries the addresses of its host (Happy Eyeballs, RFC 8305 §5).
  ///
  /// libcurl starts with one address of each family, and tries the next of a family only after the one before has
  /// failed, or been silent for half of the time. So the other addresses are tried here, one after the other and in
  /// parallel, and the first that connects replaces the one that libcurl waits for.
  struct AddressRace {
    /// How long to wait for an address before the next one is tried in parallel.
    static var delay: UInt64 { 250_000_000 }
    /// The most addresses tried besides libcurl's; the oldest attempt is given up for a new one.
    static var mostAtOnce: Int { 4 }

    let port: Int
    /// The addresses that have not been tried.
    private(set) var untried: [HostAddress]
    /// libcurl's sockets that are not connected yet, the newest last.
    var awaited: [Int32] = []
    /// Our sockets, the oldest first.
    var ours: [Int32] = []
    /// The addresses of our sockets.
    var addresses: [Int32: HostAddress] = [:]
    /// Our connected socket, while libcurl has no waiting socket that it could replace.
    var winner: Int32?

    init(_ addresses: [HostAddress], port: Int) {
      self.port = port
      untried = HostAddress.alternating(addresses)
    }

    /// Removes an address that libcurl tries.
    mutating func isTried(_ address: HostAddress) {
      untried.removeAll { $0.ip == address.ip }
    }

    mutating func next() -> HostAddress? {
      untried.isEmpty ? nil : untried.removeFirst()
    }
  }

  /// The exchanges of the sockets in races, and the winners.
  struct Racers {
    /// Exchanges by libcurl's sockets, and by ours.
    var awaited: [Int32: Exchange] = [:]
    var ours: [Int32: Exchange] = [:]
    /// The winning addresses, by the local end of their connection, and the local ends by socket.
    private var winners: [String: String] = [:]
    private var ends: [Int32: String] = [:]

    var hasAny: Bool { !awaited.isEmpty || !ours.isEmpty || !ends.isEmpty }

    mutating func won(_ socket: Int32, _ address: String, end: String) {
      closed(socket)
      winners[end] = address
      ends[socket] = end
    }

    mutating func closed(_ socket: Int32) {
      guard let end = ends.removeValue(forKey: socket) else { return }
      winners[end] = nil
    }

    /// The winning address of the connection with this local end.
    func winner(at end: @autoclosure () -> String?) -> String? {
      guard !winners.isEmpty, let end = end() else { return nil }
      return winners[end]
    }
  }
#endif
