// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

let configuration = try ResourceConfiguration(contentsOf: "Samples/quickstart.json")
let client = ResourceClient(configuration: configuration)

// An adapter below the gateway: POST {serverURL}/api/adapters/JavaAdapter/users/Ann/%C3%9Cmit%2F7/Lee?age=31
var request = ResourceRequest("/adapters/JavaAdapter/users/{first}/{middle}/{last}", method: .post)
request.pathParameters = ["first": "Ann", "middle": "Ümit/7", "last": "Lee"]
request.query.set("age", to: 31)
request.headers["birthdate"] = "2015-06-06"
request.body = .form(["height": "175"])
let response = try await client.send(request)
print(response.status, response.json?["middle"].string ?? response.text)

// A backend service below its own address, decoded.
struct Answer: Decodable, Sendable { var value: Joke }
struct Joke: Decodable, Sendable { var joke: String }
let joke = ResourceRequest("random", service: "jokes", timeout: .seconds(2))
print(try await client.value(Answer.self, for: joke).value.joke)
