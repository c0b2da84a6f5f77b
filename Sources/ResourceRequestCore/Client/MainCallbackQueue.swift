// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The main queue, for callbacks that are isolated to the main actor: closures and delegates that use the state of a
/// user interface, of the top level of a program, or of a module whose default isolation is the main actor.
///
/// ```swift
/// client.send(request, on: .main) { outcome in label.text = (try? outcome.get().text) ?? "" }
/// ```
public struct MainCallbackQueue: Sendable {
  /// The main queue.
  public static let main = MainCallbackQueue()
}
