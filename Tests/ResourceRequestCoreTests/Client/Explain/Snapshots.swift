// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Expected texts, as they are printed.
enum Snapshots {
  static let everyLayer = #"""
    configuration: generation 1, hash febb13885ca5

    request
      method   GET      (call)
      url      https://resorts.example/v1/cities/7?lang=de&apikey=‹redacted›
               (service backends.json:7:7)
      service  resorts  (call)
      body     none     (call)

    headers
      User-Agent  swift-resource-request/0.1.0  (built-in)
      Accept      */*                           (built-in)
      X-Trace     1                             (call)

    credential
      kind  basic, user ann, ‹redacted›  (service backends.json:8:7)

    attempts
      worst case   ≤ 3 tries, ≤ 2.9 s without a failed connection, stale
                   connections, redirects, the cache and Retry-After; ≤ 3 s in all
      each         ≤ 900 ms
      statuses     503
      waits        ≤ 50 ms, ≤ 100 ms
      Retry-After  obeyed for ≤ 10 s more
      budget       100 of 100 retries left

    endpoints
      balance        leastRequest
      ejected        one failure, or 50 % of at least 20 failed within 30 s: for 30
                     s, at most 5 min, at most 50 % of them
      10.0.0.1:8443  up, priority 0
      b              up, priority 1

    limits
      connections  ≤ 64 to the origin, which requests share over HTTP/2
      response     ≤ 64MiB

    cache
      key        https://resorts.example/v1/cities/7?lang=de&apikey=‹redacted›
      partition  the configured principal's
      verdict    miss, uri-miss

    connection
      http version  negotiated
      proxy         none
      authorities   the system's  (built-in)
      addresses     any

    settings
      timeouts.connect             10s         (built-in)
      timeouts.read                7s          (defaults backends.json:3:31)
      timeouts.total               3s          (call)
      timeouts.attempt             900ms       (service backends.json:9:21)
      redirects                    3           (defaults backends.json:3:62)
      limits.responseBytes         67108864    (built-in)
      limits.headerBytes           131072      (built-in)
      httpVersion                  negotiated  (built-in)
      cache                        true        (service backends.json:12:7)
      retry.attempts               3           (service backends.json:10:18)
      retry.on                     503         (service backends.json:10:33)
      retry.methods                idempotent  (built-in)
      retry.backoff.base           50ms        (built-in)
      retry.backoff.max            2s          (built-in)
      retry.retryAfter.max         10s         (built-in)
      retry.otherEndpoint          true        (built-in)
      retry.replayBytes            1048576     (built-in)
      outliers.consecutive         1           (service backends.json:11:21)
      outliers.failureRate.above   0.5         (built-in)
      outliers.failureRate.of      20          (built-in)
      outliers.failureRate.within  30s         (built-in)
      outliers.ejectFor            30s         (service backends.json:11:39)
      outliers.maxEjectFor         300s        (built-in)
      outliers.maxEjected          0.5         (built-in)

    curl
      curl --connect-to resorts.example:443:10.0.0.1:8443 \
        --connect-timeout 10 \
        --max-time 3 \
        --location --max-redirs 3 \
        --header 'User-Agent: swift-resource-request/0.1.0' \
        --header 'Accept: */*' \
        --header 'X-Trace: 1' \
        --header 'Authorization: ‹redacted›' \
        'https://resorts.example/v1/cities/7?lang=de&apikey=‹redacted›'

    """#
}
