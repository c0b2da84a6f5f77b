// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// A delegate that decides on each head and records everything it receives.
  final class StreamingDelegate: ResourceRequestDelegate, Sendable {
    private let notes = Lock<(lines: [String], sent: [TransferProgress], received: [TransferProgress])>(([], [], []))
    private let kept = Lock<ResourceStream?>(nil)
    private let disposition: ResponseDisposition
    private let whenTold: @Sendable (String) -> Void
    let end = Gate()

    init(_ disposition: ResponseDisposition = .allow, whenTold: @escaping @Sendable (String) -> Void = { _ in }) {
      self.disposition = disposition
      self.whenTold = whenTold
    }

    var lines: [String] { notes.withLock { $0.lines } }
    var sent: [TransferProgress] { notes.withLock { $0.sent } }
    var received: [TransferProgress] { notes.withLock { $0.received } }
    var stream: ResourceStream? { kept.withLock { $0 } }

    private func note(_ line: String) {
      notes.withLock { $0.lines.append(line) }
      whenTold(line)
    }

    func request(_ handle: RequestHandle, didFollow redirect: RedirectHop) { note("redirect \(redirect.status.code)") }

    func request(_ handle: RequestHandle, didSend progress: TransferProgress) {
      notes.withLock { $0.sent.append(progress) }
    }

    func request(_ handle: RequestHandle, didReceive head: ResponseHead) {
      note("head \(head.headers["X"] ?? "\(head.status.code)")")
    }

    func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition {
      note("decide")
      return disposition
    }

    func request(_ handle: RequestHandle, didReceive data: Data) {
      note("data \(String(decoding: data, as: UTF8.self))")
    }

    func request(_ handle: RequestHandle, didReceive progress: TransferProgress) {
      notes.withLock { $0.received.append(progress) }
    }

    func request(_ handle: RequestHandle, didBecome stream: ResourceStream) {
      kept.withLock { $0 = stream }
      note("stream")
      end.admit()
    }

    func request(_ handle: RequestHandle, didFinishDownloading file: DownloadedFile) {
      note("file \(file.size)")
      end.admit()
    }

    func request(_ handle: RequestHandle, didFailWith error: any Error) {
      note("failure \((error as? ResourceError)?.code.rawValue ?? "\(type(of: error))")")
      end.admit()
    }

    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
      note("finish \(response.text)")
      end.admit()
    }
  }
#endif
