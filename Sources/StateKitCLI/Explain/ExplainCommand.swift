import CEL
import StateKitCore

/// `statekit explain [CODE|TOPIC|COMMAND]`: the meaning of a code, with a wrong and a fixed chart and the output for
/// both. For a topic: a reference, for example all keys of a chart. For a command: all its options.
struct ExplainCommand {
  let streams: Streams
  let arguments: Arguments
  /// Runs the examples.
  let tool: ExplanationPage.Runner

  func run() throws(CommandEnd) -> ExitStatus {
    let isMarkdown = arguments.pageFormat == .markdown
    let columns = streams.output.columns
    guard let word = arguments.operands.first else {
      write(isMarkdown ? ExplanationPage.markdownIndex() : ExplanationPage.textIndex())
      return .ok
    }
    if let topic = ReferenceTopic(rawValue: word) {
      let page = ReferencePage(topic: topic)
      write(isMarkdown ? page.markdown() : page.text(columns: columns))
      return .ok
    }
    if let command = Command.all.first(where: { $0.name == word }) {
      write(isMarkdown ? CommandLineText.markdown(of: command) : HelpText.details(of: command, columns: columns))
      return .ok
    }
    guard let code = DiagnosticCode(rawValue: word) else {
      throw .unknownTopic(word, among: ReferenceTopic.words)
    }
    let page = ExplanationPage(explanation: Explanation.of(code), tool: tool)
    write(isMarkdown ? page.markdown() : page.text(columns: columns))
    return .ok
  }

  private func write(_ text: String) { streams.output.write(text) }
}
