// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension JSON {
  /// Parses JSON text (RFC 8259) from UTF-8 bytes, such as `Data`, `[UInt8]` or a string's `utf8`.
  ///
  /// The parser is strict: no comments, no trailing commas, no lone surrogates, no invalid UTF-8. A byte order mark at
  /// the start is skipped, as RFC 8259 §8.1 allows.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - maximumDepth: the maximum nesting depth, 2048 at most.
  ///   - refusesRepeatedKeys: whether a repeated key in an object is an error, which RFC 8259 §4 leaves open; otherwise the
  ///     last value counts, at the key's first position, as in JavaScript.
  /// - Throws: ``JSONSyntaxError`` with line and column of the first error.
  public init(
    parsing bytes: some Collection<UInt8>,
    maximumDepth: Int = 512,
    refusesRepeatedKeys: Bool = false
  ) throws(JSONSyntaxError) {
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<JSON, JSONSyntaxError> {
      Result { () throws(JSONSyntaxError) in
        try JSONReader.tree(
          bytes,
          maximumDepth: maximumDepth,
          into: JSONValueBuilder(refusesRepeatedKeys: refusesRepeatedKeys)
        )
      }
    }
    let result = bytes.withContiguousStorageIfAvailable(read) ?? Array(bytes).withUnsafeBufferPointer(read)
    self = try result.get()
  }

  /// Parses JSON text (RFC 8259) with the defaults of ``init(parsing:maximumDepth:refusesRepeatedKeys:)``.
  ///
  /// - Throws: ``JSONSyntaxError`` with line and column of the first error.
  public init(parsing text: some StringProtocol) throws(JSONSyntaxError) { try self.init(parsing: text.utf8) }

  /// The value as JSON text; by default on one line without white space.
  public func text(_ options: WritingOptions = []) -> String {
    written(options).withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The value as JSON text in UTF-8.
  public func data(_ options: WritingOptions = []) -> Data {
    written(options).withBytes { Data($0) }
  }

  private func written(_ options: WritingOptions) -> JSONWriter {
    var writer = JSONWriter(options: options)
    writer.write(self)
    return writer
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON text on one line.
  public var description: String {
    text()
  }
}
