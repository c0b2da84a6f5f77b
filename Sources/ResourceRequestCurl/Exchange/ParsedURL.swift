// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// The URL of an exchange, which libcurl parses only if it is another than that of the exchange before.
  ///
  /// Set as text, it would be parsed and rebuilt for every request.
  struct ParsedURL: ~Copyable {
    private let parts = ccurl_url()
    private var text: String?

    deinit {
      ccurl_url_cleanup(parts)
    }

    /// Sets the URL of a handle.
    mutating func set(_ url: String, on curl: UnsafeMutableRawPointer) {
      let isKnown = text?.hasSameBytes(as: url) == true
      if let parts, isKnown || ccurl_url_set(parts, CURLUPART_URL, url, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK {
        if !isKnown { text = url }
        ccurl_set_pointer(curl, CURLOPT_CURLU, UnsafeRawPointer(parts))
      } else {
        // libcurl reports the fault itself.
        text = nil
        ccurl_set_string(curl, CURLOPT_URL, url)
      }
    }
  }
#endif
