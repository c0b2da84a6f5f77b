// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension ResourceConfiguration {
  /// Changes the settings of the defaults, the gateway and all services.
  mutating func changeAllSettings(_ change: (inout ServiceSettings) -> Void) {
    change(&defaults)
    if var changed = gateway {
      change(&changed.settings)
      gateway = changed
    }
    for index in services.indices { change(&services[index].settings) }
  }
}
