// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ResourceConfiguration {
  /// The largest document that is read, in bytes.
  static let documentLimit = 16 << 20

  /// Reads a document from a file.
  ///
  /// - Parameters:
  ///   - path: The file; errors and places name it as it is written here. Relative paths in `${file:…}` start from its
  ///     folder.
  ///   - environment: The variables for `${env:…}`; those of the process unless given.
  ///   - transport: Tries what the document says of TLS, such as the password of a key; not tried unless given.
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the document.
  public init(
    contentsOf path: String,
    environment: [String: String]? = nil,
    checkedBy transport: (any Transport)? = nil
  ) throws(ConfigurationError) {
    try self.init(contentsOf: path, environment: environment, checkedBy: transport, noting: nil)
  }

  /// The same, noting the files that are read.
  init(
    contentsOf path: String,
    environment: [String: String]?,
    checkedBy transport: (any Transport)?,
    noting filesRead: FilesRead?
  ) throws(ConfigurationError) {
    filesRead?.note(path)
    let text: [UInt8]
    do { text = try BoundedFile.read(path, limit: Self.documentLimit) } catch {
      let place = SourcePlace(file: path, line: 0, column: 0)
      throw ConfigurationError([.init(place: place, message: "the file cannot be read: \(error.reason)")])
    }
    try self.init(text: text, name: path, path: path, environment: environment, transport, filesRead)
  }

  /// Reads a document from a text.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - name: What errors and places call it.
  ///   - environment: The variables for `${env:…}`; those of the process unless given.
  ///   - transport: Tries what the document says of TLS, such as the password of a key; not tried unless given.
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the document.
  public init(
    json text: String,
    name: String = "configuration",
    environment: [String: String]? = nil,
    checkedBy transport: (any Transport)? = nil
  ) throws(ConfigurationError) {
    try self.init(text: Array(text.utf8), name: name, path: nil, environment: environment, transport)
  }

  /// Reads a document from bytes.
  ///
  /// - Parameters:
  ///   - data: The document, in UTF-8.
  ///   - name: What errors and places call it.
  ///   - environment: The variables for `${env:…}`; those of the process unless given.
  ///   - transport: Tries what the document says of TLS, such as the password of a key; not tried unless given.
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the document.
  public init(
    json data: Data,
    name: String = "configuration",
    environment: [String: String]? = nil,
    checkedBy transport: (any Transport)? = nil
  ) throws(ConfigurationError) {
    try self.init(text: Array(data), name: name, path: nil, environment: environment, transport)
  }

  private init(
    text: [UInt8],
    name: String,
    path: String?,
    environment: [String: String]?,
    _ transport: (any Transport)?,
    _ filesRead: FilesRead? = nil
  ) throws(ConfigurationError) {
    let environment = environment ?? ProcessInfo.processInfo.environment
    self = try ConfigurationDocument.read(
      text,
      name: name,
      from: TextSources(environment: environment, document: path, noting: filesRead),
      for: transport
    )
  }
}
