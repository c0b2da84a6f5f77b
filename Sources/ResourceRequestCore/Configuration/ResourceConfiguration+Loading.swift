// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension ResourceConfiguration {
  /// The largest document that is read, in bytes.
  static let documentLimit = 16 << 20

  /// Reads a document from a file.
  ///
  /// - Parameters:
  ///   - path: the file; errors and places name it as written here. Relative paths in `${file:…}` start from its
  ///     folder.
  ///   - environment: the variables for `${env:…}`; by default those of the process.
  ///   - transport: checks the document's TLS options, such as the password of a key; `nil` skips the check.
  ///   - scope: the services whose references are resolved; by default all.
  ///   - vocabulary: the features whose keys the document may have.
  /// - Throws: ``ConfigurationError`` with every mistake in the document.
  public init(
    contentsOf path: String,
    environment: [String: String]? = nil,
    checkedBy transport: (any Transport)? = nil,
    lookingUp scope: ReferenceScope = .everything,
    vocabulary: Vocabulary = .standard
  ) throws(ConfigurationError) {
    try self.init(
      contentsOf: path,
      environment: environment,
      checkedBy: transport,
      noting: nil,
      scope,
      vocabulary: vocabulary
    )
  }

  /// The same, noting the files that are read.
  init(
    contentsOf path: String,
    environment: [String: String]?,
    checkedBy transport: (any Transport)?,
    noting filesRead: FilesRead?,
    _ scope: ReferenceScope = .everything,
    vocabulary: Vocabulary
  ) throws(ConfigurationError) {
    filesRead?.note(path)
    let text = try Self.text(of: path)
    try self.init(
      text: text,
      name: path,
      path: path,
      environment: environment,
      transport,
      noting: filesRead,
      scope,
      vocabulary: vocabulary
    )
  }

  /// Lists the mistakes in a document without resolving `${env:…}`, `${file:…}` and the other files that it names.
  ///
  /// For machines without the secrets, such as CI. The syntax of references is checked.
  ///
  /// - Parameters:
  ///   - path: the file; issues name it as written here.
  ///   - vocabulary: the features whose keys the document may have.
  /// - Returns: the issues, in the order of the document; empty if it is valid.
  public static func issuesApartFromReferences(
    inFile path: String,
    vocabulary: Vocabulary = .standard
  ) -> [ConfigurationError.Issue] {
    do {
      let text = try text(of: path)
      return ConfigurationDocument.issuesApartFromReferences(text, name: path, vocabulary: vocabulary)
    } catch {
      return error.issues
    }
  }

  /// Lists the mistakes in a document without resolving `${env:…}`, `${file:…}` and the other files that it names.
  ///
  /// - Parameters:
  ///   - data: the document, in UTF-8.
  ///   - name: the name in the issues.
  ///   - vocabulary: the features whose keys the document may have.
  /// - Returns: the issues, in the order of the document; empty if it is valid.
  public static func issuesApartFromReferences(
    in data: Data,
    name: String = "configuration",
    vocabulary: Vocabulary = .standard
  ) -> [ConfigurationError.Issue] {
    let text = Array(data)
    return oversize(text, name: name).map { [$0] }
      ?? ConfigurationDocument.issuesApartFromReferences(text, name: name, vocabulary: vocabulary)
  }

  /// The issue of a document that is too large to be read; `nil` for none.
  private static func oversize(_ text: [UInt8], name: String) -> ConfigurationError.Issue? {
    guard text.count > documentLimit else { return nil }
    let place = SourcePlace(file: name, line: 0, column: 0)
    return .init(place: place, message: "the document cannot be read: it is larger than \(documentLimit) bytes")
  }

  static func text(of path: String) throws(ConfigurationError) -> [UInt8] {
    do { return try BoundedFile.read(path, limit: documentLimit) } catch {
      let place = SourcePlace(file: path, line: 0, column: 0)
      throw ConfigurationError([.init(place: place, message: "the file cannot be read: \(error.reason)")])
    }
  }

  /// Reads a document from a text.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - name: the name in errors and places.
  ///   - environment: the variables for `${env:…}`; by default those of the process.
  ///   - transport: checks the document's TLS options, such as the password of a key; `nil` skips the check.
  ///   - vocabulary: the features whose keys the document may have.
  /// - Throws: ``ConfigurationError`` with every mistake in the document.
  public init(
    json text: String,
    name: String = "configuration",
    environment: [String: String]? = nil,
    checkedBy transport: (any Transport)? = nil,
    vocabulary: Vocabulary = .standard
  ) throws(ConfigurationError) {
    try self.init(text: Array(text.utf8), name: name, environment: environment, transport, vocabulary: vocabulary)
  }

  /// Reads a document from bytes.
  ///
  /// - Parameters:
  ///   - data: the document, in UTF-8.
  ///   - name: the name in errors and places.
  ///   - environment: the variables for `${env:…}`; by default those of the process.
  ///   - transport: checks the document's TLS options, such as the password of a key; `nil` skips the check.
  ///   - scope: the services whose references are resolved; by default all.
  ///   - vocabulary: the features whose keys the document may have.
  /// - Throws: ``ConfigurationError`` with every mistake in the document.
  public init(
    json data: Data,
    name: String = "configuration",
    environment: [String: String]? = nil,
    checkedBy transport: (any Transport)? = nil,
    lookingUp scope: ReferenceScope = .everything,
    vocabulary: Vocabulary = .standard
  ) throws(ConfigurationError) {
    try self.init(text: Array(data), name: name, environment: environment, transport, scope, vocabulary: vocabulary)
  }

  private init(
    text: [UInt8],
    name: String,
    path: String? = nil,
    environment: [String: String]?,
    _ transport: (any Transport)?,
    noting filesRead: FilesRead? = nil,
    _ scope: ReferenceScope = .everything,
    vocabulary: Vocabulary
  ) throws(ConfigurationError) {
    if let issue = Self.oversize(text, name: name) { throw ConfigurationError([issue]) }
    let environment = environment ?? ProcessInfo.processInfo.environment
    self = try ConfigurationDocument.read(
      text,
      name: name,
      from: TextSources(environment: environment, document: path, noting: filesRead),
      for: transport,
      scope: scope,
      vocabulary: vocabulary
    )
  }
}
