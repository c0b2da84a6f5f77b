// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import TestSupport

extension ClientOptions {
  /// Those of a client over the transport that `.everyWire` chooses.
  static var everyWire: ClientOptions { ClientOptions(transport: EveryWire.usesLibcurl ? .curl : .standard) }
}
