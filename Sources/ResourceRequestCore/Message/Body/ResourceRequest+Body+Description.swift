// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest.Body: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of the body, never its content, which may be a secret.
  public var description: String {
    switch content {
    case .string(let text, let charset): "text of \(text.utf8.count) bytes, sent as \(charset.name)"
    case .json, .value: "JSON"
    case .data(let data, let contentType): "\(data.count) bytes of \(contentType)"
    case .form(let parameters): "a form of \(parameters.count) fields"
    case .chunks(let body, let contentType): "\(body) of \(contentType)"
    case .multipart(let form): "a form of \(form.parts.count) parts"
    case .unencodable: "a value that cannot be encoded"
    }
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Empty, so that `dump` shows no content.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension OutgoingBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of bytes.
  public var description: String { length.map { "\($0) bytes" } ?? "an unknown number of bytes" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Empty, so that `dump` shows no content.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
