// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLSession's errors as codes and sentences a person can act on.
enum SessionFailure {
  static func failure(_ error: any Error, in exchange: SessionExchange) -> TransportFailure {
    let number = (error as NSError).code
    let text = error.localizedDescription
    var known = URLError.Code(rawValue: number)
    #if canImport(FoundationNetworking)
      // It says so whenever one address of the host has refused the connection, whatever ended that to another.
      if known == .cannotConnectToHost, exchange.phase == .receiving || !text.contains(bytes: "onnect to") {
        known = .networkConnectionLost
      }
    #endif
    let (code, sentence) = meaning(of: known == .unknown ? guess(from: text) : known, exchange.request.url.origin)
    let neverSent: [ResourceError.Code] = [.nameNotResolved, .connectFailed, .tlsHandshakeFailed, .certificateRejected]
    return TransportFailure(
      code: code,
      message: "\(sentence) (URLError \(number): \(text))",
      phase: neverSent.contains(code) ? .connecting : exchange.phase,
      cause: error
    )
  }

  /// If FoundationNetworking has no code for a failure, its message is libcurl's.
  private static func guess(from text: String) -> URLError.Code? {
    let words: [(String, URLError.Code)] = [
      ("content unencoding", .cannotDecodeContentData), ("content encoding type", .cannotDecodeContentData),
      ("transfer closed", .networkConnectionLost),
      ("Recv failure", .networkConnectionLost), ("Send failure", .networkConnectionLost),
      ("Invalid Content-Length", .cannotParseResponse), ("chunked-encoding", .cannotParseResponse),
      ("Weird server reply", .cannotParseResponse), ("Failed writing header", .cannotParseResponse),
    ]
    return words.first { text.contains($0.0) }?.1
  }

  private static func meaning(of code: URLError.Code?, _ origin: Origin) -> (ResourceError.Code, String) {
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      (.nameNotResolved, "the host name \(origin.host) has no address; check the name and this machine's resolver")
    case .cannotConnectToHost, .notConnectedToInternet:
      (.connectFailed, "no connection to \(origin); check that the server runs and can be reached from here")
    case .secureConnectionFailed:
      (.tlsHandshakeFailed, "the TLS handshake with \(origin) failed")
    case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
      .serverCertificateHasUnknownRoot, .clientCertificateRejected, .clientCertificateRequired:
      (.certificateRejected, "the certificate of \(origin) is not trusted")
    case .networkConnectionLost, .badServerResponse:
      (.connectionClosed, "the connection to \(origin) ended before the response did")
    case .cannotParseResponse, .zeroByteResource, .unsupportedURL:
      (.protocolViolation, "\(origin) broke the protocol")
    case .cannotDecodeContentData, .cannotDecodeRawData:
      (.contentDecodingFailed, "the response is not encoded as its Content-Encoding says")
    case .timedOut:
      (.connectTimeout, "\(origin) did not answer in the time URLSession gives it")
    case .badURL:
      (.invalidURL, "URLSession does not accept the URL")
    default:
      (.transportFailure, "the exchange with \(origin) failed")
    }
  }
}
