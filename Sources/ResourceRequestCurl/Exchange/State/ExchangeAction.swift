// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The action that follows from an event.
enum ExchangeAction: Equatable {
  /// Continue.
  case goOn
  /// Ignore the event, which came too late or too early.
  case ignore

  // MARK: For the loop

  /// Start the exchange on a handle.
  case start
  /// Remove it from libcurl and look up its names.
  case lookUp
  /// Start it again.
  case giveAgain
  /// Set the paused directions: ``ExchangeState/pauses``.
  case setPauses
  /// End the exchange with its response.
  case finish
  /// End the exchange with ``ExchangeState/fault``.
  case fail
  /// End the exchange with libcurl's failure.
  case failAsLibcurlSays
  /// Deliver the result to the waiting task.
  case answer
  /// Deliver the result as the end of the stream.
  case endStream

  // MARK: For the callback of libcurl that is being answered

  /// Deliver the response at its head, with a streamed body.
  case deliverHead
  /// Reserve memory for the body.
  case expect(Int)
  /// Buffer the bytes of a body that is delivered whole.
  case keep
  /// Pass the bytes to the reader of the stream.
  case gather
  /// Pause libcurl until it is resumed.
  case pause
  /// Abort the transfer in libcurl because of ``ExchangeState/fault``.
  case abort
}
