// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2

  /// What one HTTP/2 connection may cost.
  ///
  /// A server can send many frames without sending a response. Each kind has a budget for each connection and
  /// period (the owner passes the number of the period, of about ten seconds, with the bytes); above it the session ends
  /// with `ENHANCE_YOUR_CALM`. What the client does earns more, once, for what it may cause.
  ///
  /// | frames | a period | earned in addition |
  /// |---|---|---|
  /// | `PING` | 1,000 | |
  /// | `SETTINGS` | 100 | |
  /// | `GOAWAY` | 10 | |
  /// | `PRIORITY` | 1,000 | |
  /// | unknown types | 1,000 | |
  /// | `DATA` without a byte of body: empty, or padding only | 1,000 | 1 for each stream opened |
  /// | bytes of `DATA` for closed streams, and padding | 32 MiB | a quarter of bodies; windows of reset streams |
  /// | `RST_STREAM` | 1,000 | 1 for each stream opened |
  /// | `HEADERS` | 10,000 | 4 for each stream opened |
  /// | `WINDOW_UPDATE` | 10,000 | 1 for each 256 bytes sent, 2 for each frame of a body |
  ///
  /// | of one head | at most |
  /// |---|---|
  /// | `CONTINUATION` frames | 64, and less if nghttp2 takes fewer (8 since 1.61, and in the 1.52 of Debian 12) |
  /// | compressed bytes | 256 KiB |
  /// | fields | 5,000 |
  /// | bytes of names and values | the exchange's `headLimit`, interim heads included but for 104 (2^20 of them) |
  ///
  /// nghttp2 adds: 32 entries in a `SETTINGS` frame, 1,000 acknowledgements that wait to be sent, frames of 16 KiB, an
  /// HPACK table of 4 KiB, and no `PUSH_PROMISE`, since it is turned off.
  struct HTTP2Limits {
    /// The window of a stream in bytes at first, and so the most that one buffers before its owner consumes; one whose owner
    /// keeps up gets more (``HTTP2Session/widen(_:upTo:)``).
    var streamWindow = 256 << 10
    /// The window of the connection in bytes.
    ///
    /// It is consumed at once, so that no stream waits for another's reader.
    var connectionWindow = 16 << 20
    /// The most bytes of `DATA` in a period that are of no body, but for those that were earned.
    var strayBytes = 32 << 20
    /// The most fields of a head.
    var fieldCount = 5_000
    /// The most `CONTINUATION` frames of a head.
    var continuations = 64
    /// The most bytes of a head as compressed.
    var headBlock = 256 << 10
  }

  /// Counts the frames of a server against their budgets, from the bytes alone.
  ///
  /// It reads nothing but the nine bytes that begin each frame, and the length of padding.
  struct HTTP2FrameMeter {
    /// A kind of frames with a budget of its own.
    enum Kind: Int, CaseIterable {
      case ping, settings, goAway, priority, unknown, emptyData, reset, headers, windowUpdate

      /// The frames of a period that need not be earned.
      fileprivate var allowance: Int {
        switch self {
        case .ping, .priority, .unknown, .emptyData, .reset: 1_000
        case .settings: 100
        case .goAway: 10
        case .headers, .windowUpdate: 10_000
        }
      }

      fileprivate var name: String {
        switch self {
        case .ping: "PING frames"
        case .settings: "SETTINGS frames"
        case .goAway: "GOAWAY frames"
        case .priority: "PRIORITY frames"
        case .unknown: "frames of unknown types"
        case .emptyData: "DATA frames without data"
        case .reset: "RST_STREAM frames"
        case .headers: "HEADERS frames"
        case .windowUpdate: "WINDOW_UPDATE frames"
        }
      }
    }

    private let limits: HTTP2Limits
    private var period: UInt64 = 0
    private var used = [Int](repeating: 0, count: Kind.allCases.count)
    private var sentBytes = 0
    /// The bytes of `DATA` in this period that are of no body, less those that were earned.
    private var strayBytes = 0
    private var earned = [Int](repeating: 0, count: Kind.allCases.count)
    /// The first bytes of a frame, as a number, and how many of the five that matter have arrived.
    private var (head, headCount) = (UInt64(0), 0)
    /// The bytes until the next that matters, and how many of them are behind the head of their frame.
    private var (skipped, skippedBehindHead) = (0, 0)
    /// The length of a frame whose next byte is the length of its padding.
    private var paddedLength: Int?
    private var (block, continuations) = (0, 0)

    init(_ limits: HTTP2Limits) { self.limits = limits }

    /// Notes that a stream was opened.
    mutating func earnStream() {
      earned[Kind.emptyData.rawValue] += 1
      earned[Kind.reset.rawValue] += 1
      earned[Kind.headers.rawValue] += 4
    }

    /// Notes a frame of a body that was sent: the server may open two windows for each.
    mutating func earnBodyFrame() { earned[Kind.windowUpdate.rawValue] += 2 }

    /// Notes bytes of a body that was received; a quarter as many may be padding.
    mutating func earn(received bytes: Int) { strayBytes -= bytes + bytes / 4 }

    /// Notes that a stream was reset: its window may be on the way.
    mutating func earnReset(window: Int) { strayBytes -= window }

    /// Notes bytes that were sent.
    mutating func earn(sent bytes: Int) { sentBytes += bytes }

    /// The bytes at the end of those counted that begin the head of a frame, which is not complete.
    var partOfHead: Int {
      if headCount > 0 { return headCount }
      return skipped > skippedBehindHead ? 9 - (skipped - skippedBehindHead) : 0
    }

    /// Counts the frames in bytes as received.
    ///
    /// - Returns: the fault, `nil` if all is within the budgets; and the bytes that were counted until then.
    mutating func take(_ bytes: UnsafeRawBufferPointer, period: UInt64) -> (fault: HTTP2Fault?, count: Int) {
      if period != self.period {
        (self.period, strayBytes) = (period, 0)
        for index in used.indices { used[index] = 0 }
      }
      var place = 0
      while place < bytes.count {
        if skipped > 0 {
          let count = min(skipped, bytes.count - place)
          (skipped, place) = (skipped - count, place + count)
          skippedBehindHead = min(skippedBehindHead, skipped)
        } else if let length = paddedLength {
          (paddedLength, skipped, skippedBehindHead) = (nil, length, length)
          if length <= Int(bytes[place]) + 1, let excess = charge(.emptyData) { return (excess, place) }
        } else {
          // Three bytes of length, the type, the flags; the four of the stream's number do not matter.
          head = head << 8 | UInt64(bytes[place])
          (headCount, place) = (headCount + 1, place + 1)
          guard headCount == 5 else { continue }
          let excess = begin(
            type: UInt8(truncatingIfNeeded: head >> 8),
            UInt8(truncatingIfNeeded: head),
            Int(head >> 16)
          )
          (head, headCount) = (0, 0)
          if let excess { return (excess, place) }
        }
      }
      return (nil, place)
    }

    /// Counts a frame.
    private mutating func begin(type: UInt8, _ flags: UInt8, _ length: Int) -> HTTP2Fault? {
      let isPaddedData = type == 0 && flags & 0x8 != 0 && length > 0
      skippedBehindHead = isPaddedData ? 0 : length
      skipped = 4 + skippedBehindHead
      paddedLength = isPaddedData ? length : nil
      switch type {
      case 0:
        strayBytes += length
        if strayBytes > limits.strayBytes { return excess("bytes of DATA for streams that are closed") }
        return length == 0 ? charge(.emptyData) : nil
      case 1:
        (block, continuations) = (length, 0)
        return block > limits.headBlock ? excess("bytes of a head") : charge(.headers)
      case 2: return charge(.priority)
      case 3: return charge(.reset)
      case 4: return charge(.settings)
      case 6: return charge(.ping)
      case 7: return charge(.goAway)
      case 8: return charge(.windowUpdate)
      case 9:
        (block, continuations) = (block + length, continuations + 1)
        if continuations > limits.continuations { return excess("CONTINUATION frames") }
        return block > limits.headBlock ? excess("bytes of a head") : nil
      // The settings that forbid it came before every request.
      case 5: return HTTP2Fault(code: NGHTTP2_PROTOCOL_ERROR.rawValue, said: "the server has sent a PUSH_PROMISE")
      default: return charge(.unknown)
      }
    }

    private func excess(_ frames: String) -> HTTP2Fault {
      HTTP2Fault(code: NGHTTP2_ENHANCE_YOUR_CALM.rawValue, said: "the server has sent too many \(frames)")
    }

    /// Takes one frame from the budget of its kind, else from what was earned.
    private mutating func charge(_ kind: Kind) -> HTTP2Fault? {
      used[kind.rawValue] += 1
      guard used[kind.rawValue] > kind.allowance else { return nil }
      if kind == .windowUpdate, sentBytes >= 256 {
        sentBytes -= 256
        return nil
      }
      guard earned[kind.rawValue] > 0 else { return excess(kind.name) }
      earned[kind.rawValue] -= 1
      return nil
    }
  }
#endif
