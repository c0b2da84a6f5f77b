// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

struct ErrorKindsTests {
  private func error(_ code: ResourceError.Code) -> ResourceError { ResourceError(code: code, message: "x") }

  @Test(arguments: [.connectTimeout, .readTimeout, .attemptTimeout, .deadlineExceeded] as [ResourceError.Code])
  func `the four time limits are timeouts, for which a gateway answers 504`(code: ResourceError.Code) {
    #expect(error(code).isTimeout)
    #expect(error(code).gatewayStatus == 504)
    #expect(error(code).isConnectionFailure == (code == .connectTimeout))
  }

  @Test(arguments: [.circuitOpen, .overloaded, .rateLimited] as [ResourceError.Code])
  func `limits of the client are no timeouts, and a gateway answers 503`(code: ResourceError.Code) {
    #expect(error(code).isLoadShed && !error(code).isTimeout)
    #expect(error(code).gatewayStatus == 503)
  }

  @Test(
    arguments: [.nameNotResolved, .connectFailed, .certificateRejected, .unsuccessfulStatus] as [ResourceError.Code]
  )
  func `other failures are 502 for a gateway`(code: ResourceError.Code) {
    #expect(!error(code).isTimeout && !error(code).isLoadShed)
    #expect(error(code).isConnectionFailure == (code != .unsuccessfulStatus))
    #expect(error(code).gatewayStatus == 502)
  }

  @Test func `a failure that was recorded by its code is what it was, and a foreign code is none of these`() {
    let recorded = error(ResourceError.Code(rawValue: "connectTimeout"))
    #expect(recorded.code == .connectTimeout)
    #expect(recorded.isTimeout && recorded.isConnectionFailure)
    for code in [.attemptTimeout, .circuitOpen, .overloaded, .rateLimited] as [ResourceError.Code] {
      let read = error(ResourceError.Code(rawValue: code.rawValue))
      #expect(read.isTimeout == error(code).isTimeout && read.isLoadShed == error(code).isLoadShed, "\(code)")
    }
    let foreign = ResourceError.Code(rawValue: "quotaUsedUp")
    #expect(foreign == ResourceError.Code(rawValue: "quotaUsedUp") && foreign != .rateLimited)
    #expect(!error(foreign).isTimeout && !error(foreign).isConnectionFailure && !error(foreign).isLoadShed)
  }
}
