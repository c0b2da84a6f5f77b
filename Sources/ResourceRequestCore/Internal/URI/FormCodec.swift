// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// `application/x-www-form-urlencoded` text, which queries use too: written strictly, read by the WHATWG URL rules.
enum FormCodec {
  /// Writes parameters; `form` decides what a space becomes.
  static func append(_ parameters: Parameters, to sink: inout some ByteSink, _ options: ParameterEncoding, form: Bool) {
    var list = ItemWriter(options: options, form: form)
    for parameter in parameters {
      let name = parameter.name
      switch parameter.value.kind {
      case .scalar(let scalar):
        list.append(name, scalar, to: &sink)
      case .list(let scalars):
        switch options.arrays {
        case .repeated: for scalar in scalars { list.append(name, scalar, to: &sink) }
        case .brackets: for scalar in scalars { list.append(name, key: "", scalar, to: &sink) }
        case .commas: list.append(name, joining: scalars, to: &sink)
        }
      case .pairs(let pairs):
        for pair in pairs { list.append(name, key: pair.name, pair.value, to: &sink) }
      }
    }
  }

  /// Reads text into names and values; nothing is refused (WHATWG URL §5.1).
  static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.withUTF8Bytes { bytes in
      var pairs: [(name: String, value: String)] = []
      for item in bytes.split(separator: UInt8(ascii: "&")) {
        let equals = item.firstIndex(of: UInt8(ascii: "="))
        pairs.append((decode(item[..<(equals ?? item.endIndex)]), equals.map { decode(item[($0 + 1)...]) } ?? ""))
      }
      return pairs
    }
  }

  private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    PercentEncoding.appendDecodedLeniently(UnsafeBufferPointer(rebasing: bytes), to: &decoded, plusIsSpace: true)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Puts `&` between items and leaves out what the options say.
  private struct ItemWriter {
    let options: ParameterEncoding
    let form: Bool
    var isFirst = true

    mutating func append(
      _ name: String,
      key: String? = nil,
      _ value: ParameterValue.Scalar,
      to sink: inout some ByteSink
    ) {
      if value == .null, options.nulls == .skipped { return }
      begin(name, key: key, in: &sink)
      if value == .null, options.nulls == .nameOnly { return }
      sink.append(UInt8(ascii: "="))
      append(value, to: &sink)
    }

    mutating func append(_ name: String, joining values: [ParameterValue.Scalar], to sink: inout some ByteSink) {
      var isFirstValue = true
      for value in values where value != .null || options.nulls != .skipped {
        if isFirstValue {
          begin(name, key: nil, in: &sink)
          sink.append(UInt8(ascii: "="))
        } else {
          sink.append(UInt8(ascii: ","))
        }
        append(value, to: &sink)
        isFirstValue = false
      }
    }

    private mutating func begin(_ name: String, key: String?, in sink: inout some ByteSink) {
      if !isFirst { sink.append(UInt8(ascii: "&")) }
      isFirst = false
      sink.appendEncoded(name, plusForSpace: form)
      if let key {
        sink.appendEncoded("[", plusForSpace: form)
        sink.appendEncoded(key, plusForSpace: form)
        sink.appendEncoded("]", plusForSpace: form)
      }
    }

    private func append(_ value: ParameterValue.Scalar, to sink: inout some ByteSink) {
      switch value {
      case .text(let text): sink.appendEncoded(text, plusForSpace: form)
      case .boolean(let flag):
        sink.appendEncoded(
          options.booleans == .words ? (flag ? "true" : "false") : (flag ? "1" : "0"),
          plusForSpace: form
        )
      case .null: break
      }
    }
  }
}
