// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The meaning of an error code and the options that may help, for hints below errors and for the manual.
struct ErrorAdvice: Sendable {
  let code: ResourceError.Code
  /// The meaning, in one sentence.
  let meaning: String
  /// The options that may help, without a full stop.
  let remedy: String

  /// All advice, by error code.
  static let all = [
    ErrorAdvice(
      code: .noGateway,
      meaning: "The target is relative, and nothing says which server it belongs to.",
      remedy: "--gateway URL or --service NAME, or http:// or https:// before the target"
    ),
    ErrorAdvice(
      code: .unknownService,
      meaning: "The configuration has no service of this name.",
      remedy: "--config FILE or $RESOURCE_CONFIG names the services; resource config show lists them"
    ),
    ErrorAdvice(
      code: .invalidPathParameter,
      meaning: "A {name} of the target has no value, or a value no {name}.",
      remedy: "--path NAME=VALUE"
    ),
    ErrorAdvice(
      code: .deadlineExceeded,
      meaning: "The whole call took longer than its limit.",
      remedy: "--timeout 90s, or another time"
    ),
    ErrorAdvice(
      code: .connectTimeout,
      meaning: "The server did not accept the connection in time.",
      remedy: "--connect-timeout 30s, or another time"
    ),
    ErrorAdvice(
      code: .readTimeout,
      meaning: "The server sent nothing for too long.",
      remedy: "--read-timeout 90s, or another time"
    ),
    ErrorAdvice(
      code: .proxyFailed,
      meaning: "The proxy did not answer, or refused.",
      remedy: "--proxy URL, or --proxy none to use none, not even that of http_proxy, https_proxy or all_proxy"
    ),
    ErrorAdvice(
      code: .tooManyRedirects,
      meaning: "The server redirects again and again.",
      remedy: "--max-redirects 20, or another number"
    ),
    ErrorAdvice(
      code: .certificateRejected,
      meaning: "The server's certificate is expired, for another name, or of an authority that is not trusted.",
      remedy: "--cacert FILE, with an authority of your own, or the certificate itself if it is self-signed"
    ),
    ErrorAdvice(
      code: .tlsHandshakeFailed,
      meaning: "The two sides could not agree on TLS.",
      remedy: """
        http:// instead of https://, if the server does not support TLS; --cert FILE and --key FILE, if it asks for a \
        certificate; --key-password-env NAME, if the key is encrypted
        """
    ),
    ErrorAdvice(
      code: .bodyNotReplayable,
      meaning: "The body is needed again, for a login or a redirect, and standard input can be read once only.",
      remedy: "--data-binary @- instead of --upload -, which reads all of it first; or --expect-continue"
    ),
    ErrorAdvice(
      code: .bodyTooLarge,
      meaning: "The body is longer than the limit for bodies in memory.",
      remedy: "--output FILE, or --format raw"
    ),
  ]
}

extension ResourceError {
  /// The options that may help with this error; `nil` if there is no advice.
  var hint: String? {
    // The sides agreed on TLS, but not on the version that was asked for.
    if code == .tlsHandshakeFailed, message.contains("HTTP/2") { return "--http1.1 instead of --http2" }
    return ErrorAdvice.all.first { $0.code == code }?.remedy
  }
}
