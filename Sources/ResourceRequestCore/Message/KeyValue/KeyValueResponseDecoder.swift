// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decodes bodies of the form `key1=value1&key2=value2&…&END` into flat `Decodable` types: an example of a custom
/// format.
///
/// Properties may be strings, numbers, booleans (`true`, `false`, `1`, `0`) and enumerations of those. An optional
/// property is `nil` if its key is absent or, unless it is a string, its value is empty. Keys and values are
/// percent-decoded.
///
/// ```swift
/// let login = try await client.value(Login.self, for: request, by: KeyValueResponseDecoder())
/// ```
public struct KeyValueResponseDecoder: ResponseDecoder {
  /// The last item, which shows that the response is complete.
  package var end: String
  /// Whether a `+` stands for a space, as in forms.
  package var plusIsSpace: Bool

  /// Creates a decoder; by default responses end with `END`, and a `+` is a plus sign.
  public init(end: String = "END", plusIsSpace: Bool = false) {
    self.end = end
    self.plusIsSpace = plusIsSpace
  }

  /// Decodes the body of a response.
  ///
  /// - Throws: `DecodingError`, also if the end is missing, an item has no `=`, or a key repeats.
  public func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
    try Value(from: KeyValueReader(values: pairs(in: response.text)))
  }

  private func pairs(in text: String) throws -> [ExactText: String] {
    var items = text.split(atByte: "&")
    guard let last = items.popLast(), last.trimming(whereByte: { $0 == 0x0A || $0 == 0x0D }).hasSameBytes(as: end)
    else {
      throw KeyValueReader.corrupted("the last item is not \(end): the response may have been cut off")
    }
    var values: [ExactText: String] = [:]
    for item in items {
      let (name, text) = item.cut(atByte: "=")
      guard let text else { throw KeyValueReader.corrupted("an item has no =") }
      let key = PercentEncoding.decodeLeniently(name, plusIsSpace: plusIsSpace)
      let value = PercentEncoding.decodeLeniently(text, plusIsSpace: plusIsSpace)
      guard values.updateValue(value, forKey: ExactText(key)) == nil else {
        throw KeyValueReader.corrupted("a key comes twice")
      }
    }
    return values
  }
}
