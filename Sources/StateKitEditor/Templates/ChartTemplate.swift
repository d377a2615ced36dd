import StateKitCore
import StateKitFormat

/// A template for a new chart: a chart without findings, and a script whose tests pass.
package enum ChartTemplate: String, CaseIterable, Sendable {
  /// An event that toggles between two states.
  case toggle
  /// An order from its first item to its end, with data, guards and declared events.
  case workflow
  /// Pages with next and back, and a history.
  case wizard
  /// States with timers, one of which can be delayed.
  case timer
  /// Regions that are active together.
  case parallel
  /// Work that is done by a child chart.
  case worker

  /// The chart without a name, and the script without the line that names the chart.
  private var texts: (chart: String, script: String) {
    switch self {
    case .toggle: (TemplatesTexts.toggle, TemplatesTexts.toggleEvents)
    case .workflow: (TemplatesTexts.workflow, TemplatesTexts.workflowEvents)
    case .wizard: (TemplatesTexts.wizard, TemplatesTexts.wizardEvents)
    case .timer: (TemplatesTexts.timer, TemplatesTexts.timerEvents)
    case .parallel: (TemplatesTexts.parallel, TemplatesTexts.parallelEvents)
    case .worker: (TemplatesTexts.worker, TemplatesTexts.workerEvents)
    }
  }

  /// The chart's file; `name` is the name of the chart.
  package func chart(named name: String) -> [UInt8] {
    let name = String(decoding: NameText.escaped(name), as: UTF8.self)
    let text = "{\"$schema\": \"chart.schema.json\", \"name\": \"\(name)\"," + texts.chart.dropFirst()
    let source = SourceText(name: "", bytes: Array(text.utf8))
    return ChartLayout.laidOutJSON(source) ?? source.bytes
  }

  /// The script's file; `file` is the chart's file in the same folder.
  package func script(for file: String) -> [UInt8] {
    Array(":chart \(Self.written(file))\n\n\(texts.script)".utf8)
  }

  /// A file name in the syntax of `:chart`.
  private static func written(_ file: String) -> String {
    let isPlain = file.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    return isPlain ? file : "\"" + String(decoding: NameText.escaped(file), as: UTF8.self) + "\""
  }
}
