// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The keys of the policies: how they are read and combined, and which are refused, with their places.
struct ResilienceConfigurationTests {
  private func service(_ keys: String, defaults: String = "{}") throws -> BackendService {
    let configuration = try ResourceConfiguration(
      json: #"{"defaults":\#(defaults),"backendServices":[{"service":"s","baseUrl":"https://s.example",\#(keys)}]}"#
    )
    return try #require(configuration.services.first)
  }

  private func plan(_ keys: String, defaults: String = "{}") throws -> ResiliencePlan {
    let configuration = try ResourceConfiguration(
      json: #"{"defaults":\#(defaults),"backendServices":[{"service":"s","baseUrl":"https://s.example",\#(keys)}]}"#
    )
    let router = Router(configuration, standardHeaders: Headers())
    return try #require(router.destinations.first { $0.service == "s" }).plan
  }

  private func issues(_ keys: String, defaults: String = "{}") -> [String] {
    do {
      _ = try service(keys, defaults: defaults)
      return []
    } catch let error as ConfigurationError {
      return error.issues.map { "\($0)" }
    } catch { return ["\(error)"] }
  }

  private let two =
    #""endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443","weight":3,"priority":1}]"#

  private func issues(ofDocument json: String) -> [String] {
    do {
      _ = try ResourceConfiguration(json: json)
      return []
    } catch { return error.issues.map { "\($0)" } }
  }

