// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension MIMEType {
  /// Whether content of this type is already compressed or encrypted, so that compressing it gains nothing.
  var isCompressed: Bool {
    if ["+zip", "+gzip", "+zstd"].contains(where: { subtype.ends(withBytesOf: $0) }) { return true }
    return switch type {
    case "image": !subtype.ends(withBytesOf: "+xml") && !MIMEType.plainImages.contains(subtype)
    case "audio", "video": true
    case "font": subtype == "woff" || subtype == "woff2"
    case "application":
      MIMEType.archives.contains(subtype)
        || subtype.begins(withBytesOf: "vnd.openxmlformats-officedocument.")
        || subtype.begins(withBytesOf: "vnd.oasis.opendocument.")
    case "multipart": subtype == "encrypted"
    default: false
    }
  }

  private static let plainImages: Set<String> = ["bmp", "x-ms-bmp", "vnd.microsoft.icon", "x-portable-pixmap"]

  private static let archives: Set<String> = [
    "zip", "gzip", "x-gzip", "zlib", "zstd", "x-bzip2", "x-xz", "x-lzip", "x-lzma", "x-compress", "x-7z-compressed",
    "vnd.rar", "x-rar-compressed", "java-archive", "vnd.android.package-archive", "pdf", "font-woff",
    "vnd.apache.parquet", "pgp-encrypted", "pkcs7-mime",
  ]
}
