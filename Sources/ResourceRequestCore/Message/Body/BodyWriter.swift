// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Writes a request body piece by piece while it is sent.
///
/// ```swift
/// let (writer, body) = ResourceRequest.Body.bound()
/// request.body = body
/// async let response = client.send(request)
/// for row in rows { try await writer.write(row) }
/// writer.finish()
/// ```
/// A writer that is released without ``finish()`` fails the request. Several tasks may write: their bytes are sent in
/// the order of the calls.
public final class BodyWriter: Sendable {
  let pipe: BytePipe

  init(window: Int) {
    pipe = BytePipe(window: window)
  }

  deinit {
    fail(Abandoned())
  }

  /// Writes bytes; suspends while the window is full (back pressure).
  ///
  /// - Throws: ``Refused`` if the request has ended; ``Finished`` after ``finish()`` or ``fail(_:)``; or
  ///   `CancellationError`, in which case the bytes may still be sent.
  public func write(_ bytes: Data) async throws {
    do {
      try await pipe.write(bytes)
    } catch is BytePipe.ClosedPipe {
      throw Refused()
    } catch is BytePipe.FinishedPipe {
      throw Finished()
    }
  }

  /// Ends the body; later writes throw.
  public func finish() { pipe.finish() }

  /// Fails the body, and the request with it.
  public func fail(_ error: any Error) { pipe.finish(.failure(error)) }

  /// The request ended before its body.
  public struct Refused: Error, CustomStringConvertible {
    /// What happened.
    public var description: String { "the request has ended and takes no more of its body" }
  }

  /// The body has ended already.
  public struct Finished: Error, CustomStringConvertible {
    /// What happened.
    public var description: String { "the body has been finished and takes no more bytes" }
  }

  /// The writer was released without ending the body.
  struct Abandoned: Error, CustomStringConvertible {
    var description: String { "its writer was released before it finished the body" }
  }
}
