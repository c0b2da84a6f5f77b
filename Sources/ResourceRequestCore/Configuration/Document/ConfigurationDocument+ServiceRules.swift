// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// What the schema can say of the settings of one service together.
  ///
  /// The decoder reports them where it knows the whole service, with the arithmetic (`ResilienceFaults`), and more that
  /// takes `defaults` or the values of two keys.
  static let serviceRules: [KeyRule] = [
    // Endpoints come from one place.
    forbid(["discover"], where: ["required": ["endpoints"]], "stands beside \"endpoints\", expected one of them"),
    forbid(
      ["discover"],
      where: ["required": ["endpointsFile"]],
      "stands beside \"endpointsFile\", expected one of them"
    ),
    forbid(
      ["endpoints", "endpointsFile", "discover"],
      where: ["required": ["via"], "properties": ["via": ["const": "gateway"]]],
      "is for a service that is reached directly, expected \"via\": \"direct\""
    ),
    forbid(
      ["tls"],
      where: ["required": ["baseUrl"], "properties": ["baseUrl": ["pattern": "^[Hh][Tt][Tt][Pp]://"]]],
      "is for an https URL"
    ),
    // Whom a policy is for: one place, or several.
    forbid(
      ["breaker"],
      where: both(several, isObject("breaker")),
      "is for a service with one endpoint, expected \"outliers\""
    ),
    forbid(
      ["health"],
      where: ["not": several],
      "can never leave out the only place a service has, expected \"endpoints\" or \"discover\""
    ),
    forbid(
      ["outliers"],
      where: both(["not": several], isObject("outliers")),
      "can never leave out the only place a service has, expected \"endpoints\" or a \"breaker\""
    ),
    forbid(
      ["retry"],
      where: [
        "required": ["hedge"],
        "properties": [
          "retry": [
            "if": ["type": "object"], "then": ["properties": ["attempts": ["type": "number", "minimum": 2]]],
            "else": ["type": "number", "minimum": 2],
          ]
        ],
      ],
      "stands beside \"hedge\", expected one of them, or \"none\""
    ),
    forbid(
      ["auth"],
      where: [
        "required": ["cache"],
        "properties": [
          "cache": [
            "type": "object", "required": ["mode", "ignoreServer"], "properties": ["mode": ["const": "shared"]],
          ]
        ],
      ],
      "stands beside a shared cache with \"ignoreServer\", expected a private cache"
    ),
  ]

  /// Forbids keys where a service is as some keywords say.
  private static func forbid(_ keys: [String], where condition: JSON, _ message: String) -> KeyRule {
    let forbidden = JSON.Object(keys.map { ($0, KeyRule.refused("\"\($0)\"", message)) })
    return .schema(["if": condition, "then": ["properties": .object(forbidden)]])
  }

  private static func both(_ one: JSON, _ other: JSON) -> JSON { ["allOf": [one, other]] }

  private static func isObject(_ key: String) -> JSON {
    ["required": [.string(key)], "properties": .object([key: ["type": "object"]])]
  }

  /// More than one endpoint, or any number of them.
  private static let several: JSON = [
    "anyOf": [
      ["required": ["endpointsFile"]], ["required": ["discover"]],
      ["required": ["endpoints"], "properties": ["endpoints": ["minItems": 2]]],
    ]
  ]
}
