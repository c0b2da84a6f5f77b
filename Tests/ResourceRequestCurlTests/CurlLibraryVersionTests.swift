// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  /// What a program can query about its libcurl: versions and content codings.
  @Suite struct CurlLibraryVersionTests {
    @Test func `the libraries are named with their versions`() {
      #expect(CurlTransport.libraryVersions.hasPrefix("libcurl/"))
      #expect(CurlTransport.libraryVersions.contains(" "))
      #expect(CurlLibrary.comparesPins)
    }

    @Test func `content codings are single names`() {
      #expect(CurlTransport.contentCodings.starts(with: ["gzip", "deflate"]))
      #expect(CurlTransport.contentCodings.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    }
  }
#endif
