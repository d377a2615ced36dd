import StateKitCore
import StateKitFormat
import StateKitTest

/// A chart that a script names and that cannot be read, or must not be.
enum UnreadableChart {
  /// The message in one line, and the whole text with the fix, at the script's `:chart` line.
  static func text(
    of reason: String, in chart: String, namedBy script: String, bytes: [UInt8], help: String?, report: TextReport
  ) -> (message: String, text: String) {
    let message = "cannot read the chart \(DisplayText.quoted(FilePath.shown(chart))): \(reason)"
    guard let line = TestScript.chartLine(in: bytes, of: SourceFile.name(of: script)) else {
      return (message, "  \(DisplayText.raw(message))\n")
    }
    let diagnostic = Diagnostic(.unreadableChart, at: line.body, message: message, help: help)
    var out = ByteBuffer()
    report.append(diagnostic, in: LineIndex(line.source), to: &out)
    return (message, String(decoding: out.bytes, as: UTF8.self))
  }
}
