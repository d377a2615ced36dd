/// The name of the chart in a script that the tool writes.
enum ScriptChart {
  /// The chart's path relative to the folder of the script at `script`, with links followed. Standard output and
  /// devices count as in the folder in which the tool was started. Nil for a chart without a file.
  static func name(of chart: String, for script: String) -> String? {
    if chart == "-" { return nil }
    let isStream = script == "-" || ["/dev/", "/proc/"].contains { script.utf8.starts(with: $0.utf8) }
    let folder = isStream ? "" : FilePath.folder(of: FileSave.file(script) ?? script)
    return FilePath.relative(from: folder, to: chart) ?? FilePath.name(of: chart)
  }
}
