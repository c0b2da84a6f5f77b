// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension SendCommand {
  /// Writes the bodies of several pages, one after the other, as long as a response links to a next one (RFC 8288).
  func pages(_ request: ResourceRequest, atMost limit: Int, to output: AnswerOutput, with client: ResourceClient)
    async throws -> ExitStatus
  {
    let writer = try await output.open(within: options.timeout)
    let start = ContinuousClock.now
    var last: (response: ResourceResponse, end: UInt8?)?
    var count = 0
    var pages = client.pages(for: request, limit: limit + 1).makeAsyncIterator()
    while let response = try await page(&pages) {
      // Only the first page is asked for under a condition.
      let isWritten =
        last == nil
        ? writes(response.status, response.headers, to: output, of: request)
        : answer.writes(response.status, response.headers, to: output, of: request)
      guard isWritten else {
        try writeHead(of: response, behind: last?.end, to: output, writer)
        try tellCost(of: WriteOut.Facts(response, of: request, in: .now - start))
        let page = Console.standardError.isTerminal ? response : nil
        return refuse(response.status, response.headers, to: request, at: response.url, page)
      }
      let (body, warning) = try BrokenBody.told(by: WriteOut.Facts(response, of: request, in: .now - start)) {
        let (body, warning) = try rendered(response, for: output)
        // A page that does not end its line does not run into the next one.
        if let end = last?.end, end != 0x0A { try writer.write(Data("\n".utf8)) }
        try writer.write(body)
        return (body, warning)
      }
      if let warning, !answer.silent {
        Console.standardError.write("resource: \(Console.standardError.shown(warning))")
      }
      last = (response, body.last)
      count += 1
      if count == limit || !response.status.isSuccessful { break }
    }
    guard let last else {
      try writer.finish()
      return .noAnswer
    }
    let facts = WriteOut.Facts(last.response, of: request, in: .now - start)
    try BrokenBody.told(by: facts) { try writer.finish() }
    try tellPeople(last.response.status, to: request, at: last.response.url, last.end, writer)
    try tellCost(of: facts)
    return ExitStatus(last.response.status, of: request)
  }

  /// The next page, whatever its status.
  private func page(_ pages: inout ResourcePages<ResourceResponse>.AsyncIterator) async throws -> ResourceResponse? {
    do { return try await pages.next() } catch let error as ResourceError {
      guard error.code == .unsuccessfulStatus, let response = error.response else { throw error }
      return response
    }
  }
}
