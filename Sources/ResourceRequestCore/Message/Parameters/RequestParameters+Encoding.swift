// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestParameters {
  /// The list as a query: everything except RFC 3986's unreserved characters is percent-encoded, a space as `%20`.
  func queryString(_ options: ParameterEncoding = ParameterEncoding()) -> String {
    appended(to: nil, options) ?? ""
  }

  /// Appends the list to an inline query, which is kept byte for byte; `nil` if both are empty.
  func appended(to inline: Substring?, _ options: ParameterEncoding = ParameterEncoding()) -> String? {
    guard !isEmpty else { return inline.map(String.init) }
    var counter = ByteCounter()
    append(to: &counter, options, form: false)
    guard counter.count > 0 else { return inline.map(String.init) }
    let separator = Self.separator(after: inline)
    let capacity = counter.count + (inline?.utf8.count ?? 0) + 1
    return String(unsafeUninitializedCapacity: capacity) { buffer in
      var writer = ByteWriter(buffer)
      if let inline { writer.append(inline) }
      if let separator { writer.append(separator) }
      append(to: &writer, options, form: false)
      return writer.count
    }
  }

  /// The list as the body of a form: like a query, with `+` for a space.
  func formBody(_ options: ParameterEncoding = ParameterEncoding()) -> String {
    var counter = ByteCounter()
    append(to: &counter, options, form: true)
    return String(unsafeUninitializedCapacity: counter.count) { buffer in
      var writer = ByteWriter(buffer)
      append(to: &writer, options, form: true)
      return writer.count
    }
  }

  private func append(to sink: inout some ByteSink, _ options: ParameterEncoding, form: Bool) {
    var writer = ParameterWriter(options: options, form: form)
    writer.append(self, to: &sink)
  }

  /// The separator between a query and an appended list.
  static func separator(after query: Substring?) -> UInt8? {
    guard let last = query?.utf8.last, last != UInt8(ascii: "&") else { return nil }
    return UInt8(ascii: "&")
  }
}
