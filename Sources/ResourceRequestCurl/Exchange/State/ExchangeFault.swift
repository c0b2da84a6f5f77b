// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why an exchange fails, where libcurl does not say it.
///
/// What else belongs to the sentence, such as the address that was refused, is kept by the exchange.
enum ExchangeFault: Equatable {
  // MARK: Before the request

  /// One of its names could not be told to libcurl: it asked for others again and again.
  case asksTooOften
  /// The system gave no socket.
  case noSocket
  /// A policy forbids the address.
  case addressRefused
  /// The server spoke on the connection before it was asked.
  case spokeUnasked
  /// The request is out, and libcurl would send it again.
  case secondSending

  // MARK: The request's body

  /// It goes on after the length it was said to have.
  case offersTooMuch
  /// It ended before.
  case offersTooLittle
  /// It could not be made.
  case offerFailed

  // MARK: The response's head

  /// It claims HTTP/2 on a connection that does not speak it.
  case foreignVersion
  case headTooLarge
  case headMalformed
  /// It does not say plainly where the response ends.
  case headAmbiguous
  /// The proxy wants other credentials.
  case proxyAsks
  /// 101 (Switching Protocols) to a request that asked for none.
  case switchesProtocols

  // MARK: The response's body

  case announcedTooLarge(Int)
  case bodyTooLarge
  case noMemory
  /// It has a coding nobody asked for.
  case foreignCoding
  /// It is encoded otherwise than it says.
  case codingBroken
  /// It grows as a decompression bomb does.
  case expandsTooFar
  case bodyTooShort(Int, of: Int)
  case bodyTooLong(Int, of: Int)
  case lineCut
  case noCloseNotify
  /// Its connection was cut by the loop.
  case cutHere

  // MARK: At any time

  case cancelled
  case deadlinePassed
  case stayedSilent
  /// libcurl called in a phase in which it cannot.
  case outOfTurn

  /// Whether the connection is to blame, so that it matters whether it was an old one.
  var isOfConnection: Bool { self == .secondSending || self == .spokeUnasked }
}
