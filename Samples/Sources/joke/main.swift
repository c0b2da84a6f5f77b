// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Foundation
import ResourceRequestKit

// Shows a random joke from the sample gateway, whose URL is the argument or $GATEWAY_URL. The main queue gets the
// response.
let gateway = CommandLine.arguments.dropFirst().first ?? ProcessInfo.processInfo.environment["GATEWAY_URL"]
let url = (gateway ?? "http://127.0.0.1:8080/mfp") + "/api/adapters/joke/random"

ResourceRequest(url, timeout: .seconds(5)).send(on: .main) { result in
  do {
    let response = try result.get().successful()
    print(response.json?["value"]["joke"].string ?? "This one is too good to be told: \(response.text)")
    exit(EXIT_SUCCESS)
  } catch {
    FileHandle.standardError.write(Data("joke: \(error)\n".utf8))
    exit(EXIT_FAILURE)
  }
}
dispatchMain()
