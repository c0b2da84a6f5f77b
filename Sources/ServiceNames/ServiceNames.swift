// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import PackagePlugin

/// Checks the backend-service JSON of a target whenever it is built, and makes a constant of each service's name.
///
/// The files are those of the target whose names end in `backends.json`, else `backends.json` of the package's folder. The
/// constants are in `enum ServiceName`; a file `shop-backends.json` makes `enum ShopServiceName`.
@main
struct ServiceNames: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let tool = try context.tool(named: "ServiceNamesTool").url
    let own = files(in: target.directoryURL)
    let all = own.isEmpty ? files(in: context.package.directoryURL) : own
    guard !all.isEmpty else {
      Diagnostics.error(
        "\(target.name) has the plugin ServiceNames and no backends.json, expected one in its folder or in the package's"
      )
      return []
    }
    return all.map { file in
      let output = context.pluginWorkDirectoryURL.appending(
        path: file.deletingPathExtension().lastPathComponent + "+ServiceNames.swift"
      )
      return .buildCommand(
        displayName: "Service names of \(file.lastPathComponent)",
        executable: tool,
        arguments: [file.path, output.path],
        inputFiles: [file],
        outputFiles: [output]
      )
    }
  }

  private func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // Editors and systems leave hidden files beside it.
    return names.filter { $0.utf8.first != UInt8(ascii: ".") && $0.utf8.suffix(13).elementsEqual("backends.json".utf8) }
      .sorted().map {
        folder.appending(path: $0)
      }
  }
}
