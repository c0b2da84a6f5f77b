// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What follows from an event.
enum ExchangeAction: Equatable {
  /// Nothing: what was going on goes on.
  case goOn
  /// Nothing, since the event comes too late or too early to mean anything.
  case ignore

  // MARK: For the loop

  /// The exchange is given a handle, and to libcurl.
  case start
  /// It is taken back from libcurl, and the names it needs are looked up.
  case lookUp
  /// It is given to libcurl once more.
  case giveAgain
  /// libcurl is told which directions wait: ``ExchangeState/pauses``.
  case setPauses
  /// The exchange ends with the response that has come.
  case finish
  /// The exchange ends with ``ExchangeState/fault``.
  case fail
  /// The exchange ends with what libcurl says of it.
  case failAsLibcurlSays
  /// The result goes to the task that waits.
  case answer
  /// The result is the end of the stream that was handed over.
  case endStream

  // MARK: For the callback of libcurl that is being answered

  /// The response is handed over at its head, with a body that is still to come.
  case deliverHead
  /// Room for so many bytes of the body will be needed.
  case expect(Int)
  /// The bytes are kept for a response that is handed over whole.
  case keep
  /// The bytes go to the reader of the stream.
  case gather
  /// libcurl waits until it is told to go on.
  case pause
  /// libcurl ends the transfer; ``ExchangeState/fault`` says why.
  case abort
}
