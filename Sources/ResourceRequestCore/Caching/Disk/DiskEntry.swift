// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// A response as a file: a mark, a checksum over all that follows, lengths, the head, the body.
package enum DiskEntry {
  /// The beginning of a response's file; the last byte is the version.
  private static let mark = Array("RRCACHE\u{1}".utf8)
  private static let prefix = 8 + 4 + 4 + 8

  /// The bytes of a file.
  package static func encode(_ response: CachedResponse, for key: CacheKey) -> Data {
    var head = Writer()
    head.text(key.text)
    head.number(UInt64(bitPattern: Int64(response.status.code)))
    head.number(UInt64(bitPattern: response.requestTime))
    head.number(UInt64(bitPattern: response.responseTime))
    head.number(response.isAuthorized ? 1 : 0)
    head.number(UInt64(response.selectors.count))
    for selector in response.selectors {
      head.text(selector.name)
      head.number(selector.value == nil ? 0 : 1)
      head.text(selector.value ?? "")
    }
    for fields in [response.headers, response.trailers] {
      head.number(UInt64(fields.count))
      for field in fields {
        head.text(field.name)
        head.text(field.value)
      }
    }
    var rest = Writer()
    rest.number(UInt32(truncatingIfNeeded: head.bytes.count))
    rest.number(UInt64(response.body.count))
    var crc = CRC32.castagnoli
    rest.bytes.withUnsafeBytes { crc.update($0) }
    head.bytes.withUnsafeBytes { crc.update($0) }
    response.body.withUnsafeBytes { crc.update($0) }
    var start = Writer()
    start.number(crc.value)
    var data = Data(mark)
    data.reserveCapacity(prefix + head.bytes.count + response.body.count)
    data.append(contentsOf: start.bytes)
    data.append(contentsOf: rest.bytes)
    data.append(contentsOf: head.bytes)
    data.append(response.body)
    return data
  }

  /// The content of a file; `nil` if it is damaged, or not one of ours.
  package static func decode(_ data: Data) -> (key: CacheKey, response: CachedResponse)? {
    guard let lengths = lengths(of: data), lengths.body <= data.count,
      prefix + lengths.head + lengths.body == data.count
    else { return nil }
    var crc = CRC32.castagnoli
    data.withUnsafeBytes { crc.update(UnsafeRawBufferPointer(rebasing: $0[12...])) }
    guard lengths.crc == crc.value else { return nil }
    return head(data, lengths, body: Data(data.suffix(lengths.body)))
  }

  /// The description at the beginning of a file, without its body and without checking for damage; `nil` if it is
  /// incomplete.
  package static func head(_ data: Data) -> (key: CacheKey, response: CachedResponse)? {
    guard let lengths = lengths(of: data), prefix + lengths.head <= data.count else { return nil }
    return head(data, lengths, body: Data())
  }

  private typealias Lengths = (crc: UInt32, head: Int, body: Int)

  private static func lengths(of data: Data) -> Lengths? {
    guard data.count >= prefix, data.prefix(8).elementsEqual(mark) else { return nil }
    var reader = Reader(data: data, position: 8)
    guard let crc = reader.number(UInt32.self), let head = reader.number(UInt32.self).flatMap({ Int(exactly: $0) }),
      let body = reader.number().flatMap({ Int(exactly: $0) })
    else { return nil }
    return (crc, head, body)
  }

  private static func head(_ data: Data, _ lengths: Lengths, body: Data) -> (key: CacheKey, response: CachedResponse)? {
    var reader = Reader(data: data, position: prefix)
    guard let text = reader.text(), let key = CacheKey(text: text),
      let code = reader.number().flatMap({ Int(exactly: $0) }), let requestTime = reader.number(),
      let responseTime = reader.number(), let flags = reader.number(), let selectors = reader.selectors(),
      let headers = reader.fields(), let trailers = reader.fields(), reader.position == prefix + lengths.head
    else { return nil }
    let response = CachedResponse(
      status: Status(code),
      headers: headers,
      body: body,
      trailers: trailers,
      requestTime: Int64(bitPattern: requestTime),
      responseTime: Int64(bitPattern: responseTime),
      selectors: selectors,
      isAuthorized: flags & 1 == 1
    )
    return (key, response)
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func number(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) {
      number(UInt32(truncatingIfNeeded: text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Reads no byte beyond the end, whatever the lengths are.
  private struct Reader {
    let data: Data
    var position: Int

    private mutating func take(_ count: Int) -> Data? {
      guard count >= 0, count <= data.count - position else { return nil }
      defer { position += count }
      let start = data.startIndex + position
      return data[start..<(start + count)]
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = UInt64.self) -> Number? {
      take(Number.bitWidth / 8).map { $0.reversed().reduce(0) { $0 << 8 | Number($1) } }
    }

    mutating func text() -> String? {
      number(UInt32.self).flatMap { take(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
    }

    mutating func selectors() -> [CachedResponse.Selector]? {
      guard let count = number(), count <= 1024 else { return nil }
      var selectors: [CachedResponse.Selector] = []
      for _ in 0..<count {
        guard let name = text(), let isThere = number(), let value = text() else { return nil }
        selectors.append(.init(name: name, value: isThere == 1 ? value : nil))
      }
      return selectors
    }

    mutating func fields() -> Headers? {
      guard let count = number(), count <= 65_536 else { return nil }
      var headers = Headers()
      for _ in 0..<count {
        guard let name = text(), let value = text() else { return nil }
        headers.append(name, value)
      }
      return headers
    }
  }
}
