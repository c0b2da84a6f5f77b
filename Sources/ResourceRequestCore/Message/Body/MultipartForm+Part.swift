// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension MultipartForm {
  /// A field of a form: text or a file.
  public struct Part: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// The file name; `nil` for a part that is not a file.
    public var fileName: String?
    /// The content type of the part; `nil` omits it, which means plain text.
    public var contentType: String?
    /// Additional header fields of the part.
    public var headers = Headers()
    let content: OutgoingBody

    /// A text field, sent as UTF-8.
    public static func text(_ name: String, _ text: String) -> Part {
      Part(name: name, fileName: nil, contentType: nil, content: OutgoingBody(Data(text.utf8)))
    }

    /// Bytes, sent as a file with this name.
    public static func data(
      _ name: String,
      _ data: Data,
      fileName: String,
      type contentType: String = "application/octet-stream"
    ) -> Part {
      Part(name: name, fileName: fileName, contentType: contentType, content: OutgoingBody(data))
    }

    /// A file, read from disk while it is sent.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - path: the path of the file. It is opened when the request is sent; if it cannot be read then, the request
    ///     fails with `invalidBody`.
    ///   - fileName: the name it is sent with; by default the last component of the path.
    ///   - contentType: its content type.
    /// - Returns: the part.
    public static func file(
      _ name: String,
      path: String,
      fileName: String? = nil,
      type contentType: String = "application/octet-stream"
    ) -> Part {
      let last = path.split(atByte: "/", omittingEmpty: true).last.map(String.init) ?? path
      return Part(name: name, fileName: fileName ?? last, contentType: contentType, content: FileChunks.body(path))
    }

    /// Bytes of an async sequence, sent as they are produced; the form can then be sent only once.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - chunks: the bytes.
    ///   - length: their number, if known.
    ///   - fileName: the name they are sent with.
    ///   - contentType: their content type.
    /// - Returns: the part.
    public static func stream<Chunks: AsyncSequence & Sendable>(
      _ name: String,
      _ chunks: Chunks,
      length: Int? = nil,
      fileName: String,
      type contentType: String = "application/octet-stream"
    ) -> Part where Chunks.Element == Data {
      let content = OutgoingBody(length: length, isReplayable: false) { AnyFailure(base: chunks) }
      return Part(name: name, fileName: fileName, contentType: contentType, content: content)
    }

    /// The header fields of the part, without the empty line after them.
    var head: String {
      var head = "Content-Disposition: form-data; name=\"\(Part.escaped(name))\""
      if let fileName { head += "; filename=\"\(Part.escaped(fileName))\"" }
      if let contentType { head += "\r\nContent-Type: \(contentType)" }
      for field in headers { head += "\r\n\(field.name): \(field.value)" }
      return head
    }

    /// Describes the first field of the part that cannot be sent.
    var refusal: String? {
      let own = contentType.map { [Headers.Field(name: "Content-Type", value: $0)] } ?? []
      if headers.contains("Content-Disposition") || !own.isEmpty && headers.contains("Content-Type") {
        return "it sets Content-Disposition and Content-Type itself; leave them out of its headers"
      }
      for field in own + headers {
        if let violation = HeaderFieldRules.violation(name: field.name, value: field.value) { return "\(violation)" }
      }
      return nil
    }

    /// Escapes a name as browsers do: UTF-8 except quotes and line ends (WHATWG HTML, multipart/form-data encoding); and the
    /// other control characters, which no field may have.
    private static func escaped(_ name: String) -> String {
      var text = ""
      for scalar in name.unicodeScalars {
        switch scalar {
        case "\"": text += "%22"
        case "\0"..."\u{1F}", "\u{7F}": text += PercentEncoding.encode(String(scalar), allowing: .unreserved)
        default: text.unicodeScalars.append(scalar)
        }
      }
      return text
    }
  }
}
