// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  extension CurlTransport: CustomReflectable {
    /// Empty: the loop contains the requests in flight, with their secrets.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }
#endif
