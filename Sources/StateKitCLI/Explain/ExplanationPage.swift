package import StateKitCore

/// An explanation as a page. The output of the commands on it is computed by running them.
package struct ExplanationPage {
  /// The tool, as a function of its arguments and its streams.
  package typealias Runner = (_ arguments: [String], _ streams: Streams) -> ExitStatus

  let explanation: Explanation
  let tool: Runner

  private var code: String { explanation.code.rawValue }

  func text(columns: Int?) -> String {
    var out = "\(code): \(explanation.title) (\(explanation.code.severity.rawValue))\n\n"
    out += TextLines.wrapped(explanation.meaning, indent: 0, columns: columns) + "\n"
    for (heading, example) in [("Wrong:", explanation.wrong), ("Fixed:", explanation.fixed)] {
      out += "\n\(heading)\n\n"
      let files = example.files
      for (name, content, _) in files {
        if files.count > 1 { out += "    \(name)\n" }
        for line in Self.lines(content) { out += Self.indented(line) }
        out += "\n"
      }
      out += "    $ \(command(example))\n"
      for line in Self.lines(output(example)) { out += Self.indented(line) }
    }
    return out
  }

  func markdown() -> String {
    var out = "# \(code)\n\n\(explanation.title) (\(explanation.code.severity.rawValue)).\n\n"
    out += TextLines.wrapped(explanation.meaning, indent: 0) + "\n"
    for (heading, example) in [("Wrong", explanation.wrong), ("Fixed", explanation.fixed)] {
      out += "\n## \(heading)\n"
      for (name, content, _) in example.files {
        let language = name.hasSuffix(".json") ? "json" : name == "chart.scxml" ? "xml" : ""
        out += "\n`\(name)`:\n\n```\(language)\n"
        for line in Self.lines(content) { out += line + "\n" }
        out += "```\n"
      }
      out += "\n```\n$ \(command(example))\n"
      for line in Self.lines(output(example)) { out += line + "\n" }
      out += "```\n"
    }
    return out
  }

  // MARK: All codes

  static func textIndex() -> String {
    let width = DiagnosticCode.allCases.map(\.rawValue.utf8.count).max() ?? 0
    var rows = DiagnosticCode.allCases.map { ($0.rawValue, $0.severity.rawValue, Explanation.of($0).title) }
    rows += ReferenceTopic.allCases.map { ($0.rawValue, "topic", $0.title) }
    rows += Command.all.map { ($0.name, "command", $0.summary) }
    func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: width - text.utf8.count)
    }
    return rows.map { name, kind, title in padded(name, to: width + 2) + padded(kind, to: 9) + title + "\n" }.joined()
  }

  static func markdownIndex() -> String {
    var out = "# Diagnostics\n\nThe codes of all messages. `statekit explain CODE` shows a page.\n\n"
    out += "| code | severity | meaning |\n|---|---|---|\n"
    for code in DiagnosticCode.allCases {
      out += "| [\(code.rawValue)](\(code.rawValue).md) | \(code.severity.rawValue) | \(Explanation.of(code).title) |\n"
    }
    return out
  }

  // MARK: Examples

  private func command(_ example: Explanation.Example) -> String {
    "statekit " + example.arguments.map { Self.quoted($0) }.joined(separator: " ")
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    guard word.utf8.contains(where: { " '()<>&|*;".utf8.contains($0) }) else { return word }
    var out = "\""
    for character in word {
      if "\"\\$`".contains(character) { out += "\\" }
      out.append(character)
    }
    return out + "\""
  }

  /// The output of the command, with messages before the trace.
  private func output(_ example: Explanation.Example) -> String {
    let found = Self.run(example, tool: tool)
    let isTrace = ["run", "convert", "generate"].contains { example.command.utf8.starts(with: $0.utf8) }
    return isTrace ? found.errors : found.output + found.errors
  }

  /// Runs an example with its files in memory.
  package static func run(
    _ example: Explanation.Example, tool: Runner
  ) -> (status: ExitStatus, output: String, errors: String) {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let files = example.files
    var streams = Streams(
      input: { MemoryInput([]) },
      open: { path throws(InputError) in
        guard let file = files.first(where: { $0.name == path }) else {
          throw InputError(reason: "No such file or directory")
        }
        return MemoryInput(file.bytes, size: path == example.name ? example.size : nil)
      }, output: output, errors: errors)
    streams.journal = { (path) throws(LockedFile.Refusal) in
      MemoryJournal(files.first { $0.name == path }?.bytes ?? [])
    }
    let status = tool(example.arguments, streams)
    return (status, output.text, errors.text)
  }

  // MARK: Lines

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func indented(_ line: String) -> String { line.isEmpty ? "\n" : "    \(line)\n" }
}
