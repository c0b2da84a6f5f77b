// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientOptions {
  /// Records the attempts of the client's calls.
  ///
  /// One recorder may serve several clients.
  ///
  /// - Parameter recorder: receives the attempts.
  public mutating func record(by recorder: FlightRecorder) {
    environment = environment.observed(by: recorder)
    // Inside of all other middleware of the client, so that it sees the requests as they are sent.
    attemptMiddleware.append(recorder)
  }
}
