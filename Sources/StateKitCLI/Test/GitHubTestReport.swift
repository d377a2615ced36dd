import StateKitCore

/// `--format github`: an annotation for each failed test, in its script or chart; then the counts.
struct GitHubTestReport: TestReport {
  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String {
    var out = ByteBuffer()
    for outcome in outcomes where outcome.status == .failed {
      out.append("::error file=")
      WorkflowCommand.append(property: outcome.line > 0 ? outcome.file : outcome.script, to: &out)
      if outcome.line > 0 { out.append(",line=\(outcome.line),col=\(outcome.column)") }
      out.append(",title=")
      WorkflowCommand.append(property: outcome.title, to: &out)
      out.append("::")
      WorkflowCommand.append(message: outcome.message, to: &out)
      for line in outcome.text.split(separator: "\n") {
        out.append("%0A")
        WorkflowCommand.append(message: String(line), to: &out)
      }
      out.append("\n")
    }
    out.append(counts.summary)
    out.append("\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
