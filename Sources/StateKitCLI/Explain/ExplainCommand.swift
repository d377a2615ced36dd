import CEL
import StateKitCore

/// `statekit explain [CODE|TOPIC|COMMAND]`: the meaning of a code, with a wrong and a fixed chart and the output for
/// both. For a topic: a reference, for example all keys of a chart. For a command: all its options.
final class ExplainCommand {
  private let streams: Streams
  private let arguments: Arguments
  private let tool: ExplanationPage.Runner

  /// `tool` runs the examples.
  init(_ streams: Streams, arguments: Arguments, tool: @escaping ExplanationPage.Runner) {
    self.tool = tool
    self.streams = streams
    self.arguments = arguments
  }

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
      let known = ReferenceTopic.words
      throw .unknownTopic(word, among: known)
    }
    let page = ExplanationPage(explanation: Explanation.of(code), tool: tool)
    write(isMarkdown ? page.markdown() : page.text(columns: columns))
    return .ok
  }

  private func write(_ text: String) { streams.output.write(text) }
}
