// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestLoop

  /// The memory of an exchange that the next one uses again, none of which is libcurl's own.
  ///
  /// It remembers the head and the fields of the exchange before, since those of the next are mostly the same.
  final class HandleScratch {
    /// Reads the heads of responses.
    let head = HeadReader()
    // Unchecked, since only the loop uses them: setting libcurl's options calls nothing back.
    @exclusivity(unchecked) var url = ParsedURL()
    @exclusivity(unchecked) var lines = FieldLines()
    /// Whether the last response was large, so that the next may be.
    var hasHadLargeAnswer = false
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init() {
      errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
      errorText.deallocate()
    }

    /// libcurl's message of the last failure; empty if there is none.
    var explanation: String { String(cString: errorText) }

    /// Prepares it for another exchange.
    ///
    /// - Returns: the buffer of libcurl's error message.
    func begin() -> UnsafeMutablePointer<CChar> {
      head.begin()
      errorText[0] = 0
      return errorText
    }
  }
#endif
