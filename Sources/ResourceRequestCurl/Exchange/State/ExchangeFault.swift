// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The reason for a failure that the SDK detects.
///
/// The exchange keeps details for the message, such as the refused address.
enum ExchangeFault: Equatable {
  // MARK: Before the request

  /// libcurl repeatedly asked for the addresses of other names.
  case asksTooOften
  /// The system provided no socket.
  case noSocket
  /// A policy forbids the address.
  case addressRefused
  /// The server sent bytes before the request.
  case spokeUnasked
  /// libcurl would send the request a second time.
  case secondSending

  // MARK: The request's body

  /// The request's body is longer than its announced length.
  case offersTooMuch
  /// The request's body is shorter than its announced length.
  case offersTooLittle
  /// The request's body could not be produced.
  case offerFailed

  // MARK: The response's head

  /// The response claims HTTP/2 on a connection of another version.
  case foreignVersion
  case headTooLarge
  case headMalformed
  /// The head frames the response ambiguously.
  case headAmbiguous
  /// The proxy requires credentials, or refuses those that it got.
  case proxyAsks
  /// 101 (Switching Protocols) in response to a request that did not ask for it.
  case switchesProtocols

  // MARK: The response's body

  case announcedTooLarge(Int)
  case bodyTooLarge
  case noMemory
  /// The response has a coding that was not requested.
  case foreignCoding
  /// The response's coding is invalid.
  case codingBroken
  case bodyTooShort(Int, of: Int)
  case bodyTooLong(Int, of: Int)
  case lineCut
  case noCloseNotify
  /// The peer sent without end what is no part of a response.
  case flooded
  /// The loop closed its connection.
  case cutHere

  // MARK: At any time

  case cancelled
  case deadlinePassed
  case stayedSilent
  /// libcurl called in an impossible phase.
  case outOfTurn

  /// Whether the connection is the cause, so that its reuse matters.
  var isOfConnection: Bool { self == .secondSending || self == .spokeUnasked }
}
