import StateKitCore

/// `--format github`: an annotation for each failed test, in its script or chart; then the counts.
struct GitHubTestReport: TestReport {
  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String {
    var out = ByteBuffer()
    for outcome in outcomes where outcome.status.isFailure {
      out.append("::error file=")
      let position = outcome.position
      WorkflowCommand.append(property: position.line > 0 ? position.file : outcome.script, to: &out)
      if position.line > 0 { out.append(",line=\(position.line),col=\(position.column)") }
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
    return out.text
  }
}
