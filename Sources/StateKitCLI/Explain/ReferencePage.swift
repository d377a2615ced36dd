import StateKitCore
import StateKitFormat

/// A reference that `statekit explain` prints, besides the pages of codes.
package enum ReferenceTopic: String, CaseIterable, Sendable {
  case keys, actions, script
  case commandLine = "command-line"
  case limits

  /// All words that `explain` takes.
  package static var words: [String] {
    DiagnosticCode.allCases.map(\.rawValue) + allCases.map(\.rawValue) + Command.all.map(\.name)
  }

  package var title: String {
    switch self {
    case .keys: "The keys of a chart file"
    case .actions: "The actions of a chart"
    case .script: "The lines of a script, and all expectations"
    case .commandLine: "The commands and their options"
    case .limits: "The limits of charts, scripts, runs and files"
    }
  }
}

/// A topic as a text, or as a part of a page in the documentation.
struct ReferencePage {
  let topic: ReferenceTopic

  private var sections: [ReferenceSection] {
    switch topic {
    case .keys: ChartReference.keys
    case .actions: ChartReference.actions
    case .script: ScriptReference.sections
    case .commandLine, .limits: []
    }
  }

  /// The chart of all examples.
  private var chart: String? { topic == .script ? ScriptReference.chart : nil }

  func text(columns: Int?) -> String {
    if topic == .commandLine { return CommandLineText.text(columns: columns) }
    if topic == .limits { return LimitText.text(columns: columns) }
    var out = topic.title + ". An example follows each"
    if let chart {
      out += "; all of them are for this chart:\n\n" + Self.indented(chart, by: 4)
    } else {
      out += ".\n"
    }
    for section in sections {
      out += "\n" + section.title + "\n"
      if !section.introduction.isEmpty {
        out += "\n" + TextLines.wrapped(section.introduction, indent: 0, columns: columns) + "\n"
      }
      for row in section.rows {
        out += "\n  " + row.name + (row.value.isEmpty ? "" : (topic == .script ? " " : ": ") + row.value) + "\n"
        out += TextLines.wrapped(row.help, indent: 6, columns: columns) + "\n"
        out += Self.indented(row.example, by: 6)
      }
    }
    return out
  }

  /// The part of a page below a heading of the first level.
  func markdown() -> String {
    if topic == .commandLine { return CommandLineText.markdown() }
    if topic == .limits { return LimitText.markdown() }
    var out = ""
    if let chart { out += "`door.json`:\n\n```json\n\(chart)```\n\n" }
    for section in sections {
      out += "\(topic == .actions ? "###" : "##") \(section.title)\n\n"
      if !section.introduction.isEmpty { out += TextLines.wrapped(section.introduction, indent: 0) + "\n\n" }
      for row in section.rows {
        let value = topic == .script ? row.name + (row.value.isEmpty ? "" : " " + row.value) : row.name
        out += "`\(value)`: " + (topic == .script || row.value.isEmpty ? "" : "takes \(row.value). ")
        out += row.help + (row.help.utf8.last == UInt8(ascii: ".") ? "" : ".")
        out += "\n\n```\(topic == .script ? "" : "json")\n\(row.example)\n```\n\n"
      }
    }
    while out.utf8.suffix(2).elementsEqual("\n\n".utf8) { out.removeLast() }
    return out
  }

  private static func indented(_ text: String, by count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    var out = ""
    for line in text.split(separator: "\n") { out += margin + line + "\n" }
    return out
  }
}
