import StateKitCore

/// The name of the chart in a script that the tool writes.
enum ScriptChart {
  /// The chart's path relative to the folder of the script at `script`, with links followed. Standard output and
  /// devices count as in the folder in which the tool was started. Nil for a chart without a file.
  static func name(of chart: String, for script: String) -> String? {
    if chart == "-" { return nil }
    let folder = FilePath.isStream(script) ? "" : FilePath.folder(of: FileSave.file(script) ?? script)
    return FilePath.relative(from: folder, to: chart) ?? FilePath.name(of: chart)
  }

  /// Appends the line that names the chart; nothing for a chart without a file.
  static func appendLine(of chart: String, for script: String, to out: inout ByteBuffer) {
    guard let name = name(of: chart, for: script) else { return }
    out.append(":chart ")
    DisplayText.appendName(name, to: &out)
    out.append("\n")
  }

  /// Appends the first lines of a script that shows a finding: the finding as a comment, and the chart.
  static func appendHead(_ finding: String, of chart: String, for script: String, to out: inout ByteBuffer) {
    out.append("# ")
    DisplayText.appendLine(finding, to: &out)
    appendLine(of: chart, for: script, to: &out)
  }
}
