// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// How an exchange tries the addresses of its host (RFC 8305 §5).
  ///
  /// libcurl begins with one, and with one of the other family; of a family it tries the next only when the one before has
  /// failed, or been silent for half of the time. So the others are tried here, one after the other and all at once, and
  /// the first that answers takes the place of the one libcurl waits for.
  struct AddressRace {
    /// How long an address is waited for before the next is tried beside it.
    static var delay: UInt64 { 250_000_000 }
    /// The most that are tried beside libcurl's; the oldest makes room.
    static var mostAtOnce: Int { 4 }

    let port: Int
    /// Those nobody has tried.
    private(set) var untried: [HostAddress]
    /// libcurl's sockets that are not connected, the newest last.
    var awaited: [Int32] = []
    /// Ours, the oldest first.
    var ours: [Int32] = []
    /// Where ours go.
    var addresses: [Int32: HostAddress] = [:]
    /// Ours that is connected, while libcurl waits for no socket it could take the place of.
    var winner: Int32?

    init(_ addresses: [HostAddress], port: Int) {
      self.port = port
      untried = AddressRace.alternating(addresses)
    }

    /// Takes out an address that is tried by libcurl.
    mutating func isTried(_ address: HostAddress) {
      untried.removeAll { $0.ip == address.ip }
    }

    mutating func next() -> HostAddress? {
      untried.isEmpty ? nil : untried.removeFirst()
    }

    /// The families in turn, each in the order the system gave, the first one's first (RFC 8305 §4).
    static func alternating(_ addresses: [HostAddress]) -> [HostAddress] {
      guard let first = addresses.first?.family else { return [] }
      let (same, other) = (addresses.filter { $0.family == first }, addresses.filter { $0.family != first })
      var mixed: [HostAddress] = []
      for index in 0..<max(same.count, other.count) {
        if same.indices.contains(index) { mixed.append(same[index]) }
        if other.indices.contains(index) { mixed.append(other[index]) }
      }
      return mixed
    }
  }

  /// Whose the sockets are that race, and which have won.
  struct Racers {
    /// Exchanges by libcurl's sockets, and by ours.
    var awaited: [Int32: Exchange] = [:]
    var ours: [Int32: Exchange] = [:]
    /// The addresses that have won, by the local end of their connection, and that end by socket.
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

    /// The address that has won the connection with this local end.
    func winner(at end: @autoclosure () -> String?) -> String? {
      guard !winners.isEmpty, let end = end() else { return nil }
      return winners[end]
    }
  }
#endif
