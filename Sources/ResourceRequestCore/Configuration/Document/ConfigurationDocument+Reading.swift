// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// Reads a whole document.
  static func read(
    _ text: [UInt8],
    name: String,
    from sources: TextSources,
    for transport: (any Transport)? = nil,
    scope: ResourceConfiguration.ReferenceScope = .everything,
    vocabulary: Vocabulary
  ) throws(ConfigurationError) -> ResourceConfiguration {
    let faults = issues(of: vocabulary, name: name)
    guard faults.isEmpty else { throw ConfigurationError(faults) }
    var reading = DocumentReading(text: text, sources: sources, transport: transport, scope: scope)
    reading.vocabulary = vocabulary
    var configuration = read(&reading)
    let sweep = PlaceSweep(
      offsets: reading.findings.map(\.offset) + (reading.findings.isEmpty ? reading.settings.map(\.offset) : []),
      in: text
    )
    configuration.vocabulary = vocabulary
    SensitiveNames.add(configuration.secretNames)
    guard reading.findings.isEmpty else {
      for file in reading.endpointsFiles { sources.filesRead?.note(file) }
      throw ConfigurationError(issues(of: reading, in: text, name: name, sweep))
    }
    for setting in reading.settings {
      configuration.places[path: setting.path] = sweep.place(of: setting.offset, in: name)
    }
    return configuration
  }

  /// The issues of a document without resolving references.
  static func issuesApartFromReferences(
    _ text: [UInt8],
    name: String,
    vocabulary: Vocabulary
  ) -> [ConfigurationError.Issue] {
    let faults = issues(of: vocabulary, name: name)
    guard faults.isEmpty else { return faults }
    var sources = TextSources(environment: [:], document: name)
    sources.looksUp = false
    var reading = DocumentReading(text: text, sources: sources)
    reading.vocabulary = vocabulary
    SensitiveNames.add(read(&reading).secretNames)
    return issues(of: reading, in: text, name: name, PlaceSweep(offsets: reading.findings.map(\.offset), in: text))
  }

  /// Why no document can be read with a vocabulary; empty if one can.
  private static func issues(of vocabulary: Vocabulary, name: String) -> [ConfigurationError.Issue] {
    vocabulary.faults.map { .init(place: SourcePlace(file: name, line: 0, column: 0), message: $0) }
  }

  /// Reads the document's text; an empty configuration if it is not JSON, which is reported.
  private static func read(_ reading: inout DocumentReading) -> ResourceConfiguration {
    do {
      return read(try PositionedJSON(parsing: reading.text), &reading)
    } catch {
      reading.report("not JSON: \(error.message)", at: error.byteOffset)
      return ResourceConfiguration()
    }
  }

  private static func read(_ root: PositionedJSON, _ reading: inout DocumentReading) -> ResourceConfiguration {
    let tables = reading.vocabulary.tables
    let keys = root.members?.map(\.key) ?? []
    if keys.contains("service") || keys.contains("baseUrl"), !keys.contains("backendServices") {
      var draft = SingleServiceDraft()
      var names: Set<ExactText> = []
      let service = take(root, &reading, names: &names) { node, reading in
        tables.singleService.read(node, &reading, into: &draft)
        return draft.service
      }
      // The names are the document's, not the service's.
      if let names = root.members?.first(where: { $0.key.hasSameBytes(as: "redact") }) {
        reading.settings.append(.init(path: ["redact"], offset: names.keyRange.lowerBound))
      }
      reportSettingsWrittenTwice(&reading)
      // A value that is unresolved or not read may be one that a policy needs.
      if reading.leftOut == 0, let service {
        if reading.findings.isEmpty { reportFaults(ResilienceFaults(service, .none).all, &reading) }
        reportFeatureFaults(&reading, gateway: nil, defaults: ServiceSettings(), services: [service])
      }
      SensitiveNames.add(draft.redact ?? [])
      return ResourceConfiguration(
        services: service.map { [$0] } ?? [],
        redact: draft.redact ?? [],
        rollout: draft.rollout
      )
    }
    var draft = DocumentDraft()
    tables.document.read(root, &reading, into: &draft)
    reportSettingsWrittenTwice(&reading)
    // A value of the defaults or the gateway that is unresolved or not read may be one that a policy needs; a service with
    // such a value is not judged.
    if reading.leftOut == 0, reading.findings.count == reading.findingsInServices {
      let services = (draft.services ?? []).filter { !reading.faultyServices.contains(ExactText($0.name)) }
      reportFaults(ResilienceFaults.all(in: services, draft.gateway, draft.defaults), &reading)
    }
    reportFeatureFaults(&reading, gateway: draft.gateway, defaults: draft.defaults, services: draft.services ?? [])
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

  /// Reports credentials under `defaults`, which every server would receive, wherever an absolute URL or a redirect
  /// leads.
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
        "the header \(field.key.quotedStart()) under \"defaults\" would go to every server, expected it at "
          + "the service or the gateway it is for, as its \"auth\" or under its \"headers\"",
        at: field.keyRange.lowerBound
      )
    }
  }

  /// Reports what features find wrong, unless something is not read or resolved: it would seem to be missing.
  private static func reportFeatureFaults(
    _ reading: inout DocumentReading,
    gateway: Gateway?,
    defaults: ServiceSettings,
    services: [BackendService]
  ) {
    guard reading.findings.isEmpty, reading.leftOut == 0, !reading.vocabulary.entries.isEmpty else { return }
    reportFaults(reading.vocabulary.faults(gateway: gateway, defaults: defaults, services: services), &reading)
  }

  /// Reports settings that are valid separately, but not together or with the service's timeouts and endpoints.
  private static func reportFaults(_ faults: [ResilienceFaults.Fault], _ reading: inout DocumentReading) {
    guard !faults.isEmpty else { return }
    var offsets: [[ExactText]: Int] = [:]
    for setting in reading.settings { offsets[setting.path.map { ExactText($0) }] = setting.offset }
    // What stands in the defaults is wrong for everybody who has it from there, and told once.
    var told: [Int: Set<ExactText>] = [:]
    for fault in faults {
      guard let offset = fault.paths.lazy.compactMap({ offsets[$0.map { ExactText($0) }] }).first,
        told[offset, default: []].insert(ExactText(fault.message)).inserted
      else { continue }
      reading.report(fault.message, at: offset)
    }
  }

  /// Reports a setting with two spellings, one of which would silently win.
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

  /// The maximum number of reported issues; an unrelated document would have too many.
  private static let issueLimit = 1000

  static func issues(
    of reading: DocumentReading,
    in text: [UInt8],
    name: String,
    _ sweep: PlaceSweep
  ) -> [ConfigurationError.Issue] {
    // Where some keys are left out, a summary of the rest would hide whether it matters.
    let most = reading.vocabulary.ignoredKeys.isEmpty ? issueLimit : .max
    let told = SecretRanges(in: text, under: reading.vocabulary.secretKeys).ranges
    let secrets = SourceExcerpt.merged(told + reading.hidden)
    let findings = reading.findings.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    var issues = findings.prefix(most).map { _, finding in
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
    if findings.count > most, let last = findings.last {
      let message = "\(findings.count - most) further errors are not shown, up to here"
      issues.append(.init(place: sweep.place(of: last.element.offset, in: name), message: message))
    }
    return issues
  }
}

extension PlaceSweep {
  /// The place of an offset that the sweep includes.
  func place(of offset: Int, in file: String) -> SourcePlace {
    SourcePlace(file: file, line: places[offset]?.line ?? 0, column: places[offset]?.column ?? 0)
  }
}
