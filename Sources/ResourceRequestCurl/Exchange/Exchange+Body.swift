// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore

  /// The body of a response: who decodes it, and what is taken in of one that is handed over whole.
  ///
  /// libcurl (7.88 at least) takes a body for whole whose compressed text breaks off, takes one member of gzip only, and
  /// expands all that it has read, whoever wants it. So gzip and deflate are decoded here, and the others by libcurl.
  extension Exchange {
    /// Chooses who decodes the body that a head announces.
    func chooseDecoder(for headers: Headers, on handle: EasyHandle) {
      let codings = headers.contentCodings
      guard !codings.isEmpty else { return }
      let decoder = ContentDecoder(codings, expansionLimit: options.expansionLimit)
      state.isCompressed = decoder == nil
      handle.decode(decoder == nil)
      if options.streamWindow == nil { self.decoder = decoder }
    }

    /// Takes in a piece of a body that is handed over whole; `false` where that failed.
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

    /// Whether a body that is decoded here and handed over whole breaks off within its coding.
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
