import PackagePlugin

/// The build-tool plugin: a target that lists it has a type for each `*.chart.json` among its files.
@main
struct StateKitCharts: BuildToolPlugin {
  private static let ending = ".chart.json"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let tool = try context.tool(named: "StateKitChartsTool").url
    // A chart may invoke any other chart of the target.
    let charts = target.sourceFiles.map(\.url).filter { $0.pathExtension == "json" }
    return charts.filter { $0.lastPathComponent.hasSuffix(Self.ending) }.map { chart in
      let name = String(chart.lastPathComponent.dropLast(Self.ending.count))
      let output = context.pluginWorkDirectoryURL.appending(path: name + ".chart.swift")
      return .buildCommand(
        displayName: "Writing the type of \(chart.lastPathComponent)", executable: tool,
        arguments: [chart.path(percentEncoded: false), output.path(percentEncoded: false), name],
        inputFiles: charts, outputFiles: [output])
    }
  }
}
