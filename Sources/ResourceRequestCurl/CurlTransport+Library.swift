// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl

  extension CurlTransport {
    /// The versions of libcurl and of the libraries it uses, such as `libcurl/8.5.0 OpenSSL/3.0.13 zlib/1.3`.
    public static var libraryVersions: String { curl_version().map { String(cString: $0) } ?? "libcurl" }

    /// Whether this libcurl speaks HTTP/2.
    public static var supportsHTTP2: Bool { ccurl_has_feature(CURL_VERSION_HTTP2) != 0 }

    /// The content codings that are decoded, in the order in which they are requested: gzip, deflate, and br and zstd if
    /// the system has libbrotlidec and libzstd.
    public static var contentCodings: [String] {
      CurlLibrary.acceptedEncodings.utf8.split(separator: UInt8(ascii: ",")).map { name in
        String(decoding: name.drop { $0 == 0x20 }, as: UTF8.self)
      }
    }
  }

  extension CurlTransport: CustomReflectable {
    /// Empty: the loop contains the requests in flight, with their secrets.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }
#endif
