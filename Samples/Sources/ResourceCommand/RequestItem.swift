// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A word after the target in httpie's syntax: its separator determines its meaning.
///
/// A backslash before `:`, `=`, `@` or a backslash makes that byte part of the name.
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

  /// The longest separator at a position wins, so the longer ones come first.
  private static let separators: [(text: String, item: @Sendable (String, String) -> RequestItem)] = [
    (":=@", { .jsonFile($0, $1) }), ("=@", { .textFile($0, $1) }), (":=", { .json($0, $1) }),
    ("==", { .query($0, $1) }), ("@", { .file($0, $1) }), ("=", { .text($0, $1) }), (":", { .header($0, $1) }),
  ]

  /// The first bytes of separators.
  private static let starts: [UInt8] = Array(":=@".utf8)

  /// Reads an item; `nil` if there is no separator after a name.
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
      if Self.starts.contains(bytes[index]),
        let separator = Self.separators.first(where: { bytes[index...].starts(with: $0.text.utf8) })
      {
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

  /// What is said of fields for a body beside an option that sets it; some of httpie's options say what its fields become.
  static func refusal(beside option: String) -> String {
    guard ["--form", "--json", "--multipart"].contains(option) else {
      return "\(option) and fields after the target: a request has one body"
    }
    return "\(option) takes a value here, and there are fields after the target too; for a form write "
      + "--form a=1 --form b=2, for JSON the fields alone, for a multipart form -F a=1"
  }

  /// Whether the item is part of the body.
  var isBody: Bool {
    switch self {
    case .header, .query: false
    case .text, .json, .file, .textFile, .jsonFile: true
    }
  }

  /// Whether the item's value is read from standard input.
  var isStandardInput: Bool {
    switch self {
    case .file(_, let path): path == "-" || path.hasPrefix("-;")
    case .textFile(_, let path), .jsonFile(_, let path): path == "-"
    case .header, .query, .text, .json: false
    }
  }
}

extension [RequestItem] {
  /// Sets header fields and query parameters of a request.
  func apply(to request: inout ResourceRequest) {
    for item in self {
      switch item {
      case .header(_, ""): break
      case .header(let name, let value): request.headers.append(name, value)
      case .query(let name, let value): request.query.append(name, value)
      default: break
      }
    }
  }

  /// Creates the body: nested JSON, or a multipart form if an item is a file; `nil` if no item belongs to the body.
  ///
  /// - Throws: ``InputError`` if a file cannot be read, or a name or value is invalid.
  func makeBody() throws -> ResourceRequest.Body? {
    let items = filter(\.isBody)
    guard !items.isEmpty else { return nil }
    let isForm = items.contains { if case .file = $0 { true } else { false } }
    if isForm { return .multipart(MultipartForm(try items.compactMap { try $0.part() })) }
    var whole: JSON?
    for case (let name, let value)? in try items.map({ try $0.member() }) {
      try NestedName(name).put(value, into: &whole)
    }
    return .json(whole ?? .object([:]))
  }
}

extension RequestItem {
  /// The name and value of a JSON member; `nil` for another item.
  fileprivate func member() throws -> (String, JSON)? {
    switch self {
    case .text(let name, let text): (name, .string(text))
    case .json(let name, let text): (name, try Self.json(text, of: name))
    case .textFile(let name, let path): (name, .string(try BodyOptions.text("@" + path, of: "\(name)=@")))
    case .jsonFile(let name, let path):
      (name, try BodyOptions.json(try BodyOptions.text("@" + path, of: "\(name):=@"), of: "\(name):=@"))
    case .header, .query, .file: nil
    }
  }

  /// Reads the value of `name:=json`.
  private static func json(_ text: String, of name: String) throws -> JSON {
    do { return try BodyOptions.json(text, of: "\(name):=") } catch let error as InputError {
      throw InputError("\(error); a value that is text is written \(name)=TEXT")
    }
  }

  /// The part of a multipart form; `nil` for another item.
  fileprivate func part() throws -> MultipartForm.Part? {
    if case .file(let name, let path) = self {
      guard !path.isEmpty else { throw InputError("\(name)@: name the file behind the @") }
      return try BodyOptions.part(try MultipartField(name, "@\(path)", of: name), of: "\(name)@")
    }
    return try member().map { name, value in .text(name, value.string ?? value.text()) }
  }
}
