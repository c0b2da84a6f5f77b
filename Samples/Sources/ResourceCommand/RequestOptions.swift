// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit

/// What says which request: shared by those who send it and those who explain it.
struct RequestOptions: ParsableArguments {
  @Argument(help: "GET, POST, PUT, DELETE, or any other method.")
  var method: String

  @Argument(help: "A path, a template such as /users/{name}, or an absolute URL.")
  var target: String

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
    name: .customLong("header"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header field.", valueName: "N: v")
  )
  var headers: [String] = []

  @Option(
    name: .customLong("param"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An argument of a JavaScript adapter's procedure.", valueName: "json")
  )
  var procedureParameters: [String] = []

  @OptionGroup(title: "Body") var body: BodyOptions

  @Option(
    help: ArgumentHelp("The longest the whole call may take: 250ms, 3s, 1m.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var timeout: Duration?

  @Option(
    help: ArgumentHelp("The longest until a connection stands.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var connectTimeout: Duration?

  @Option(help: ArgumentHelp("The longest silence of the peer.", valueName: "time"), transform: TimeLimit.parse)
  var readTimeout: Duration?

  @Option(help: ArgumentHelp("The most redirects to follow.", valueName: "n"))
  var maxRedirects: Int?

  @Flag(help: "Take a redirect for the answer.")
  var noRedirects = false

  @Flag(
    inversion: .prefixedNo,
    help: "Ask the server whether it wants the body before it is sent (Expect: 100-continue)."
  )
  var expectContinue: Bool?

  @Flag(inversion: .prefixedNo, help: "Ask for a compressed answer, and decode it; so it is unless refused.")
  var compressed: Bool?

  @Option(help: "Compress the body, where that makes it smaller, for a server that takes it so.")
  var compressRequest: RequestCoding?

  @Option(
    help: ArgumentHelp("Where cookies are kept between runs; otherwise there are none.", valueName: "file")
  )
  var cookieJar: String?

  @OptionGroup(title: "Cache") var cache: CacheFlags

  @OptionGroup(title: "Authorization") var tokens: TokenFlags

  @OptionGroup(title: "Authorization") var login: LoginFlags

  @OptionGroup(title: "Connection") var connection: ConnectionFlags

  @Option(help: "What sends.")
  var transport: TransportChoice = .curl

  func validate() throws {
    if let maxRedirects, !(0...1000).contains(maxRedirects) {
      throw ValidationError("--max-redirects is a number from 0 to 1000")
    }
    if noRedirects, maxRedirects != nil { throw ValidationError("--max-redirects and --no-redirects: choose one") }
    if let option = tokens.clientID.map({ _ in "--client-id" }) ?? tokens.scope.map({ _ in "--scope" }),
      let other = login.user.map({ _ in "--user" }) ?? login.bearerEnv.map({ _ in "--bearer-env" })
    {
      throw ValidationError("\(option) and \(other): choose one")
    }
  }

  /// The cookies of earlier runs; `nil` where none are kept.
  ///
  /// - Throws: ``InputError`` where their file is none.
  func makeCookies() throws -> CookieOptions? {
    do {
      // A link keeps being one, and the file it is for is replaced.
      return try cookieJar.map { try CookieOptions.file(try LinkedPath.followed($0)) }
    } catch {
      throw InputError("--cookie-jar: \(error)")
    }
  }

  /// The request, without what shows who asks.
  private func makeRequest() throws -> ResourceRequest {
    guard let method = RequestMethod(method) else {
      throw InputError("\"\(method)\" is no method; write GET, POST or another word without blanks")
    }
    var request = ResourceRequest(target, method: method, service: place.service, timeout: timeout)
    request.timeouts.connect = connectTimeout.map(Timeout.after)
    request.timeouts.read = readTimeout.map(Timeout.after)
    request.httpVersion = connection.version?.policy
    request.expectContinue = expectContinue.map { $0 ? .always() : .never }
    request.compression = compressRequest?.rule
    request.pathParameters = try RequestParameters(pathParameters, of: "--path")
    request.query = try RequestParameters(query, of: "--query")
    for text in headers {
      let field = try NamedValue(header: text)
      request.headers.append(field.name, field.value)
    }
    if compressed == false { request.headers["Accept-Encoding"] = "identity" }
    if !procedureParameters.isEmpty {
      request.procedureParameters = try procedureParameters.map { try BodyOptions.json($0, of: "--param") }
    }
    request.body = try body.makeBody()
    if let contentType = body.contentType { request.headers["Content-Type"] = contentType }
    if noRedirects { request.redirects = .refuse }
    if let maxRedirects { request.redirects = .follow(limit: maxRedirects) }
    return request
  }

  /// The request, and the configuration it is routed by, with all that the flags say of both.
  ///
  /// - Throws: `ConfigurationError`; ``InputError``.
  func prepare() throws -> (ResourceRequest, ResourceConfiguration) {
    var request = try makeRequest()
    var configuration = try place.makeConfiguration()
    try authorize(&request, in: &configuration)
    try connection.apply(to: &configuration)
    try cache.apply(to: &configuration, &request)
    return (request, configuration)
  }
}
