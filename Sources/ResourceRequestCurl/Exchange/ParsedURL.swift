// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// The URL of a handle, which libcurl takes apart only when it is another one.
  ///
  /// Given as text, libcurl would take it apart for every request, and write it anew from its parts.
  struct ParsedURL: ~Copyable {
    private let parts = curl_url()
    private var text: String?

    deinit {
      curl_url_cleanup(parts)
    }

    /// Gives a handle its URL.
    mutating func set(_ url: String, on curl: UnsafeMutableRawPointer) {
      if let text, text.hasSameBytes(as: url) { return }
      if let parts, curl_url_set(parts, CURLUPART_URL, url, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK {
        text = url
        ccurl_set_pointer(curl, CURLOPT_CURLU, UnsafeRawPointer(parts))
      } else {
        // It says itself what it does not like.
        text = nil
        ccurl_set_pointer(curl, CURLOPT_CURLU, nil)
        ccurl_set_string(curl, CURLOPT_URL, url)
      }
    }
  }
#endif
