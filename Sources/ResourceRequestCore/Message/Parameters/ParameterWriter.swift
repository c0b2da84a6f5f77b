// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Writes parameters as a query or a form: separates items by `&` and omits those that the options omit.
struct ParameterWriter {
  let options: ParameterEncoding
  /// Encodes a space as `+` instead of `%20`.
  let form: Bool
  var isFirst = true

  mutating func append(_ parameters: RequestParameters, to sink: inout some ByteSink) {
    // Servers that know brackets take a name for a list or for one value, so all its values are written alike.
    let lists = options.arrays == .brackets ? parameters.filter { $0.value.isList }.map(\.name) : []
    for parameter in parameters {
      let name = parameter.name
      switch parameter.value.kind {
      case .scalar(let scalar):
        append(name, key: lists.contains { $0.hasSameBytes(as: name) } ? "" : nil, scalar, to: &sink)
      case .list(let scalars):
        switch options.arrays {
        case .repeated: for scalar in scalars { append(name, scalar, to: &sink) }
        case .brackets: for scalar in scalars { append(name, key: "", scalar, to: &sink) }
        case .commas: append(name, joining: scalars, to: &sink)
        }
      case .pairs(let pairs):
        for pair in pairs { append(name, key: pair.names.joined(separator: "]["), pair.value, to: &sink) }
      }
    }
  }

  private mutating func append(
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

  private mutating func append(_ name: String, joining values: [ParameterValue.Scalar], to sink: inout some ByteSink) {
    var isFirstValue = true
    for value in values where value != .null || options.nulls != .skipped {
      if isFirstValue {
        begin(name, key: nil, in: &sink)
        if options.nulls == .nameOnly, values.allSatisfy({ $0 == .null }) { return }
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
    sink.appendEncoded(value.text(by: options), plusForSpace: form)
  }
}
