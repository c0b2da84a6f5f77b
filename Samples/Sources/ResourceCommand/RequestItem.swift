// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A word behind the target, as httpie has them: its separator says what it is.
///
/// A backslash before `:`, `=`, `@` or a backslash takes that byte as part of the name.
enum RequestItem: Hashable {
  /// `Name:value`.
  case header(String, String)
  /// `name==value`.
  case query(String, String)
  /// `name=value`, a string.
  case text(String, String)
  /// `name:=json`.
  case json(String, String)
  /// `name@FILE`, a part of a multipart form.
  case file(String, String)
  /// `name=@FILE`, a string.
  case textFile(String, String)
  /// `name:=@FILE`.
  case jsonFile(String, String)

  /// At one place the longest counts, so the longer ones come first.
  private static let separators: [(text: String, item: @Sendable (String, String) -> RequestItem)] = [
    (":=@", { .jsonFile($0, $1) }), ("=@", { .textFile($0, $1) }), (":=", { .json($0, $1) }),
    ("==", { .query($0, $1) }), ("@", { .file($0, $1) }), ("=", { .text($0, $1) }), (":", { .header($0, $1) }),
  ]

  /// Reads an item; `nil` where there is no separator behind a name.
  init?(_ text: String) {
    let escapable = ":=@\\".utf8
    let bytes = Array(text.utf8)
    var name: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, escapable.contains(bytes[index + 1]) {
        name.append(bytes[index + 1])
        index += 2
        continue
      }
      if let separator = Self.separators.first(where: { bytes[index...].starts(with: $0.text.utf8) }) {
        guard !name.isEmpty else { return nil }
        let value = bytes[(index + separator.text.utf8.count)...]
        self = separator.item(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        return
      }
      name.append(bytes[index])
      index += 1
    }
    return nil
  }

  /// Whether it is a part of the body.
  var isBody: Bool {
    switch self {
    case .header, .query: false
    case .text, .json, .file, .textFile, .jsonFile: true
    }
  }

  /// Whether its value is standard input.
  var isStandardInput: Bool {
    switch self {
    case .file(_, let path): path == "-" || path.hasPrefix("-;")
    case .textFile(_, let path), .jsonFile(_, let path): path == "-"
    case .header, .query, .text, .json: false
    }
  }
}

extension [RequestItem] {
  /// Puts fields and query parameters on a request.
  func apply(to request: inout ResourceRequest) {
    for item in self {
      switch item {
      case .header(let name, let value): request.headers.append(name, value)
      case .query(let name, let value): request.query.append(name, value)
      default: break
      }
    }
  }

  /// The body: JSON, nested as the names say, or a multipart form where an item is a file; `nil` where no item is for it.
  ///
  /// - Throws: ``InputError`` for what cannot be read.
  func makeBody() throws -> ResourceRequest.Body? {
    let items = filter(\.isBody)
    guard !items.isEmpty else { return nil }
    let isForm = items.contains { if case .file = $0 { true } else { false } }
    if isForm { return .multipart(MultipartForm(try items.compactMap { try $0.part() })) }
    var whole: JSON?
    for case (let name, let value)? in try items.map({ try $0.member() }) {
      whole = try NestedName(name).putting(value, into: whole)
    }
    return .json(whole ?? .object([:]))
  }
}

extension RequestItem {
  /// Name and value in a JSON object.
  fileprivate func member() throws -> (String, JSON)? {
    switch self {
    case .text(let name, let text): (name, .string(text))
    case .json(let name, let text): (name, try BodyOptions.json(text, of: "\(name):="))
    case .textFile(let name, let path): (name, .string(try BodyOptions.text("@" + path, of: "\(name)=@")))
    case .jsonFile(let name, let path):
      (name, try BodyOptions.json(try BodyOptions.text("@" + path, of: "\(name):=@"), of: "\(name):=@"))
    case .header, .query, .file: nil
    }
  }

  /// The part of a multipart form.
  fileprivate func part() throws -> MultipartForm.Part? {
    if case .file(let name, let path) = self {
      guard !path.isEmpty else { throw InputError("\(name)@: name the file behind the @") }
      return try BodyOptions.part(try MultipartField("\(name)=@\(path)"))
    }
    return try member().map { name, value in .text(name, value.string ?? value.text()) }
  }
}
