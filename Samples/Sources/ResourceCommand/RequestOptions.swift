// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// The options that define a request, shared by several commands.
struct RequestOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      GET, POST, or any other method, then a URL, a path, or a template such as /users/{name}, then fields: name=value \
      and name:=JSON of a JSON object, name==value of the query, Name:value of the header, name@FILE of a form. Without \
      a method: GET, or POST where there is a body, or PUT with --upload.
      """,
      valueName: "method> <target> <field"
    ),
    completion: Completions.methods
  )
  var words: [String] = []

  @Option(
    name: [.customShort("X", allowingJoined: true), .customLong("request")],
    help: ArgumentHelp("The method; the same as the first word.", valueName: "method"),
    completion: Completions.methods
  )
  var methodOption: String?

  @Flag(
    name: [.customShort("I"), .customLong("head")],
    help: "Send HEAD, and write the status line and the header fields."
  )
  var asksForHead = false

  @Flag(name: [.customShort("G"), .customLong("get")], help: "Send the form of -d or --form as the query of a GET.")
  var sendsQuery = false

  @OptionGroup(title: "Server") var place: PlaceOptions

  @Option(
    name: .customLong("path"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for the target's template.", valueName: "n=v")
  )
  var pathParameters: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("A query parameter.", valueName: "n=v"))
  var query: [String] = []

  @Option(
    name: [.customShort("H", allowingJoined: true), .customLong("header")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header field, or @FILE with one on each line.", valueName: "N: v"),
    completion: Completions.headers,
    transform: BodyOptions.headerLines
  )
  var headerLines: [[String]] = []

  @Option(
    name: [.customShort("A", allowingJoined: true), .customLong("user-agent")],
    parsing: .unconditional,
    help: ArgumentHelp("The header field User-Agent.", valueName: "text")
  )
  var userAgent: String?

  @Option(
    name: [.customShort("e", allowingJoined: true), .customLong("referer")],
    help: ArgumentHelp("The header field Referer.", valueName: "url")
  )
  var referer: String?

  @Option(
    name: .customLong("param"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An argument of a JavaScript adapter's procedure.", valueName: "json")
  )
  var procedureParameters: [String] = []

  @OptionGroup(title: "Body") var body: BodyOptions

  @Option(
    name: [.customShort("r", allowingJoined: true), .customLong("range")],
    parsing: .unconditional,
    help: ArgumentHelp("Ask for a range of bytes only: 0-99, 500-, -500.", valueName: "range")
  )
  var range: String?

  @Option(
    name: [.customShort("m", allowingJoined: true), .customLong("timeout"), .customLong("max-time")],
    parsing: .unconditional,
    help: ArgumentHelp("Time limit of the whole call: 250ms, 3s, 1m.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var timeout: Duration?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit for establishing a connection.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var connectTimeout: Duration?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit between two reads from the server.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var readTimeout: Duration?

  @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of redirects.", valueName: "n"))
  var maxRedirects: Int?

  @Flag(name: [.customShort("L"), .customLong("location")], help: "Follow redirects, which is the default.")
  var followsRedirects = false

  @Flag(help: "Do not follow redirects.")
  var noRedirects = false

  @Flag(
    inversion: .prefixedNo,
    help: "Ask the server whether it wants the body before it is sent (Expect: 100-continue)."
  )
  var expectContinue: Bool?

  @Flag(name: .shortAndLong, help: "Take braces in the target literally, not as a template.")
  var globoff = false

  @Flag(inversion: .prefixedNo, help: "Ask for a compressed response and decode it, which is the default.")
  var compressed: Bool?

  @Option(
    help: ArgumentHelp(
      "Compress the body of the request if that makes it smaller: gzip, deflate, br or zstd, the last two with a level, as in zstd:19.",
      valueName: "coding[:level]"
    )
  )
  var compressRequest: RequestCoding?

  @Option(
    name: [.customShort("c", allowingJoined: true), .customLong("cookie-jar")],
    help: ArgumentHelp(
      "Read cookies from a file and keep them there; a new file is JSON, and one in curl's form keeps it.",
      valueName: "file"
    ),
    completion: .file()
  )
  var cookieJar: String?

  @Option(
    name: [.customShort("b", allowingJoined: true), .customLong("cookie")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A cookie of this request, or a file of cookies to read.", valueName: "name=value|file"),
    completion: .file()
  )
  var cookies: [String] = []

  @OptionGroup(title: "Conditions") var conditions: ConditionFlags

  @OptionGroup(title: "Policies") var policies: PolicyFlags

  @OptionGroup(title: "Cache") var cache: CacheFlags

  @OptionGroup(title: "Authorization") var tokens: TokenFlags

  @OptionGroup(title: "Authorization") var login: LoginFlags

  @OptionGroup(title: "Connection") var connection: ConnectionFlags

  @Option(help: "What sends: the sockets, with libcurl for proxies; or one of them alone.")
  var transport: TransportName = .standard

  @OptionGroup(visibility: .hidden) var curl: CurlFlags

  /// Parses the method, the target and the items after it.
  ///
  /// - Throws: ``InputError``.
  func parsedWords() throws -> RequestWords {
    let words = FoldedWords.unfolded(words)
    return try RequestWords(RequestWords.allowsSeveral ? RequestWords.first(of: words) : words, isLiteral: globoff)
  }

  /// The target; empty if missing, which ``validate()`` rejects.
  var target: String { (try? parsedWords())?.target ?? "" }

  func validate() throws {
    do {
      let words = try parsedWords()
      if asksForHead, let method = words.method ?? methodOption, !method.utf8.elementsEqual("HEAD".utf8) {
        throw ValidationError("--head and \(method): choose one")
      }
      if methodOption != nil, words.method != nil { throw ValidationError("-X and \(words.method ?? ""): choose one") }
      if let option = body.option, words.items.contains(where: \.isBody) {
        throw ValidationError(RequestItem.refusal(beside: option))
      }
      if sendsQuery, words.items.contains(where: \.isBody) {
        throw ValidationError("--get sends no body: write name==value for a value of the query")
      }
    } catch let error as InputError {
      throw ValidationError(error.description)
    }
    let readers = standardInputOptions
    if readers.count > 1 {
      throw ValidationError("\(readers.joined(separator: " and ")): standard input can be read once")
    }
    if !givenCookies.isEmpty, cookieJar != nil || !cookieFiles.isEmpty {
      throw ValidationError("--cookie NAME=VALUE would take the place of the cookies of a file: choose one")
    }
    if followsRedirects, noRedirects { throw ValidationError("--location and --no-redirects: choose one") }
    if let range, !WrongPart.isRange(range) {
      throw ValidationError("--range: write it as 0-99 (the first byte and the last), 500- or -500")
    }
    if cookieFiles.count > 1 { throw ValidationError("--cookie: one file of cookies at most") }
    if let cookieJar, let file = cookieFiles.first, file != cookieJar {
      throw ValidationError("--cookie FILE and --cookie-jar: name one file; the jar is read too")
    }
    if let redirectLimit, !(0...1000).contains(redirectLimit) {
      throw ValidationError("--max-redirects is a number from 0 to 1000")
    }
    if noRedirects, redirectLimit != nil { throw ValidationError("--max-redirects and --no-redirects: choose one") }
    if let option = tokens.clientID.map({ _ in "--client-id" }) ?? tokens.scope.map({ _ in "--scope" }),
      let other = login.user.map({ _ in "--user" }) ?? (login.usesNetrc ? "--netrc" : nil)
        ?? login.bearerEnv.map({ _ in "--bearer-env" })
    {
      throw ValidationError("\(option) and \(other): choose one")
    }
  }

  private func standardMethod(of words: RequestWords) -> String {
    if asksForHead { return "HEAD" }
    if sendsQuery { return "GET" }
    if body.upload != nil { return "PUT" }
    return body.option != nil || words.items.contains(where: \.isBody) ? "POST" : "GET"
  }

  /// Creates the request without its credentials.
  private func makeRequest() throws -> ResourceRequest {
    let words = try parsedWords()
    let method = words.method ?? methodOption ?? standardMethod(of: words)
    guard let method = RequestMethod(method) else {
      throw InputError("\"\(method)\" is not a method; write GET, POST or another word without blanks")
    }
    let upload = UploadTarget(words.target, by: method, of: body.upload)
    let target = sendsQuery ? try body.target(words.target) : upload?.template ?? words.target
    var request = ResourceRequest(target, method: method, service: place.service, timeout: timeout)
    request.timeouts.connect = connectTimeout.map(Timeout.after)
    request.timeouts.read = readTimeout.map(Timeout.after)
    request.httpVersion = connection.version?.policy
    let asksFirst = expectContinue ?? (connectionFields.contains { $0.lowercased() == "expect" } ? true : nil)
    request.expectContinue = asksFirst.map { $0 ? .always() : .never }
    request.compression = compressRequest?.rule
    request.pathParameters = try RequestParameters(pathParameters, of: "--path")
    if let upload { request.pathParameters[upload.name.variable] = upload.name.value }
    request.query = try RequestParameters(query, of: "--query")
    for text in headerLines.joined() where removedField(text) == nil && connectionField(text) == nil {
      let field = try NamedValue(header: text)
      request.headers.append(field.name, field.value)
    }
    words.items.apply(to: &request)
    // As for curl, an empty one leaves the field out, and a field of its name comes first.
    for (name, value) in [("User-Agent", userAgent), ("Referer", referer)] where !request.headers.contains(name) {
      if let value, !value.isEmpty { request.headers[name] = value }
    }
    // One field (RFC 6265 §5.4).
    let cookies = request.headers.values(for: "Cookie") + givenCookies
    if !cookies.isEmpty { request.headers["Cookie"] = cookies.joined(separator: "; ") }
    if let range {
      request.headers["Range"] = "bytes=\(range)"
      // A range of a compressed body would be a different one.
      if compressed == nil { request.headers["Accept-Encoding"] = "identity" }
    }
    if compressed == false { request.headers["Accept-Encoding"] = "identity" }
    // Whatever coding comes is written as it came; a part of a coded body cannot be decoded.
    if compressed == false || compressed == nil && range != nil { request.decodesContent = false }
    if !procedureParameters.isEmpty {
      request.procedureParameters = try procedureParameters.map { try BodyOptions.json($0, of: "--param") }
    }
    if !sendsQuery { request.body = try body.makeBody() ?? words.items.makeBody() }
    if let contentType = body.contentType { request.headers["Content-Type"] = contentType }
    if noRedirects { request.redirects = .refuse }
    if let redirectLimit { request.redirects = .follow(limit: redirectLimit) }
    return request
  }

  /// Creates the request and the configuration that routes it, with all flags applied.
  ///
  /// - Parameter output: the file that the body replaces.
  /// - Returns: the request and the configuration.
  /// - Throws: `ConfigurationError`; ``InputError``.
  func prepare(for output: String? = nil) throws -> (ResourceRequest, ResourceConfiguration) {
    var request = try makeRequest()
    try conditions.apply(to: &request, for: output)
    var configuration = try place.makeConfiguration()
    try authorize(&request, in: &configuration)
    try connection.apply(to: &configuration)
    try cache.apply(to: &configuration, &request)
    policies.apply(to: &configuration, &request)
    return (request, configuration)
  }
}
