// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What can happen to an exchange.
///
/// It carries numbers and flags alone, so that to make one costs nothing.
enum ExchangeEvent: Equatable {
  // MARK: What its owner says: the loop, and through it the task that waits

  /// Its turn in the admission queue has come.
  case admitted
  /// The task no longer waits.
  case cancelled
  /// The time for the whole call is over.
  case deadlinePassed
  /// Nothing has moved on its connection for the read timeout.
  case stayedSilent
  /// The names it asked for have been looked up.
  case namesKnown
  /// The reader of the response, or the maker of the request's body, says that it can go on.
  case resumed(readerIsFull: Bool)
  /// The reader of the response has no room for more.
  case readerFilled
  /// The loop has handed over what gathered during its turn.
  case turnEnded
  /// It ends, whatever its result.
  case closed

  // MARK: What libcurl calls

  /// It wants to look a name up.
  case asksForName
  /// It is about to open a socket.
  case opensSocket
  /// The socket is open.
  case openedSocket
  /// A connection stands, on which it is about to send the request.
  case isAboutToSend
  /// Nothing was found against it: the request goes out.
  case sends
  /// The final head of the response is complete.
  case head(status: Int, isProxys: Bool)
  /// What that head says of the body.
  case announced(AnnouncedBody)
  /// Bytes of the response's body, and how many libcurl has read for all it has handed over so far.
  case body(Int, outOf: Int)
  /// Bytes of the response's body are to be kept, decoded.
  case keeps(Int)
  /// It asks for bytes of the request's body, of which so many could be handed over.
  case offers(Int)
  /// So many bytes of the request's body are handed over.
  case handedOver(Int)
  /// The maker of the request's body has nothing yet.
  case hasNothingToSend
  /// The request's body is at its end, and so many bytes of trailers follow it.
  case bodyEnded(trailers: Int)
  /// It is done with the transfer.
  case finished(TransferEnd)
  /// Something was found in what libcurl handed over, or could not be done for it.
  case found(ExchangeFault)
}

/// What a final head says of the body that follows it.
struct AnnouncedBody: Equatable {
  /// Its length; negative where nothing says it.
  var length: Int
  /// Whether the length is compared here at the end, and not by libcurl.
  var isCounted = false
  /// Whether a body can follow at all: not after `HEAD`, nor with 204 and 304.
  var isPossible = true
  /// Whether it is kept as it comes, so that its length is what it takes.
  var isPlain = true
  /// Whether it is handed over while it comes.
  var isStream = false
}

/// How libcurl ended a transfer, and what is to be said of the response at that point.
struct TransferEnd: Equatable {
  /// Whether libcurl takes it for a success.
  var isSuccess = true
  /// Whether libcurl says that the connection has ended.
  var isDisconnected = false
  /// How many bytes of the body libcurl has counted.
  var received = 0
  /// Whether the last line of a chunked body has only half of its end (RFC 9112 §7.1).
  var isLineCut = false
  /// Whether TLS did not say that it ends, where it must (RFC 8446 §6.1).
  var lacksCloseNotify = false
  /// Whether the body's coding is not at its end.
  var isUndecoded = false
  /// Whether the loop itself has cut the connection.
  var isCutHere = false
}
