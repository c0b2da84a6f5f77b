// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Foundation
public import ResourceRequestCore

extension CallbackQueue {
  /// An operation queue.
  ///
  /// On one that runs several operations at once, a delegate's calls may overtake one another.
  public static func operationQueue(_ queue: OperationQueue) -> CallbackQueue {
    CallbackQueue { queue.addOperation($0) }
  }
}
