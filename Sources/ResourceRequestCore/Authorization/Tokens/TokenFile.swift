// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A token in a file that another program keeps current.
final class TokenFile: Sendable {
  private let path: String
  let files: FollowedFiles

  init(_ path: String) {
    self.path = path
    files = FollowedFiles([path]) { try? TokenFile.read(path) }
  }

  /// Reads the token, without surrounding spaces and line ends; or returns the last good one with the fault of the
  /// file.
  ///
  /// - Throws: ``TransportFailure`` if the file has never been readable with a token.
  func look() throws -> (token: Secret, fault: String?) {
    let (text, fault) = files.look()
    guard let text else { return (Secret(try TokenFile.read(path)), nil) }
    return (Secret(text), fault)
  }

  private static func read(_ path: String) throws -> String {
    let bytes: [UInt8]
    do { bytes = try BoundedFile.read(path, limit: 64 << 10, trust: .named) } catch {
      throw failure(path, "cannot be read: \(error.reason)")
    }
    let token = String(String(decoding: bytes, as: UTF8.self).trimming(whereByte: FieldSyntax.isWhitespace))
    guard !token.isEmpty, TokenReply.isSendable(token) else { throw failure(path, "holds no token") }
    return token
  }

  private static func failure(_ path: String, _ what: String) -> TransportFailure {
    TransportFailure(unsent: .tokenUnavailable, "the token file \(path) \(what)")
  }
}

/// Attaches the token of a file to requests to the service's own origin only.
struct TokenFileMiddleware: Middleware {
  private let file: TokenFile
  private let origin: Origin
  private let warning: SecretFileWarning

  init(file: TokenFile, origin: Origin) {
    self.file = file
    self.origin = origin
    warning = SecretFileWarning(file.files)
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard request.isAt(origin), request.authorization.usesCredentials, !request.headers.contains("Authorization")
    else { return try await next(request, context: context) }
    var request = request
    let (token, fault) = try file.look()
    request.headers["Authorization"] = "Bearer " + token.reveal()
    warning.tell(of: fault, request, context)
    return try await next(request, context: context)
  }
}
