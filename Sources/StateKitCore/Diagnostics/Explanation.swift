/// The page about a code for `explain` and the documentation, which is also the test fixture of the code.
package struct Explanation: Sendable {
  /// A chart, possibly with a script, and the command that shows the finding.
  package struct Example: Sendable {
    package var chart: String
    package var script: String?
    /// Arguments of the tool, before the files.
    package var command: String
    /// Creates the contents of the script, or of the chart without a script, if they are too long for a page or not text.
    private let make: (@Sendable () -> [UInt8])?
    /// The declared size of the chart's file, if the file is refused for its size.
    package var size: Int?
    /// The charts that the chart invokes.
    package var children: [(name: String, text: String)] = []
    /// The shell command of the tested program.
    package var program: String?

    package init(
      chart: String, script: String? = nil, command: String = "validate", make: (@Sendable () -> [UInt8])? = nil,
      children: [(name: String, text: String)] = []
    ) {
      self.chart = Self.whole(chart)
      self.script = script
      self.command = command
      self.make = make
      self.children = children.map { ($0.name, Self.whole($0.text)) }
    }

    /// The text of a file, with the end of its last line. A text that begins with a quotation mark has only the states
    /// of the root, the initial state first. A text that begins with an element below `<scxml>` has only its content.
    private static func whole(_ text: String) -> String {
      let quote = UInt8(ascii: "\"")
      func indented(_ indentation: String) -> String {
        text.split(separator: "\n").map { indentation + $0 + "\n" }.joined()
      }
      if text.utf8.first == quote {
        let initial = String(decoding: text.utf8.dropFirst().prefix { $0 != quote }, as: UTF8.self)
        let start = "{\n  \"root\": {\n    \"initial\": \"\(initial)\",\n    \"subStates\": {\n"
        return start + indented("      ") + "    }\n  }\n}\n"
      }
      if text.utf8.first == UInt8(ascii: "<"), !text.utf8.starts(with: "<scxml".utf8) {
        let root = #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">"#
        return "\(root)\n\(indented("  "))</scxml>\n"
      }
      return text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    }

    fileprivate func changed(by change: Change) -> Example {
      var example = self
      if let range = chart.utf8.firstOccurrence(of: change.old.utf8) {
        example.chart.replaceSubrange(range, with: change.new)
      }
      return example
    }

    /// The example with a tested program.
    package func following(_ program: String) -> Example {
      var example = self
      example.program = program
      return example
    }

    /// The example with a declared size of the chart's file.
    package func sized(_ size: Int) -> Example {
      var example = self
      example.size = size
      return example
    }

    /// The file of the chart.
    package var name: String { chart.utf8.first == UInt8(ascii: "<") ? "chart.scxml" : "chart.json" }

    /// The files with their contents, and the parts that a page shows.
    package var files: [(name: String, shown: String, bytes: [UInt8])] {
      var files = [(name, chart, (script == nil ? make?() : nil) ?? Array(chart.utf8))]
      for (name, text) in children { files.append((name, text, Array(text.utf8))) }
      if let script { files.append(("events.txt", script, make?() ?? Array(script.utf8))) }
      return files
    }

    /// The command that shows the example.
    package var arguments: [String] {
      var words = command.split(separator: " ").map(String.init) + [name]
      if let program { words.insert(contentsOf: ["--program", program], at: 1) }
      if script == nil { return words }
      return words + (words[0] == "validate" ? ["--script", "events.txt"] : ["events.txt"])
    }
  }

  /// One change of a chart: the first `old` in it becomes `new`.
  package struct Change {
    fileprivate let old: String
    fileprivate let new: String

    package static func replacing(_ old: String, with new: String) -> Change { Change(old: old, new: new) }
  }

  package let code: DiagnosticCode
  /// The problem in one line.
  package let title: String
  /// The reason for the diagnostic and the fix, in sentences.
  package let meaning: String
  package let wrong: Example
  package let fixed: Example

  package init(_ code: DiagnosticCode, title: String, meaning: String, wrong: Example, fixed: Example) {
    self.code = code
    self.title = title
    self.meaning = meaning
    self.wrong = wrong
    self.fixed = fixed
  }

  /// A code for charts, reported by `validate`.
  package init(_ code: DiagnosticCode, title: String, meaning: String, wrong: String, fixed: String) {
    self.init(code, title: title, meaning: meaning, wrong: Example(chart: wrong), fixed: Example(chart: fixed))
  }

  /// A code whose fix is one change of the chart.
  package init(_ code: DiagnosticCode, title: String, meaning: String, wrong: Example, fixed: Change) {
    self.init(code, title: title, meaning: meaning, wrong: wrong, fixed: wrong.changed(by: fixed))
  }

  /// The same, reported by `validate`.
  package init(_ code: DiagnosticCode, title: String, meaning: String, wrong: String, fixed: Change) {
    self.init(code, title: title, meaning: meaning, wrong: Example(chart: wrong), fixed: fixed)
  }

  /// The smallest chart without findings that has behaviour.
  package static let doors = """
    "closed": {"open": "open"},
    "open": {"close": "closed"}
    """

  /// A chart that others invoke, for examples.
  package static let helper = (
    name: "children/helper.json",
    text: """
    {
      "context": {"speed": 1},
      "root": {"question": {"actions": {"send": "answer", "data": "speed * 2", "to": "parent"}}}
    }
    """
  )
}
