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
      isCompressed = decoder == nil
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
        fail(.contentDecodingFailed, error.message)
        return false
      }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      let limit = options.bodyLimit
      guard bytes.count <= limit - body.count else {
        fail(.bodyTooLarge, "the body of the answer is larger than the limit of \(limit) bytes")
        return false
      }
      guard body.append(bytes, announced: min(announcedLength, limit)) else {
        fail(.resourcesExhausted, "there is no memory for the body of the answer")
        return false
      }
      return true
    }

    /// What is wrong with the end of a body that is decoded here and handed over whole.
    var codingFailure: TransportFailure? {
      do throws(DeflateFault) {
        try decoder?.finish()
        return nil
      } catch {
        return failure(.contentDecodingFailed, error.message)
      }
    }
  }
#endif
