// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// The rules of the schema for combined settings of one service.
  ///
  /// The decoder reports them once it knows the whole service, with the arithmetic (`ResilienceFaults`), and others
  /// that need `defaults` or the values of two keys.
  static let serviceRules: [KeyRule] = [
    // Endpoints have one source.
    .apart("endpoints", "endpointsFile"),
    forbid(
      ["discover"],
      where: ["required": ["endpoints"]],
      "cannot be combined with \"endpoints\", expected one of them"
    ),
    forbid(
      ["discover"],
      where: ["required": ["endpointsFile"]],
      "cannot be combined with \"endpointsFile\", expected one of them"
    ),
    forbid(
      ["endpoints", "endpointsFile", "discover"],
      where: ["required": ["via"], "properties": ["via": ["const": "gateway"]]],
      "is for a service that is reached directly, expected \"via\": \"direct\""
    ),
    forbid(
      ["tls"],
      where: both(
        ["required": ["baseUrl"], "properties": ["baseUrl": ["pattern": "^[Hh][Tt][Tt][Pp]://"]]],
        ["not": ["required": ["via"], "properties": ["via": ["const": "gateway"]]]]
      ),
      "is for an https URL"
    ),
    // Some policies need one endpoint, others several.
    forbid(
      ["breaker"],
      where: both(several, isObject("breaker")),
      "is for a service with one endpoint, expected \"outliers\""
    ),
    forbid(
      ["health"],
      where: ["not": several],
      "cannot eject the only endpoint of a service, expected \"endpoints\" or \"discover\""
    ),
    forbid(
      ["outliers"],
      where: both(["not": several], isObject("outliers")),
      "cannot eject the only endpoint of a service, expected \"endpoints\" or a \"breaker\""
    ),
    forbid(
      ["retry"],
      where: both(
        isObject("hedge"),
        [
          "properties": [
            "retry": [
              "if": ["type": "object"], "then": ["properties": ["attempts": ["type": "number", "minimum": 2]]],
              "else": ["type": "number", "minimum": 2],
            ]
          ]
        ]
      ),
      "cannot be combined with \"hedge\", expected one of them, or \"none\""
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
      "cannot be combined with a shared cache with \"ignoreServer\", expected a private cache"
    ),
  ]

  /// Forbids keys if a service matches some keywords.
  private static func forbid(_ keys: [String], where condition: JSON, _ message: String) -> KeyRule {
    let forbidden = JSON.Object(keys.map { ($0, KeyRule.refused("\"\($0)\"", message)) })
    return .schema(["if": condition, "then": ["properties": .object(forbidden)]])
  }

  private static func both(_ one: JSON, _ other: JSON) -> JSON { ["allOf": [one, other]] }

  private static func isObject(_ key: String) -> JSON {
    ["required": [.string(key)], "properties": .object([key: ["type": "object"]])]
  }

  /// Several endpoints, or any number of them.
  private static let several: JSON = [
    "anyOf": [
      ["required": ["endpointsFile"]], ["required": ["discover"]],
      ["required": ["endpoints"], "properties": ["endpoints": ["minItems": 2]]],
    ]
  ]
}
