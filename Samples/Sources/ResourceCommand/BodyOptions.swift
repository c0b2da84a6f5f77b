// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit
import Synchronization

/// The options that set the body of a request: at most one.
struct BodyOptions: ParsableArguments {
  @Option(
    name: .customLong("form"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A form field, which is percent-encoded.", valueName: "n=v")
  )
  var form: [String] = []

  @Option(
    name: .customLong("data-urlencode"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Like curl's: a value to percent-encode, with or without a name, given directly or read from a file.",
      valueName: "[n]=v|v|[n]@file"
    )
  )
  var encodedData: [String] = []

  @Option(
    name: [.customShort("F", allowingJoined: true), .customLong("multipart")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A field of a multipart form, or a file of one.",
      valueName: "n=v|n=@file[;type=t;filename=f]|n=<file"
    )
  )
  var multipart: [String] = []

  @Option(
    name: .customLong("json"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("JSON, or @FILE with it; @- is standard input.", valueName: "text")
  )
  private var jsons: [String] = []

  @Option(
    name: .customLong("body"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Text, or @FILE with it; @- is standard input.", valueName: "text")
  )
  private var bodies: [String] = []

  @Option(
    name: [.customLong("data"), .customLong("data-binary")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The bytes of a file; @- is standard input. Text without @ is as for -d.", valueName: "@file")
  )
  var data: [String] = []

  @Option(
    name: [.customShort("d", allowingJoined: true), .customLong("urlencoded")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Form text as with curl's -d, or @FILE; several are joined with &.",
      valueName: "text"
    )
  )
  var urlencoded: [String] = []

  @Option(
    name: .customLong("data-raw"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like -d, but @ is literal; used by requests copied from browsers.", valueName: "text")
  )
  var rawData: [String] = []

  @Option(
    name: [.customShort("T", allowingJoined: true), .customLong("upload")],
    help: ArgumentHelp("A file of any size, read while it is sent; - is standard input.", valueName: "file")
  )
  private var uploads: [String] = []

  @Option(help: ArgumentHelp("The Content-Type of the body.", valueName: "type"))
  var contentType: String?

  /// The value of `--json`; `nil` without it.
  var json: String? { jsons.last }
  /// The value of `--body`; `nil` without it.
  var body: String? { bodies.last }
  /// The file of `--upload`; `nil` without it.
  var upload: String? { uploads.last }

  func validate() throws {
    // An option that is written twice replaces a setting; it must not drop what is to be sent.
    for (option, values) in [("--json", jsons), ("--body", bodies), ("--upload", uploads)] where values.count > 1 {
      throw ValidationError("\(option) is there twice: a request has one body")
    }
    if given.count > 1 { throw ValidationError("\(given.joined(separator: " and ")): a request has one body") }
    if data.count > 1, data.contains(where: Self.namesFile) {
      throw ValidationError("--data: a file is the whole body; join texts with -d, or send a form with --multipart")
    }
    if contentType != nil, !multipart.isEmpty {
      throw ValidationError("--content-type: a multipart form has its own; ;type= is that of a file in it")
    }
  }

  /// The option that sets the body; `nil` if none is given.
  var option: String? { given.first }

  /// The options whose value is standard input.
  var standardInputOptions: [String] {
    let texts = [("--json", json), ("--body", body)].filter { $0.1 == "@-" }.map(\.0)
    let files = [("--data", data), ("-d", urlencoded)].flatMap { option, values in
      values.filter { $0 == "@-" }.map { _ in option }
    }
    let encoded = encodedData.filter { EncodedPiece($0).file == "-" }.map { _ in "--data-urlencode" }
    let parts = multipart.filter { (try? MultipartField($0))?.isStandardInput == true }.map { _ in "--multipart" }
    return texts + files + encoded + parts + (upload == "-" ? ["--upload"] : [])
  }

  /// The options that set the body; options that add to the same form count once.
  private var given: [String] {
    let isFile = data.contains(where: Self.namesFile)
    let forms = [
      ("--form", !form.isEmpty), ("--data-urlencode", !encodedData.isEmpty), ("--urlencoded", !urlencoded.isEmpty),
      ("--data-raw", !rawData.isEmpty),
      ("--data", !data.isEmpty && !isFile),
    ]
    let others = [
      ("--multipart", !multipart.isEmpty), ("--json", json != nil), ("--body", body != nil), ("--data", isFile),
      ("--upload", upload != nil),
    ]
    return (forms.first(where: \.1).map { [$0] } ?? []).map(\.0) + others.filter(\.1).map(\.0)
  }

  /// Creates the body.
  ///
  /// - Throws: ``InputError`` for a body that cannot be read or sent.
  func makeBody() throws -> ResourceRequest.Body? {
    let pieces = try formTexts()
    if !form.isEmpty, pieces.isEmpty { return .form(try RequestParameters(form, of: "--form")) }
    if !multipart.isEmpty { return .multipart(try multipartForm()) }
    if let upload {
      if GivenFile.isPipe(upload) {
        return .data(try Self.file(upload[...], of: "--upload"))
      }
      guard upload == "-" else { return .file(try Self.readable(upload, of: "--upload")) }
      guard StandardStreams.hasInput else { throw InputError("--upload -: standard input is closed") }
      return StandardInput.body()
    }
    if let json {
      let text = try Self.text(json, of: "--json")
      _ = try Self.json(text, of: "--json")
      // Validated, then sent as written.
      return .data(Data(text.utf8), type: "application/json")
    }
    if let body { return .string(try Self.text(body, of: "--body"), charset: try charset()) }
    if let file = data.first, Self.namesFile(file) { return .data(try Self.file(file.dropFirst(), of: "--data")) }
    let texts = try encodedForm() + pieces
    guard !texts.isEmpty else { return nil }
    return .data(Data(texts.joined(separator: "&").utf8), type: "application/x-www-form-urlencoded")
  }

  private func encodedForm() throws -> [String] {
    try form.map { text in
      let field = try NamedValue(text, of: "--form")
      return "\(EncodedPiece.encoded(field.name.utf8))=\(EncodedPiece.encoded(field.value.utf8))"
    }
  }

  /// The parts of a form as written, to be joined with `&`.
  private func formTexts() throws -> [String] {
    let given = try urlencoded.map { text in
      // As in curl, the lines of a file are joined.
      guard Self.namesFile(text) else { return text }
      let bytes = try Self.text(text, of: "-d").utf8.filter { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
      return String(decoding: bytes, as: UTF8.self)
    }
    return try encodedData.map { try EncodedPiece($0).text() } + given + data + rawData
  }

  /// A target with the query that `--get` makes of a form: as it is written, behind a query that is there.
  ///
  /// - Throws: ``InputError`` if the body is not a form.
  func target(_ target: String) throws -> String {
    let forms = ["--form", "--data-urlencode", "--urlencoded", "--data-raw"]
    guard given.first.map(forms.contains) ?? true || !data.isEmpty, !data.contains(where: Self.namesFile) else {
      throw InputError("--get: only a form (-d, --form) becomes a query")
    }
    let query = try (encodedForm() + formTexts()).joined(separator: "&")
    guard !query.isEmpty else { return target }
    let place = target.utf8.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex
    let path = target[..<place]
    let mark = path.utf8.contains(UInt8(ascii: "?")) ? path.utf8.last == UInt8(ascii: "?") ? "" : "&" : "?"
    // Nothing in it is a template, and none of its bytes ends a query.
    let escaped = query.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("#", with: "%23")
    return path + mark + escaped + target[place...]
  }

  private static func namesFile(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "@") }

  private func multipartForm() throws -> MultipartForm {
    let fields = try multipart.map { try MultipartField($0) }
    return MultipartForm(try fields.map { try Self.part($0) })
  }

  /// Creates a part of a form after checking that its file can be read.
  ///
  /// - Throws: ``InputError``.
  static func part(_ field: MultipartField, of option: String = "--multipart") throws -> MultipartForm.Part {
    switch field {
    case .text(let name, let text, let type):
      var part = MultipartForm.Part.text(name, text)
      part.contentType = type
      return part
    case .fileText(let name, let path): return .text(name, try text("@\(path)", of: "--multipart"))
    case .file(let name, let path, let given, let type):
      // As for curl, by the name that is given, or else by the file's.
      let type = type ?? given.flatMap(MultipartField.knownType) ?? MultipartField.type(of: path)
      guard path == "-" || GivenFile.isPipe(path) else {
        _ = try readable(path, of: option)
        return .file(name, path: path, fileName: given, type: type)
      }
      let data = try file(path[...], of: option)
      let fileName = given ?? path.split(separator: "/").last.map(String.init) ?? path
      return .data(name, data, fileName: fileName, type: type)
    }
  }

  /// The charset that the content type names, in which the text is sent.
  private func charset() throws -> Charset {
    guard let label = contentType.flatMap({ MIMEType($0) })?.charset else { return .utf8 }
    guard let charset = Charset(label: label) else {
      throw InputError("--content-type: no charset is called \"\(label)\"; send the bytes with --data @FILE")
    }
    return charset
  }

  /// Reads JSON.
  ///
  /// - Throws: ``InputError`` with line and column.
  static func json(_ text: String, of option: String) throws -> JSON {
    do {
      return try JSON(parsing: text)
    } catch {
      throw InputError("\(option) is not JSON: \(error)" + (text == "-" ? "; standard input is @-" : ""))
    }
  }

  /// The text itself, or the content of the file after an `@`.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read.
  static func text(_ argument: String, of option: String) throws -> String {
    guard argument.hasPrefix("@") else { return argument }
    let path = argument.dropFirst()
    guard let text = String(validating: try file(path, of: option), as: UTF8.self) else {
      throw InputError("\(option): \(path) is not UTF-8; send its bytes with --data @\(path)")
    }
    return text
  }

  /// The header fields of a file, one on each line, or the one that is written itself; `#` begins a comment, as for curl.
  static func headerLines(_ argument: String) throws -> [String] {
    guard argument.hasPrefix("@") else { return [argument] }
    return try headerFiles.withLock { files in
      if let known = files[argument] { return known }
      let text: String
      do { text = try Self.text(argument, of: "--header") } catch let error as InputError {
        // The parser names the option.
        throw ValidationError(error.description.replacing("--header: ", with: ""))
      }
      let lines = text.split(whereSeparator: \.isNewline).filter { $0.first != "#" }.map(String.init)
      files[argument] = lines
      return lines
    }
  }

  /// The files of `--header`: arguments are parsed more than once, and a pipe is read once.
  static let headerFiles = Mutex<[String: [String]]>([:])

  static func file(_ path: Substring, of option: String) throws -> Data {
    do {
      return try GivenFile.read(String(path))
    } catch let error as GivenFile.TooLarge {
      throw InputError("\(option): \(path) \(error); send it with --upload")
    } catch {
      throw InputError("\(option): the file \(path) cannot be read: \(error)")
    }
  }

  /// Checks before anything is sent that a file can be read, and returns its path.
  static func readable(_ path: String, of option: String) throws -> String {
    do {
      let descriptor = try GivenFile.open(path)
      defer { close(descriptor) }
      guard GivenFile.isRegular(descriptor) else { throw InputError("\(option): \(path) is not a regular file") }
      return path
    } catch let error as SystemError {
      throw InputError("\(option): the file \(path) cannot be read: \(error)")
    }
  }
}
