import StateKitCore
import StateKitFormat
import StateKitTest

/// A chart that a script names and that cannot be read, or must not be.
struct UnreadableChart {
  let path: String
  let reason: String
  var help: String?

  var message: String { "cannot read the chart \(DisplayText.quoted(FilePath.shown(path))): \(reason)" }

  /// The message with the fix, at the `:chart` line of a script.
  func text(namedBy script: String, bytes: [UInt8], report: TextReport) -> String {
    guard let line = TestScript.chartLine(in: bytes, of: SourceFile.name(of: script)) else {
      return "  \(DisplayText.raw(message))\n"
    }
    let diagnostic = Diagnostic(.unreadableChart, at: line.body, message: message, help: help)
    var out = ByteBuffer()
    report.append(diagnostic, in: LineIndex(line.source), to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
