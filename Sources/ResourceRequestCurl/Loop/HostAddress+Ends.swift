// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestLoop

  extension HostAddress {
    /// The ends of a connection to it, of which this side's is not known yet.
    func ends(port: Int) -> ccurl_ends {
      withSocketAddress(port: port) { address, _ in ccurl_ends_at(address) }
    }
  }
#endif
