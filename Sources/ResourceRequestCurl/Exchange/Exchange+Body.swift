// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Decoding and buffering the body of a response.
  ///
  /// libcurl (7.88 at least) accepts a truncated compressed body, reads a single gzip member only, and expands
  /// everything that it has read. So the SDK decodes all codings itself.
  extension Exchange {
    /// Chooses the decoder of a body by its head.
    func chooseDecoder(for headers: Headers) {
      let codings = codings(of: headers)
      guard !codings.isEmpty else { return }
      let decoder = ContentDecoder(codings, expansionLimit: options.expansionLimit)
      isCoded = true
      hasForeignCoding = decoder == nil
      if options.streamWindow == nil { self.decoder = decoder }
    }

    /// The codings that the body is to be freed from.
    func codings(of headers: Headers) -> [String] {
      options.decodesContent ? headers.codingsToDecode(for: request.headers) : []
    }

    /// Buffers a piece of a body that is delivered whole; `false` on a failure.
    func takeIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard let decoder else { return append(bytes) }
      do throws(DeflateFault) {
        decoder.put(Data(bytes))
        while let piece = try decoder.next() {
          guard piece.withUnsafeBytes({ append($0) }) else { return false }
        }
        return true
      } catch {
        found(.codingBroken, error.message)
        return false
      }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard state.take(.keeps(bytes.count)) == .goOn else { return false }
      guard body.append(bytes, announced: expectedLength) else {
        found(.noMemory)
        return false
      }
      return true
    }

    /// Whether a buffered body that the SDK decodes is truncated within its coding.
    var isUndecoded: Bool {
      guard let decoder else { return false }
      do throws(DeflateFault) {
        try decoder.finish()
        return false
      } catch {
        faultDetail = error.message
        return true
      }
    }
  }
#endif
