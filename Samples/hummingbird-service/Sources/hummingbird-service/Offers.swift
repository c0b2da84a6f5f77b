// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Hummingbird
import ResourceRequestKit

/// `GET /offers/{resort}?nights=3`: a resort and its price, from two backends at once.
struct Offers: Sendable {
  let client: ResourceClient

  struct Resort: Codable, Sendable {
    let name: String
    let beds: Int
  }

  struct Price: Codable, Sendable {
    let total: Double
    let currency: String
  }

  struct Offer: ResponseCodable, Sendable {
    let resort: Resort
    let price: Price
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("offers/:resort") { request, context in
      // `require` responds with 400 if a value is missing or not a number. Hummingbird leaves path values percent-encoded.
      guard let resort = try context.parameters.require("resort").removingPercentEncoding else {
        throw HTTPError(.badRequest, message: "the resort is not percent-encoded UTF-8")
      }
      let nights = try request.uri.queryParameters.require("nights", as: Int.self)
      guard (1...28).contains(nights) else { throw HTTPError(.badRequest, message: "nights is a number from 1 to 28") }
      return try await offer(resort, nights: nights)
    }
  }

  /// Asks both backends at once; if one fails, the call to the other is cancelled on the wire.
  private func offer(_ name: String, nights: Int) async throws -> Offer {
    let place = ResourceRequest("resorts/{name}", service: "resorts", pathParameters: ["name": name])
    let cost = ResourceRequest("prices", service: "prices", query: ["resort": name, "nights": nights])
    async let resort = client.value(Resort.self, for: place)
    async let price = client.value(Price.self, for: cost)
    return try await Offer(resort: resort, price: price)
  }
}
