// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// What is kept of a body: a text without secrets, or why there is none.
struct RecordedBody: Sendable, Hashable {
  /// The text, or the bytes in Base64.
  private(set) var text: String?
  private(set) var isBase64 = false
  /// How many bytes it had; `nil` where nobody knows.
  private(set) var length: Int? = 0
  /// Its type, as its sender said.
  private(set) var type: String?
  /// Why there is no text.
  fileprivate(set) var absence: String?

  /// No body.
  init() {}

  /// Keeps what may be kept.
  ///
  /// - Parameters:
  ///   - bytes: the body, where it is in memory.
  ///   - length: how many bytes it has, where that is known.
  ///   - headers: the fields that describe it.
  ///   - bodies: what may be kept.
  ///   - secrets: what the request was sent with, whatever stands around it.
  init(
    _ bytes: Data?,
    length: Int?,
    _ headers: Headers,
    _ bodies: FlightRecorder.Bodies,
    hiding secrets: SentSecrets
  ) {
    self.length = length
    guard length != 0 else { return }
    type = headers["Content-Type"].map { secrets.masked(in: Redaction.text($0)) }
    guard let bytes else {
      absence = length.map { $0 > Self.limit } == true ? Self.tooLarge : "it was streamed"
      return
    }
    absence = secrets.areTooMany ? "the request had too many secrets" : Self.absence(of: bytes, headers, bodies)
    guard absence == nil else { return }
    let type = headers["Content-Type"].flatMap { MIMEType($0) }
    if type?.essence.hasSameBytes(as: MIMEType.form.essence) == true {
      text = secrets.masked(inItems: Redaction.items(String(decoding: bytes, as: UTF8.self)))
    } else if type?.isJSON == true {
      text = (try? JSON(parsing: bytes))?.without(secrets).text()
      if text == nil { absence = "it is not JSON, although its content type says so" }
    } else if bodies == .all {
      // Nobody knows where in it a secret may stand: whoever asks for all has been told.
      if let plain = String(validating: bytes, as: UTF8.self) {
        text = secrets.masked(in: Redaction.text(plain))
      } else if secrets.occur(in: String(decoding: bytes, as: UTF8.self)) {
        // In Base64 nothing could be taken out of it.
        absence = "it has a secret that the request was sent with"
      } else {
        text = bytes.base64EncodedString()
        isBase64 = true
      }
    } else {
      absence = "bodies of this type are not kept"
    }
  }

  /// Why a body is not kept, whatever its type.
  private static func absence(of bytes: Data, _ headers: Headers, _ bodies: FlightRecorder.Bodies) -> String? {
    if bodies == .none { return "bodies are not kept" }
    if bytes.count > limit { return tooLarge }
    return headers["Content-Encoding"] == nil ? nil : "it is encoded"
  }

  /// The largest body of which anything is kept.
  static let limit = 256 << 10
  private static var tooLarge: String { "it has more than \(limit) bytes" }

  /// Lets go of the text.
  mutating func drop() {
    guard text != nil else { return }
    (text, isBase64, absence) = (nil, false, "there was no room for it")
  }

  var cost: Int { (text?.utf8.count ?? 0) + (type?.utf8.count ?? 0) }
}

extension JSON {
  /// The same without the values of members whose names say that they are secrets, and without those in URLs and what the
  /// request was sent with.
  fileprivate func without(_ secrets: SentSecrets) -> JSON {
    switch self {
    case .string(let text): .string(secrets.masked(in: Redaction.text(text)))
    case .array(let elements): .array(elements.map { $0.without(secrets) })
    case .object(let members):
      .object(
        JSON.Object(
          members.map { name, value in
            let isSecret = SensitiveNames.contains(name) && !value.isNull
            return (secrets.masked(in: name), isSecret ? .string(Redaction.mark) : value.without(secrets))
          }
        )
      )
    case .number(let number):
      // An all-digit key that its server repeats as a number.
      secrets.occur(in: number.description) ? .string(Redaction.mark) : self
    default: self
    }
  }
}
