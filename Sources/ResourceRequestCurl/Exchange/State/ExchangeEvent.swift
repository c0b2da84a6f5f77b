// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An event of an exchange.
///
/// It contains numbers and flags only, so that making one is free.
enum ExchangeEvent: Equatable {
  // MARK: What its owner says: the loop, and through it the task that waits

  /// The admission queue admitted it.
  case admitted
  /// The task no longer waits.
  case cancelled
  /// The deadline passed.
  case deadlinePassed
  /// Nothing has moved on its connection for the read timeout.
  case stayedSilent
  /// Its names were resolved.
  case namesKnown
  /// The reader of the response, or the producer of the request's body, can continue.
  case resumed(readerIsFull: Bool)
  /// The reader's window is full.
  case readerFilled
  /// It ends, whatever its result.
  case closed

  // MARK: What libcurl calls

  /// It wants to look up a name.
  case asksForName
  /// It is about to open a socket.
  case opensSocket
  /// The socket is open.
  case openedSocket
  /// It is about to send the request on an open connection.
  case isAboutToSend
  /// All checks passed: the request is sent.
  case sends
  /// The final head of the response is complete.
  case head(status: Int, isProxys: Bool)
  /// The body that the head announces.
  case announced(AnnouncedBody)
  /// Bytes of the response's body.
  case body(Int)
  /// Decoded bytes of the body to buffer.
  case keeps(Int)
  /// It asks for bytes of the request's body; this many are available.
  case offers(Int)
  /// This many bytes of the request's body were delivered.
  case handedOver(Int)
  /// The producer of the request's body has no bytes yet.
  case hasNothingToSend
  /// The request's body ended; trailers of this many bytes follow.
  case bodyEnded(trailers: Int)
  /// It is done with the transfer.
  case finished(TransferEnd)
  /// A fault was found in libcurl's data, or in serving its request.
  case found(ExchangeFault)
}

/// The body that a final head announces.
struct AnnouncedBody: Equatable {
  /// Its length; negative if it is unknown.
  var length: Int
  /// Whether a body is possible: not after `HEAD`, nor with 204 and 304.
  var isPossible = true
  /// Whether it is buffered undecoded, so that its length is the memory needed.
  var isPlain = true
  /// Whether it is delivered as a stream.
  var isStream = false
}

/// The end of a transfer by libcurl, and the state of the response at that point.
struct TransferEnd: Equatable {
  /// Whether libcurl reports success.
  var isSuccess = true
  /// Whether libcurl reports the end of the connection.
  var isDisconnected = false
  /// Whether the last line end of a chunked body is incomplete (RFC 9112 §7.1).
  var isLineCut = false
  /// Whether a required close_notify is missing (RFC 8446 §6.1).
  var lacksCloseNotify = false
  /// Whether the body's coding is incomplete.
  var isUndecoded = false
  /// Whether the peer held libcurl with what is no part of a response, so that its connection was closed here.
  var isFlooded = false
  /// Whether the loop itself closed the connection.
  var isCutHere = false
}
