// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The result of a JavaScript adapter: whether its procedure succeeded, facts about its backend call, and the payload.
///
/// The gateway wraps a procedure's result in a JSON object. A response with status 200 and a false ``isSuccessful`` is
/// a successful exchange with a failed procedure; ``errors`` has the reasons.
///
/// A key of the envelope with an unexpected type stays in ``payload``, so nothing is lost.
public struct AdapterResult: Sendable, Hashable {
  /// Whether the procedure succeeded.
  public let isSuccessful: Bool
  /// The status of the backend's response to the adapter.
  public let statusCode: Int?
  /// The reason phrase of the backend's response.
  public let statusReason: String?
  /// The header fields of the backend's response; a list of values becomes repeated fields.
  public let responseHeaders: Headers
  /// How long the backend took to respond; milliseconds in the JSON.
  public let responseTime: Duration?
  /// How long the procedure took in total; milliseconds in the JSON.
  public let totalTime: Duration?
  /// The procedure's errors; one that is not a string is JSON text.
  public let errors: [String]
  /// The procedure's warnings; one that is not a string is JSON text.
  public let warnings: [String]
  /// The procedure's further messages; one that is not a string is JSON text.
  public let info: [String]
  /// The backend's response, if it was a JSON array.
  public let array: [JSON]?
  /// The backend's response, if it was plain text.
  public let text: String?
  /// The rows of an SQL adapter.
  public let resultSet: [JSON]?
  /// All other keys, in order: the backend's own.
  public let payload: JSON.Object

  /// Reads an envelope; `nil` if the value is not an object with a boolean `isSuccessful`.
  package init?(_ json: JSON) {
    guard var rest = json.object, let isSuccessful = rest.take("isSuccessful", as: \.bool) else { return nil }
    self.isSuccessful = isSuccessful
    statusCode = rest.take("statusCode", as: \.int)
    statusReason = rest.take("statusReason", as: \.string)
    responseHeaders = rest.take("responseHeaders", as: \.headers) ?? Headers()
    responseTime = rest.take("responseTime", as: \.milliseconds)
    totalTime = rest.take("totalTime", as: \.milliseconds)
    errors = rest.take("errors", as: \.messages) ?? []
    warnings = rest.take("warnings", as: \.messages) ?? []
    info = rest.take("info", as: \.messages) ?? []
    array = rest.take("array", as: \.array)
    text = rest.take("text", as: \.string)
    resultSet = rest.take("resultSet", as: \.array)
    payload = rest
  }
}

extension JSON.Object {
  /// Removes a member whose value has the expected form and returns that form.
  fileprivate mutating func take<Value>(_ key: String, as form: (JSON) -> Value?) -> Value? {
    guard let value = self[key].flatMap(form) else { return nil }
    self[key] = nil
    return value
  }
}

extension JSON {
  fileprivate var messages: [String]? {
    array?.map { $0.string ?? $0.text() }
  }

  fileprivate var milliseconds: Duration? {
    guard let milliseconds = int, 0...Int(Int32.max) ~= milliseconds else { return nil }
    return .milliseconds(milliseconds)
  }

  /// The header fields if this is an object of strings and lists of strings.
  fileprivate var headers: Headers? {
    guard let object else { return nil }
    var headers = Headers()
    for (name, value) in object {
      guard let values = (value.array ?? [value]).textElements else { return nil }
      for value in values { headers.append(name, value) }
    }
    return headers
  }
}

extension [JSON] {
  /// The strings; `nil` if an element is not a string.
  fileprivate var textElements: [String]? {
    let texts = compactMap(\.string)
    return texts.count == count ? texts : nil
  }
}
