// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore

  /// Header fields in the form that nghttp2 takes; its memory is used again.
  struct HTTP2FieldList {
    private var bytes: [UInt8] = []
    private var entries: [nghttp2_nv] = []
    /// The lengths of names and values, in turn.
    private var lengths: [Int] = []

    /// Whether nghttp2 does not send them, as it reckons their size.
    var isTooLarge: Bool { HTTP2FieldList.isTooLarge(bytes.count, of: lengths.count / 2) }

    /// Whether nghttp2 does not send such trailers.
    static func isTooLarge(_ trailers: Headers) -> Bool {
      isTooLarge(trailers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }, of: trailers.count)
    }

    private static func isTooLarge(_ bytes: Int, of count: Int) -> Bool {
      // 12 for each field and for a change of the table's size, and 5 for a priority.
      bytes + 12 * (1 + count) + 5 > HTTP2Session.headLimit
    }

    mutating func set(_ head: HTTP2RequestHead) {
      clear()
      add(":method", head.method)
      add(":scheme", head.scheme)
      add(":authority", head.authority)
      add(":path", head.path)
      addAll(of: head.headers)
    }

    mutating func set(trailers: Headers) {
      clear()
      addAll(of: trailers)
    }

    /// Calls `use` with the fields, valid during the call.
    mutating func withFields<Result>(_ use: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
      bytes.withUnsafeMutableBufferPointer { bytes in
        entries.removeAll(keepingCapacity: true)
        var place = bytes.baseAddress
        for index in stride(from: 0, to: lengths.count, by: 2) {
          let (name, value) = (lengths[index], lengths[index + 1])
          entries.append(
            nghttp2_nv(name: place, value: place.map { $0 + name }, namelen: name, valuelen: value, flags: 0)
          )
          place = place.map { $0 + name + value }
        }
        return entries.withUnsafeBufferPointer { use($0.baseAddress, $0.count) }
      }
    }

    private mutating func clear() {
      bytes.removeAll(keepingCapacity: true)
      lengths.removeAll(keepingCapacity: true)
    }

    private mutating func addAll(of headers: Headers) {
      for field in headers where !HTTP2FieldList.isOfConnection(field) { add(field.name, field.value) }
    }

    /// Adds a field; names are in lower case (RFC 9113 §8.2), and values without blanks around them (§8.2.1).
    private mutating func add(_ name: String, _ value: String) {
      for byte in name.utf8 { bytes.append(HTTP2FieldList.lowercased(byte)) }
      lengths.append(name.utf8.count)
      let isBlank = { (byte: UInt8?) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
      let value = isBlank(value.utf8.first) || isBlank(value.utf8.last) ? String(value.trimmingBlanks()) : value
      bytes.append(contentsOf: value.utf8)
      lengths.append(value.utf8.count)
    }

    /// Whether a field belongs to a connection of HTTP/1.1 (RFC 9113 §8.2.2); `:authority` stands for `Host`.
    private static func isOfConnection(_ field: Headers.Field) -> Bool {
      switch field.name.utf8.count {
      case 2: isName(field.name, "te") && !field.value.hasSameBytes(as: "trailers")
      case 4: isName(field.name, "host")
      case 7: isName(field.name, "upgrade")
      case 10: isName(field.name, "connection") || isName(field.name, "keep-alive")
      case 16: isName(field.name, "proxy-connection")
      case 17: isName(field.name, "transfer-encoding")
      default: false
      }
    }

    /// Whether a name is one in lower case, which has the same length.
    private static func isName(_ name: String, _ other: StaticString) -> Bool {
      var place = other.utf8Start
      for byte in name.utf8 {
        guard lowercased(byte) == place.pointee else { return false }
        place += 1
      }
      return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
      byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
  }
#endif
