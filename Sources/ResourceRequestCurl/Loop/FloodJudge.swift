// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// Decides whether libcurl is held by a peer that sends without end: it reads and reads, and calls nothing back.
  ///
  /// Over HTTP/2 libcurl (7.88 at least) reads a socket until it has bytes of a response or the socket is empty. Frames that
  /// carry none, of which a peer may send as many as it likes, hold it, and with it the loop. Pure: clock and counters
  /// are passed in.
  struct FloodJudge {
    /// The processor time without a callback after which the sockets are looked at: far beyond what a turn takes.
    static let patience: UInt64 = 100_000_000
    /// The bytes read meanwhile from one socket that make it the cause.
    static let bytes: UInt64 = 64 << 10

    private var pulse: UInt64?
    private var start: UInt64 = 0
    private var read: [Int32: UInt64]?

    /// Looks at the loop.
    ///
    /// - Parameters:
    ///   - pulse: Another number for every call into libcurl, and for every one that libcurl calls back; `nil` outside.
    ///   - spent: The processor time of the loop's thread in nanoseconds.
    ///   - readings: The bytes that were read from each socket so far.
    /// - Returns: the sockets that hold the loop.
    mutating func look(_ pulse: UInt64?, spent: UInt64, readings: () -> [Int32: UInt64]) -> [Int32] {
      guard let pulse, pulse == self.pulse, spent >= start else {
        self.pulse = pulse
        start = spent
        read = nil
        return []
      }
      guard spent - start >= FloodJudge.patience else { return [] }
      let now = readings()
      defer { read = now }
      guard let read else { return [] }
      return now.filter { socket, count in
        read[socket].map { count >= $0 && count - $0 >= FloodJudge.bytes } ?? false
      }.keys.sorted()
    }
  }
#endif
