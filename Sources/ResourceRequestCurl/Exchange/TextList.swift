// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl

  /// A list of texts that libcurl reads as long as an option points to it.
  final class TextList {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// Replaces the texts.
    ///
    /// No option may point to the old strings at the next call of libcurl.
    func set(_ texts: [String]) {
      curl_slist_free_all(list)
      list = nil
      for text in texts { list = curl_slist_append(list, text) ?? list }
    }

    deinit {
      curl_slist_free_all(list)
    }
  }
#endif
