// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@testable import ResourceRequestSimulation

@Suite struct `The document of an incident` {
  static let example = """
    { "duration": "60s", "clients": 4,
      "load": [ { "at": "0s", "perSecond": 800 }, { "at": "30s", "perSecond": 1200 } ],
      "calls": [ { "service": "orders", "method": "GET", "target": "items/{id}", "share": 1, "timeout": "1s" } ],
      "servers": [ { "endpoint": "https://a.orders.example", "workers": 10, "queue": 1000,
                     "time": { "median": "10ms", "p99": "40ms" },
                     "events": [ { "from": "10s", "to": "20s", "stall": true }, { "from": "30s", "to": "40s", "slow": 10 },
                                 { "from": "5s", "to": "6s",
                                   "fail": { "share": 0.5, "status": 503, "retryAfter": "2s", "after": "0ms" } },
                                 { "from": "50s", "to": "55s", "refuse": true },
                                 { "from": "40s", "to": "45s", "workers": 2 } ] } ] }
    """

  @Test func `the example of the reference is read as it is meant`() throws {
    let incident = try Simulation.Incident(json: Self.example)
    let expected = Simulation.Incident(
      duration: .seconds(60),
      clients: 4,
      load: [.init(perSecond: 800), .init(at: .seconds(30), perSecond: 1200)],
      calls: [.init(service: "orders", target: "items/{id}", timeout: .seconds(1))],
      servers: [
        .init(
          endpoint: try ResourceURL("https://a.orders.example"),
          workers: 10,
          queue: 1000,
          time: .logNormal(median: .milliseconds(10), p99: .milliseconds(40)),
          events: [
            .init(from: .seconds(10), to: .seconds(20), .stall),
            .init(from: .seconds(30), to: .seconds(40), .slow(10)),
            .init(
              from: .seconds(5),
              to: .seconds(6),
              .fail(.init(share: 0.5, status: 503, retryAfter: .seconds(2), after: .zero))
            ),
            .init(from: .seconds(50), to: .seconds(55), .refuse),
            .init(from: .seconds(40), to: .seconds(45), .workers(2)),
          ]
        )
      ]
    )
    #expect(incident == expected)
  }

  @Test(arguments: [
    (#""60s""#, #""60x""#, "1:15", "not a time"),
    (#""clients": 4"#, #""clents": 4"#, "1:22", "did you mean \"clients\"?"),
    (#""at": "30s""#, #""at": "0s""#, "2:47", "no later than the one before"),
    (#""perSecond": 800"#, #""perSecond": -1"#, "2:40", "expected a number from 0 to 1000000, found -1"),
    (#""service": "orders""#, #""service": "order""#, "3:27", "did you mean \"orders\"?"),
    (#""share": 1,"#, #""share": 0,"#, "3:87", "above 0"),
    (#""GET""#, #""G T""#, "3:47", "expected a method"),
    (#""https://a.orders.example""#, #""a.orders.example""#, "4:30", "absolute http or https URL"),
    (
      #"{ "median": "10ms", "p99": "40ms" }"#, #"{ "strays": { "share": 0, "time": "1s" } }"#, "5:26",
      "either \"median\" or \"mean\", found neither"
    ),
    (#""p99": "40ms""#, #""p99": "4ms""#, "5:26", "\"p99\" is shorter than \"median\""),
    (#""to": "20s", "stall": true"#, #""to": "20s""#, "6:30", "exactly one of"),
    (#""stall": true"#, #""stall": true, "slow": 2"#, "6:30", "found \"stall\" and \"slow\""),
    (#""stall": true"#, #""stall": false"#, "6:69", "expected true"),
    (#""from": "30s", "to""#, #""from": "50s", "to""#, "6:77", "ends before it begins"),
    (#""share": 0.5"#, #""share": 1.5"#, "8:51", "from 0 to 1"),
    (#""share": 0.5"#, #""share": "150%""#, "8:51", "from 0 to 1"),
    (#""status": 503"#, #""status": 503, "reset": true"#, "8:40", "either"),
    (#""status": 503, "#, "", "8:40", "either"),
    (#""workers": 2"#, #""workers": -2"#, "10:71", "out of range"),
  ])
  func `a fault is reported with its place and the remedy`(
    _ written: String,
    _ wrong: String,
    _ place: String,
    _ message: String
  ) throws {
    let range = try #require(Self.example.range(of: written))
    let text = Self.example.replacingCharacters(in: range, with: wrong)
    let configuration = ResourceConfiguration(
      services: [BackendService(name: "orders", baseURL: try ResourceURL("https://a.orders.example"))]
    )
    let error = #expect(throws: ConfigurationError.self) {
      try Simulation.Incident(json: text, name: "i.json", for: configuration)
    }
    let found = error?.description ?? ""
    #expect(found.hasPrefix("i.json:\(place): ") && found.contains(message), "\(found)")
    #expect(error?.issues.count == 1, "\(found)")
  }

  @Test func `a share may be a percentage, a time one number, and calls may stray`() throws {
    let text = """
      { "duration": "1s", "load": [{ "perSecond": 1 }], "calls": [{ "target": "https://a.example/" }],
        "servers": [{ "endpoint": "https://a.example", "time": { "median": "10ms", "p99": "20ms",
                      "strays": { "share": "1%", "time": "1s" } },
                      "events": [{ "fail": { "reset": true, "share": "25%" } },
                                 { "limit": { "requests": 5, "per": "1s", "retryAfter": "2s" } }] },
                    { "endpoint": "https://b.example", "time": "5ms" },
                    { "endpoint": "https://c.example", "time": { "mean": "5ms" } }] }
      """
    let servers = try Simulation.Incident(json: text).servers
    var strayed = Simulation.Incident.ServiceTime.logNormal(median: .milliseconds(10), p99: .milliseconds(20))
    strayed.strays = .init(share: 0.01, time: .seconds(1))
    #expect(servers[0].time == strayed)
    #expect(servers[0].workers == 10 && servers[0].queue == nil)
    #expect(servers[0].events[0].effect == .fail(.reset(share: 0.25)))
    #expect(
      servers[0].events[1].effect == .limit(.init(requests: 5, per: .seconds(1), retryAfter: .seconds(2)))
    )
    #expect(servers[1].time == .fixed(.milliseconds(5)))
    #expect(servers[2].time == .exponential(mean: .milliseconds(5)))
  }

  @Test func `hostile documents are refused and crash nothing`() {
    for text in [
      "", "[]", "{", "null", #"{"duration":1e999}"#, #"{"duration":"1s","load":[],"calls":[],"servers":[]}"#,
      #"{"duration":"9999999999h","load":[{"perSecond":1e308}],"calls":[{"target":"{"}],"servers":[{}]}"#,
      #"{"duration":"1s","load":{},"calls":"x","servers":3,"clients":99999999999999999999}"#,
    ] {
      #expect(throws: ConfigurationError.self, "\(text)") { try Simulation.Incident(json: text) }
    }
  }

  @Test func `the committed schema is the one of the decoder's table`() throws {
    try `The schema of configurations`.check(
      "Docs/incident.schema.json",
      is: Simulation.Incident.jsonSchema().text(.pretty) + "\n"
    )
  }
}
