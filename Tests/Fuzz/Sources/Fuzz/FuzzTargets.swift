// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// All fuzz targets, and the one that this process runs, named by `FUZZ_TARGET` in the environment.
enum FuzzTargets {
  static let all: [any FuzzTarget.Type] = ofEverywhere + ofSockets

  private static let ofEverywhere: [any FuzzTarget.Type] = [
    CacheEntryFuzz.self,
    CacheFieldsFuzz.self,
    ConfigurationFuzz.self,
    ContentDecoderFuzz.self,
    DecodingFuzz.self,
    DeflateFuzz.self,
    FoundationParsersFuzz.self,
    HeadReaderFuzz.self,
    HeaderFieldFuzz.self,
    JSON5Fuzz.self,
    JSONFuzz.self,
    MediaTypeFuzz.self,
    PositionedJSONFuzz.self,
    URITemplateFuzz.self,
    URIReferenceFuzz.self,
    TextDecodingFuzz.self,
  ]

  #if os(Linux)
    private static let ofSockets: [any FuzzTarget.Type] = [
      HTTP2SessionFuzz.self,
      ResponseParserFuzz.self,
    ]
  #else
    private static let ofSockets: [any FuzzTarget.Type] = []
  #endif

  fileprivate static let chosen = getenv("FUZZ_TARGET").flatMap { name in
    all.first { $0.name == String(cString: name) }
  }
}

/// Called by libFuzzer once, first; without a known target, prints all of them, a line each: the name, a space, the
/// folder of seeds.
@c(LLVMFuzzerInitialize)
func initialize(
  _ argumentCount: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard FuzzTargets.chosen == nil else { return 0 }
  for target in FuzzTargets.all { print(target.name, target.seeds ?? "") }
  exit(getenv("FUZZ_TARGET") == nil ? 0 : 64)
}

/// Called by libFuzzer for each input.
@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTargets.chosen?.read(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
