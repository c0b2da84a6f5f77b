// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// Reads a whole document.
  static func read(
    _ text: [UInt8],
    name: String,
    from sources: TextSources,
    for transport: (any Transport)? = nil,
    scope: ResourceConfiguration.ReferenceScope = .everything
  ) throws(ConfigurationError) -> ResourceConfiguration {
    var reading = DocumentReading(text: text, sources: sources, transport: transport, scope: scope)
    var configuration = read(&reading)
    let sweep = PlaceSweep(
      offsets: reading.findings.map(\.offset) + (reading.findings.isEmpty ? reading.settings.map(\.offset) : []),
      in: text
    )
    SensitiveNames.add(configuration.secretNames)
    guard reading.findings.isEmpty else {
      throw ConfigurationError(issues(of: reading, in: text, name: name, sweep))
    }
    for setting in reading.settings {
      configuration.places[path: setting.path] = sweep.place(of: setting.offset, in: name)
    }
    return configuration
  }

  /// What is wrong with a document, without looking up what stands elsewhere.
  static func issuesApartFromReferences(_ text: [UInt8], name: String) -> [ConfigurationError.Issue] {
    var sources = TextSources(environment: [:], document: name)
    sources.looksUp = false
    var reading = DocumentReading(text: text, sources: sources)
    _ = read(&reading)
    return issues(of: reading, in: text, name: name, PlaceSweep(offsets: reading.findings.map(\.offset), in: text))
  }

  /// Reads the text of a reading; an empty configuration where it is not JSON, which is reported.
  private static func read(_ reading: inout DocumentReading) -> ResourceConfiguration {
    do {
      return read(try PositionedJSON(parsing: reading.text), &reading)
    } catch {
      reading.report("not JSON: \(error.message)", at: error.byteOffset)
      return ResourceConfiguration()
    }
  }

  private static func read(_ root: PositionedJSON, _ reading: inout DocumentReading) -> ResourceConfiguration {
    let keys = root.members?.map(\.key) ?? []
    if keys.contains("service") || keys.contains("baseUrl"), !keys.contains("backendServices") {
      var draft = SingleServiceDraft()
      var names: Set<ExactText> = []
      let service = take(root, &reading, names: &names) { node, reading in
        singleService.read(node, &reading, into: &draft)
        return draft.service
      }
      // The names are the document's, not the service's.
      if let names = root.members?.first(where: { $0.key.hasSameBytes(as: "redact") }) {
        reading.settings.append(.init(path: ["redact"], offset: names.keyRange.lowerBound))
      }
      reportSettingsWrittenTwice(&reading)
      // What is left out may be what a policy needs.
      if reading.leftOut == 0 { reportResilienceFaults(of: service.map { [$0] } ?? [], ServiceSettings(), &reading) }
      SensitiveNames.add(draft.redact ?? [])
      return ResourceConfiguration(
        services: service.map { [$0] } ?? [],
        redact: draft.redact ?? [],
        rollout: draft.rollout
      )
    }
    var draft = DocumentDraft()
    document.read(root, &reading, into: &draft)
    reportSettingsWrittenTwice(&reading)
    reportResilienceFaults(of: draft.services ?? [], draft.defaults, &reading)
    SensitiveNames.add(draft.redact ?? [])
    reportCredentialsForEverybody(root, draft.redact ?? [], &reading)
    return ResourceConfiguration(
      gateway: draft.gateway,
      defaults: draft.defaults,
      services: draft.services ?? [],
      redact: draft.redact ?? [],
      rollout: draft.rollout
    )
  }

  /// What stands under `defaults` goes to every server there is, wherever an absolute URL or a redirect leads.
  private static func reportCredentialsForEverybody(
    _ root: PositionedJSON,
    _ names: [String],
    _ reading: inout DocumentReading
  ) {
    let defaults = root.members?.first { $0.key.hasSameBytes(as: "defaults") }?.value
    let headers = defaults?.members?.first { $0.key.hasSameBytes(as: "headers") }?.value
    for field in headers?.members ?? [] {
      guard
        SensitiveNames.tellThemselves(field.key) || names.contains(where: { FieldCharacters.equalNames($0, field.key) })
      else { continue }
      reading.hide(field.value)
      reading.report(
        "the header \(field.key.prefix(64).debugDescription) under \"defaults\" would go to every server, expected it at "
          + "the service or the gateway it is for, as its \"auth\" or under its \"headers\"",
        at: field.keyRange.lowerBound
      )
    }
  }

  /// Policies that are right by themselves may not be so together, nor with the timeouts and endpoints of a service.
  private static func reportResilienceFaults(
    of services: [BackendService],
    _ defaults: ServiceSettings,
    _ reading: inout DocumentReading
  ) {
    var offsets: [[ExactText]: Int] = [:]
    for setting in reading.settings { offsets[setting.path.map { ExactText($0) }] = setting.offset }
    for service in services {
      for fault in ResilienceFaults(service, outer: defaults).all {
        guard let offset = fault.paths.lazy.compactMap({ offsets[$0.map { ExactText($0) }] }).first else { continue }
        reading.report(fault.message, at: offset)
      }
    }
  }

  /// One setting may have two spellings, of which one would silently win.
  private static func reportSettingsWrittenTwice(_ reading: inout DocumentReading) {
    var seen: Set<[ExactText]> = []
    for setting in reading.settings where !seen.insert(setting.path.map { ExactText($0) }).inserted {
      let path = setting.path.dropFirst(2).joined(separator: ".")
      reading.report(
        "the setting \(path) is written twice, here and in another spelling, expected one of them",
        at: setting.offset
      )
    }
  }

  /// How many issues are told; a document that is something else entirely has too many to be read.
  private static let issueLimit = 1000

  static func issues(
    of reading: DocumentReading,
    in text: [UInt8],
    name: String,
    _ sweep: PlaceSweep
  ) -> [ConfigurationError.Issue] {
    let secrets = SourceExcerpt.merged(SecretRanges(in: text).ranges + reading.hidden)
    let findings = reading.findings.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    var issues = findings.prefix(issueLimit).map { _, finding in
      let excerpt = SourceExcerpt(
        of: finding.offset,
        lineStart: sweep.places[finding.offset]?.lineStart ?? 0,
        in: text,
        hiding: secrets
      )
      return ConfigurationError.Issue(
        place: sweep.place(of: finding.offset, in: name),
        message: finding.message,
        suggestion: finding.suggestion,
        sourceLine: excerpt.text,
        caretOffset: excerpt.caretOffset
      )
    }
    if findings.count > issueLimit, let last = findings.last {
      let message = "\(findings.count - issueLimit) further errors are left out, up to here"
      issues.append(.init(place: sweep.place(of: last.element.offset, in: name), message: message))
    }
    return issues
  }
}

extension PlaceSweep {
  /// The place of an offset the sweep was made for.
  func place(of offset: Int, in file: String) -> SourcePlace {
    SourcePlace(file: file, line: places[offset]?.line ?? 0, column: places[offset]?.column ?? 0)
  }
}
