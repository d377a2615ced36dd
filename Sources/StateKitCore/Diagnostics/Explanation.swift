/// The page about a code for `explain` and the documentation, which is also the test fixture of the code.
package struct Explanation: Sendable {
  /// A chart, possibly with a script, and the command that shows the finding.
  package struct Example: Sendable {
    package var chart: String
    package var script: String?
    /// Arguments of the tool, before the files.
    package var command: String
    /// The shown part of a chart that is too long for a page, and the function that creates the chart.
    package var shown: String?
    package var make: (@Sendable () -> [UInt8])?
    /// The shown part of a script that is too long for a page.
    package var shownScript: String?
    package var makeScript: (@Sendable () -> [UInt8])?
    /// The declared size of the chart's file, if the file is refused for its size.
    package var size: Int?
    /// The charts that the chart invokes.
    package var children: [(name: String, text: String)] = []
    /// The shell command of the tested program.
    package var program: String?

    package init(
      chart: String, script: String? = nil, command: String = "validate", shown: String? = nil,
      make: (@Sendable () -> [UInt8])? = nil, shownScript: String? = nil, makeScript: (@Sendable () -> [UInt8])? = nil,
      size: Int? = nil, children: [(name: String, text: String)] = []
    ) {
      self.chart = Self.ended(chart)
      self.script = script
      self.command = command
      self.shown = shown
      self.make = make
      self.shownScript = shownScript
      self.makeScript = makeScript
      self.size = size
      self.children = children.map { ($0.name, Self.ended($0.text)) }
    }

    /// The text of a file, with the end of its last line.
    private static func ended(_ text: String) -> String {
      text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    }

    /// The example with another text at the first place of `old` in the chart.
    fileprivate func replacing(_ old: String, with new: String) -> Example {
      var example = self
      if let range = chart.utf8.firstOccurrence(of: old.utf8) { example.chart.replaceSubrange(range, with: new) }
      return example
    }

    /// The example with a tested program.
    package func following(_ program: String) -> Example {
      var example = self
      example.program = program
      return example
    }

    /// The file of the chart.
    package var name: String { chart.utf8.first == UInt8(ascii: "<") ? "chart.scxml" : "chart.json" }

    /// The files with their contents, and the parts that a page shows.
    package var files: [(name: String, shown: String, bytes: [UInt8])] {
      var files = [(name, shown ?? chart, make?() ?? Array(chart.utf8))]
      for (name, text) in children { files.append((name, text, Array(text.utf8))) }
      if let text = shownScript ?? script {
        files.append(("events.txt", text, makeScript?() ?? Array((script ?? "").utf8)))
      }
      return files
    }

    /// The command that shows the example.
    package var arguments: [String] {
      var words = command.split(separator: " ").map(String.init) + [name]
      if let program { words.insert(contentsOf: ["--program", program], at: 1) }
      if script == nil, shownScript == nil { return words }
      return words + (words[0] == "validate" ? ["--script", "events.txt"] : ["events.txt"])
    }
  }

  package let code: DiagnosticCode
  /// The problem in one line.
  package let title: String
  /// The reason for the diagnostic and the fix, in sentences.
  package let meaning: String
  package let wrong: Example
  package let fixed: Example

  package init(
    _ code: DiagnosticCode, title: String, meaning: String, wrong: Example, fixed: Example
  ) {
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

  /// A code whose fix is one change of the chart: the first `old` in it becomes `new`.
  package init(
    _ code: DiagnosticCode, title: String, meaning: String, wrong: Example, replacing old: String, with new: String
  ) {
    self.init(code, title: title, meaning: meaning, wrong: wrong, fixed: wrong.replacing(old, with: new))
  }

  /// The same, reported by `validate`.
  package init(
    _ code: DiagnosticCode, title: String, meaning: String, wrong: String, replacing old: String, with new: String
  ) {
    self.init(code, title: title, meaning: meaning, wrong: Example(chart: wrong), replacing: old, with: new)
  }

  /// The smallest chart without findings that has behaviour.
  package static let doors = """
    {
      "root": {
        "initial": "closed",
        "subStates": {
          "closed": {"open": "open"},
          "open": {"close": "closed"}
        }
      }
    }
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
