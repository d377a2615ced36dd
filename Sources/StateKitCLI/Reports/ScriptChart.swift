/// How a script that the tool writes names its chart.
enum ScriptChart {
  /// The chart's path from the folder in which the script at `script` lies, with links followed. Standard output and
  /// devices count as in the folder that the tool was started in. Nil for a chart that is in no file.
  static func name(of chart: String, for script: String) -> String? {
    if chart == "-" { return nil }
    let isStream = script == "-" || ["/dev/", "/proc/"].contains { script.utf8.starts(with: $0.utf8) }
    let folder = isStream ? "" : FilePath.folder(of: FileSave.file(script) ?? script)
    return FilePath.relative(from: folder, to: chart) ?? FilePath.name(of: chart)
  }
}