  @Test func `a gateway is one endpoint, which nothing ejects`() {
    let json = #"{"gateway": {"serverURL": "https://g.example", "health": {"path": "/h"}}, "backendServices": []}"#
    let issues = issues(ofDocument: json)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("cannot eject the only endpoint") == true, "\(issues)")
  }

  @Test func `a service behind the gateway is judged with what it inherits there`() {
    func issues(_ gateway: String, _ service: String) -> [String] {
      self.issues(
        ofDocument:
          #"{"gateway": {"serverURL": "https://g.example", \#(gateway)}, "backendServices": [{"service": "s", "baseUrl": "https://s.example", "via": "gateway", \#(service)}]}"#
      )
    }
    #expect(issues(#""concurrency": 50"#, #""queue": {"length": 3}"#) == [])
    #expect(issues(#""timeouts": {"total": "2m"}"#, #""timeouts": {"attempt": "90s"}"#) == [])
    #expect(issues(#""timeouts": {"total": "5s"}"#, #""timeouts": {"attempt": "20s"}"#).count == 1)
  }

  @Test func `what defaults leave to a reference is not taken for missing`() {
    let json =
      #"{"defaults": {"concurrency": "${env:L}", "timeouts": {"total": "${env:T}"}}, "backendServices": [{"service": "s", "#
      + #""baseUrl": "https://s.example", "queue": {"length": 3}, "timeouts": {"attempt": "90s"}}]}"#
    let issues = ConfigurationDocument.issuesApartFromReferences(
      Array(json.utf8),
      name: "a.json",
      vocabulary: .standard
    )
    #expect(issues.map { "\($0)" } == [])
  }

  @Test(arguments: ["90s", "${env:NO_SUCH_TOTAL:-90s}"])
  func `sizes are whole though their fractions are not, and words may be referred to`(_ text: String) throws {
    let keys = #""limits": {"responseBytes": "2.05MB"}, "cache": {"staleIfError": "${env:NO_SUCH_STALE:-none}"}"#
    let settings = try service(keys + #", "timeouts": {"total": "\#(text)"}"#).settings
    #expect(settings.limits.bodyBytes == 2_050_000)
    #expect(settings.cache?.staleIfError == CacheSettings.Staleness.none)
    #expect(settings.timeouts.total == .seconds(90))
  }

  @Test func `every key is read, and shown again as it is`() throws {
    let keys = """
      \(two),"resilience":"standard","balance":{"hash":{"header":"X-User"}},
      "retry":{"attempts":4,"on":["reset",503],"methods":["GET"],"backoff":{"base":"10ms","max":"1s"},
               "retryAfter":{"max":"5s"},"otherEndpoint":false,"replayBytes":"2MiB"},
      "retryBudget":{"perSuccess":0.1,"tokens":10,"minPerSecond":2},
      "idempotencyKey":{"header":"X-Key","methods":["POST"],"quoted":false},
      "outliers":{"consecutive":3,"failureRate":{"above":"40%","of":10,"within":"1m"},"ejectFor":"10s","maxEjectFor":"1m",
                  "maxEjected":0.3},
      "panicBelow":"30%","overprovision":1.2,"slowStart":{"window":"30s","aggression":2,"min":"5%"},
      "concurrency":{"adaptive":{"min":2,"max":50,"start":10}},"queue":{"length":7,"timeout":"1s","order":"lifo"},
      "rate":{"requests":100,"per":"1m","burst":5,"obey":["RateLimit","Retry-After","X-RateLimit"]},
      "throttle":{"ratio":3,"window":"5s","atLeast":20,"most":"80%"},
      "deadline":{"send":"grpc-timeout","format":"grpc","reserve":"10ms"},"attemptHeader":"X-Attempt",
      "criticality":"critical","health":{"path":"/ok?a=1","interval":"5s","timeout":"2s","healthy":1,"unhealthy":4,
                                         "expect":[200,"204-206"],"idleInterval":"2m"},"chaos":{"delay":{"share":"1%","time":"500ms"},"status":{"share":0.02,"status":503},
                                        "reset":{"share":"3%"}},"timeouts":{"attempt":"2s"}
      """
    let service = try service(keys)
    let policies = service.settings.resilience
    #expect(service.endpoints.map(\.weight) == [1, 3])
    #expect(service.endpoints[1].origin.description == "https://b.example:8443")
    #expect(policies.retry?.attempts == 4)
    #expect(policies.retry?.conditions == [.reset, .status(503)])
    #expect(policies.retry?.methods == .listed([.get]))
    #expect(policies.outliers?.failureRate?.above == 0.4)
    #expect(policies.concurrency == .adaptive(min: 2, max: 50, start: 10))
    #expect(policies.rate?.obey.count == 3)
    #expect(policies.deadline == DeadlinePolicy(header: "grpc-timeout", format: .grpc, reserve: .milliseconds(10)))
    #expect(service.settings.timeouts.attempt == .seconds(2))
    let configuration = ResourceConfiguration(services: [service])
    #expect(try ResourceConfiguration(json: configuration.redactedJSON().text(.pretty)).services == [service])
  }

  @Test func `the preset is spread out by what the service is`() throws {
    let one = try plan(#""resilience":"standard","timeouts":{"total":"9s"}"#)
    #expect(one.retry == .standard)
    #expect(one.attemptTimeout == .seconds(3))
    #expect(one.rules.health == HealthRules(BreakerPolicy()))
    let several = try plan(two + #","resilience":"standard","retry":2,"timeouts":{"attempt":"1s"}"#)
    #expect(several.retry.attempts == 2)
    #expect(several.attemptTimeout == .seconds(1))
    #expect(several.rules.health == HealthRules(OutlierPolicy()))
    #expect(try plan(#""resilience":"standard","hedge":{}"#).retry == .never)
  }

  @Test(arguments: [3, 4, 10])
  func `retries of one's own beside the preset share the total, and are no contradiction`(attempts: Int) throws {
    let plan = try plan(#""resilience":"standard","retry":\#(attempts),"timeouts":{"total":"3s"}"#)
    #expect(plan.retry.attempts == attempts)
    #expect(plan.attemptTimeout == .seconds(1))
  }

  @Test func `a service with endpoints needs no other URL, and goes by that of the first`() throws {
    let configuration = try ResourceConfiguration(json: #"{"backendServices":[{"service":"s",\#(two)}]}"#)
    #expect(configuration.services.first?.baseURL.string == "https://a.example/")
    let fault = #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(json: #"{"backendServices":[{"service":"s"}]}"#)
    }
    #expect(fault?.issues.contains { "\($0)".contains("the key \"baseUrl\" is missing") } == true)
  }

  @Test func `a variable of the path leads to one endpoint`() async throws {
    let endpoints = (0..<10).map { #"{"url":"https://e\#($0).example"}"# }.joined(separator: ",")
    let configuration = try ResourceConfiguration(
      json:
        #"{"backendServices":[{"service":"s","endpoints":[\#(endpoints)],"balance":{"hash":{"pathParameter":"id"}}}]}"#
    )
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let client = ResourceClient(configuration: configuration, transport: stub)
    for id in 0..<40 {
      var request = ResourceRequest("items/{id}/{other}", service: "s")
      request.pathParameters = ["id": "\(id % 20)", "other": "\(id)"]
      _ = try await client.send(request)
    }
    let places = stub.requests.map { $0.endpoint.map { "\($0)" } ?? "" }
    #expect(Array(places[..<20]) == Array(places[20...]))
    #expect(Set(places).count > 4)
  }

  @Test func `without a policy a service is called as ever, and endpoints are left out as they fail`() throws {
    let direct = try self.plan(#""via":"direct""#)
    #expect(!direct.sends && !direct.limits && !direct.bounds && direct.configured.chaos == nil)
    let plan = try plan(two)
    #expect(plan.retry == .never && plan.rules.health != nil && plan.sends)
    #expect(try self.plan(two + #","outliers":"none""#).rules.health == nil)
  }

  @Test func `what the defaults say holds, and a service may take it back`() throws {
    #expect(try plan(#""via":"direct""#, defaults: #"{"retry":5}"#).retry.attempts == 5)
    #expect(try !plan(#""retry":"none""#, defaults: #"{"retry":5}"#).sends)
  }

  @Test(arguments: [
    #"{"gateway":{"serverURL":"https://g.example/mfp","retry":3,"hedge":{}}}"#,
    #"{"gateway":{"serverURL":"https://g.example/mfp","hedge":{}},"defaults":{"retry":3}}"#,
    #"{"defaults":{"retry":3,"hedge":{}}}"#,
    #"""
    {"defaults":{"retry":3,"hedge":{}},"gateway":{"serverURL":"https://g.example/mfp"},
     "backendServices":[{"service":"a","baseUrl":"https://a.example"},{"service":"b","baseUrl":"https://b.example"}]}
    """#,
  ])
  func `hedges beside retries are refused in the gateway and in the defaults too, once`(document: String) throws {
    let error = #expect(throws: ConfigurationError.self) { _ = try ResourceConfiguration(json: document) }
    let issues = try #require(error).issues.map { "\($0)" }
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.contains("\"hedge\" and \"retry\" for one service") == true)
  }

  @Test(arguments: ["", #","backendServices":[{"service":"a","baseUrl":"https://a.example"}]"#])
  func `retries of POST without a key are refused in the defaults too, once`(services: String) throws {
    let retry = #""retry":{"methods":["POST"]}"#
    let document = "{\"defaults\":{\(retry)}\(services)}"
    let error = #expect(throws: ConfigurationError.self) { _ = try ResourceConfiguration(json: document) }
    let issues = try #require(error).issues.map { "\($0)" }
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.contains("POST is not idempotent and has no idempotency key") == true)
    _ = try ResourceConfiguration(json: "{\"defaults\":{\(retry),\"idempotencyKey\":{}}\(services)}")
  }

  @Test(arguments: [
    #"{"gateway":{"serverURL":"https://g.example/mfp","retry":"none","hedge":{}},"defaults":{"retry":3}}"#,
    #"{"gateway":{"serverURL":"https://g.example/mfp","hedge":{}},"defaults":{"retry":"none"}}"#,
    #"{"defaults":{"resilience":"standard","hedge":{}}}"#,
  ])
  func `hedges without retries are as right there as at a service`(document: String) throws {
    _ = try ResourceConfiguration(json: document)
  }

  @Test(arguments: [
    #""resilience":"standard","timeouts":{"total":"3s","attempt":"1s"}"#,
    #""resilience":"standard","timeouts":{"total":"3s","attempt":"900ms"}"#,
    #""queue":{"length":5,"timeout":"2s"},"concurrency":2,"timeouts":{"total":"2s"}"#,
    #""hedge":{"after":"59s"}"#, #""hedge":{"after":"2m"},"timeouts":{"total":"none"}"#,
    #""slowStart":{"window":"5s"},"discover":"dns""#,
  ])
  func `settings that just fit are taken, the preset's own third among them`(keys: String) {
    #expect(issues(keys) == [])
  }

  @Test(arguments: [
    (#""timeouts":{"total":"1s","attempt":"2s"}"#, "an attempt of 2s is longer than the total of 1s"),
    (#""retry":3,"timeouts":{"total":"3s","attempt":"2s"}"#, "3 attempts of 2s and the waits between them take 6150ms"),
    (
      #""resilience":"standard","timeouts":{"total":"3s","attempt":"2s"}"#,
      "3 attempts of 2s and the waits between them take 6150ms"
    ),
    (#""deadline":{"send":"X-T","atLeast":"50"}"#, "expected \"p1\" to \"p99\""),
    (#""deadline":{"send":"X-T","atLeast":"p0"}"#, "expected \"p1\" to \"p99\""),
    (#""health":{"path":"/","credentials":"yes"}"#, "expected"),
    (#""discover":"dns","breaker":{}"#, "has any number of them, expected \"outliers\""),
    (#""health":{"path":"/ok"}"#, "cannot eject the only endpoint"),
    (#""health":{"path":"ok"}"#, "not a path from the root"), (#""health":{}"#, "the key \"path\" is missing"),
    (#""health":{"path":"/","expect":["299-200"]}"#, "a range such as"),
    (#""health":{"path":"/","timeout":"20s"}"#, "\"timeout\" (20s) is longer than \"interval\" (10s)"),
    (#""discover":"srv""#, "expected \"dns\""),
    (#""endpointsFile":"/nowhere/endpoints.json""#, "the file cannot be read"),
    (#""discover":"dns","endpoints":[{"url":"https://a.example"}]"#, "\"discover\" beside \"endpoints\""),
    (#""chaos":{}"#, "changes nothing"),
    (#""chaos":{"reset":{"share":"60%"},"status":{"share":"60%","status":503}}"#, "more than all attempts"),
    (#""chaos":{"delay":{"share":"1%"}}"#, "the key \"time\" is missing"),
    (#""queue":{"length":5}"#, "\"queue\" has no effect without \"concurrency\""),
    (
      #""concurrency":2,"queue":{"length":5,"timeout":"3s"},"timeouts":{"total":"2s"}"#,
      "a wait of 3s in the queue is longer than the total of 2s"
    ),
    (#""hedge":{"after":"2s"},"timeouts":{"total":"2s"}"#, "a hedge after 2s comes when the total of 2s is over"),
    (#""hedge":{"after":"61s"}"#, "a hedge after 61s comes when the total of 60s is over"),
    (#""hedge":{"maxExtraLoad":"0%"}"#, "\"maxExtraLoad\" of 0 allows no hedge"),
    (
      #""endpoints":[{"url":"https://a.example","name":"x"},{"url":"https://b.example","name":"x"}]"#,
      "two endpoints have the name \"x\""
    ),
    (#""resolve":{}"#, "expected at least one host"),
    (#""slowStart":{"window":"5s"}"#, "\"slowStart\" has no effect on the only endpoint"),
    (
      #""resilience":"standard","retry":3,"timeouts":{"total":"3s","attempt":"1001ms"}"#,
      "3 attempts of 1001ms and the waits between them"
    ),
    (#""hedge":{"min":"2s","max":"1s"}"#, "\"min\" (2s) is longer than \"max\" (1s)"),
    (
      #""deadline":{"send":"X-Time","reserve":"2s"},"timeouts":{"total":"2s"}"#,
      "a reserve of 2s leaves nothing of the 2s an attempt has"
    ),
    (#""breaker":{"openFor":"2m"}"#, "\"openFor\" (120s) is longer than its limit (60s)"),
    (#""retry":3,"hedge":{}"#, "\"hedge\" and \"retry\" for one service"),
    (#""retry":{"methods":["POST","GET"]}"#, "POST is not idempotent and has no idempotency key"),
    (#""outliers":{}"#, "cannot eject the only endpoint of a service"),
    (#""resilience":"standart""#, "expected \"standard\""),
    (#""retry":0"#, "out of range"), (#""retry":"often""#, "expected \"none\" or a number of attempts"),
    (#""retry":{"on":["timeout"]}"#, "expected \"connectFailure\""), (#""retry":{"on":[]}"#, "the array is empty"),
    (#""retry":{"backoff":{"base":"3s"}}"#, "\"base\" (3s) is longer than \"max\" (2s)"),
    (#""panicBelow":"150%""#, "not a share"), (#""panicBelow":-1"#, "not a share"),
    (#""balance":{"hash":{}}"#, "expected exactly one of"), (#""balance":"fastest""#, "expected \"leastRequest\""),
    (#""breaker":{"within":"0s"}"#, "a time of zero"), (#""breaker":{"of":0}"#, "out of range"),
    (#""rate":{}"#, "limits nothing"),
    (#""rate":{"burst":2,"obey":["RateLimit"]}"#, "\"burst\" has no effect without \"requests\""),
    (#""concurrency":{"adaptive":{"min":9,"max":5}}"#, "expected \"min\" ≤ \"start\" ≤ \"max\""),
    (#""deadline":{"send":"bad name"}"#, "not the name of a field"), (#""hedge":{"after":"p100"}"#, "expected a time"),
    (#""endpoints":[]"#, "the array is empty"), (#""endpoints":[{"url":"https://a.example/x"}]"#, "the URL has a path"),
    (#""endpoints":[{"url":"http://a.example"}]"#, "has another scheme"),
    (#""endpoints":[{"url":"https://a.example"},{"url":"https://A.example:443"}]"#, "is listed twice"),
    (#""endpoints":[{"url":"https://a.example","weight":0}]"#, "have a weight of 0"),
    (#""endpoints":[{"url":"https://a.example","weight":-1}]"#, "out of range"),
    (
      #""breaker":{"within":"1s"},"timeouts":{"attempt":"900ms"}"#,
      "a window of 1s is shorter than two attempts of 900ms"
    ),
  ])
  func `impossible settings are refused with their place and the remedy`(keys: String, message: String) {
    let issues = issues(keys)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }
}
