package import StateKitCore

/// What a code means: the page that `explain` and the documentation show, and the fixture of the code.
package struct Explanation: Sendable {
  /// A chart, perhaps with a script, and the command that shows what it is about.
  package struct Example: Sendable {
    var chart: String
    var script: String?
    /// Arguments of the tool, before the files.
    var command = "validate"
    /// What is shown of a chart that no page can hold, and what makes it.
    var shown: String?
    var make: (@Sendable () -> [UInt8])?
    /// The same for a script.
    var shownScript: String?
    var makeScript: (@Sendable () -> [UInt8])?
    /// The size that the chart's file says it has, where it is refused by that.
    package var size: Int?
    /// The charts that the chart invokes.
    var children: [(name: String, text: String)] = []

    /// The file of the chart.
    package var name: String { chart.utf8.first == UInt8(ascii: "<") ? "chart.scxml" : "chart.json" }

    /// The files with what they hold, and what a page shows of them.
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
      let words = command.split(separator: " ").map(String.init) + [name]
      if script == nil, shownScript == nil { return words }
      return words + (words[0] == "validate" ? ["--script", "events.txt"] : ["events.txt"])
    }
  }

  package let code: DiagnosticCode
  /// What is wrong, in one line.
  let title: String
  /// Why it is wrong and what to do, in sentences.
  let meaning: String
  package let wrong: Example
  package let fixed: Example

  init(
    _ code: DiagnosticCode, _ title: String, _ meaning: String, wrong: Example, fixed: Example
  ) {
    self.code = code
    self.title = title
    self.meaning = meaning
    self.wrong = wrong
    self.fixed = fixed
  }

  /// A code of charts, shown by `validate`.
  init(_ code: DiagnosticCode, _ title: String, _ meaning: String, wrong: String, fixed: String) {
    self.init(code, title, meaning, wrong: Example(chart: wrong), fixed: Example(chart: fixed))
  }

  /// In the order of the codes.
  package static let all: [Explanation] =
    json + structure + invoke + events + guards + expressions + names + reach + data + foreign + documents + scripts
    + host + runs + exploring

  /// The page of a code.
  package static func of(_ code: DiagnosticCode) -> Explanation {
    all.first { $0.code == code }
      ?? Explanation(code, code.rawValue, "There is no page for this code.", wrong: "", fixed: "")
  }
}
