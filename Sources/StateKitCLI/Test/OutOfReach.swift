import StateKitCore
import StateKitFormat
import StateKitTest

/// A chart that a script names but must not read.
enum OutOfReach {
  /// The message in one line, and the whole text with the fix, at the script's `:chart` line.
  static func text(
    of reason: String, in chart: String, namedBy script: String, bytes: [UInt8], report: TextReport
  ) -> (message: String, text: String) {
    let message = "cannot read the chart \(DisplayText.quoted(FilePath.shown(chart))): \(reason)"
    guard let line = TestScript.chartLine(in: bytes, of: FilePath.shown(script)) else {
      return (message, "  \(DisplayText.raw(message))\n")
    }
    let diagnostic = Diagnostic(
      .unreadableChart, at: line.body, message: message, help: "use --chart \(FilePath.shown(chart))")
    var out = ByteBuffer()
    report.append(diagnostic, in: LineIndex(line.source), to: &out)
    return (message, String(decoding: out.bytes, as: UTF8.self))
  }
}
