// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension [String] {
  /// The words of a command.
  var bytes: ValkeyLine.Command { map { word in Array<UInt8>(word.utf8) } }
}
