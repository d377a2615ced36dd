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
  private var texts: (chart: [UInt8], script: [UInt8]) {
    switch self {
    case .toggle: (PackageResources.toggle_json, PackageResources.toggle_events_txt)
    case .workflow: (PackageResources.workflow_json, PackageResources.workflow_events_txt)
    case .wizard: (PackageResources.wizard_json, PackageResources.wizard_events_txt)
    case .timer: (PackageResources.timer_json, PackageResources.timer_events_txt)
    case .parallel: (PackageResources.parallel_json, PackageResources.parallel_events_txt)
    case .worker: (PackageResources.worker_json, PackageResources.worker_events_txt)
    }
  }

  /// The chart's file; `name` is the name of the chart.
  package func chart(named name: String, namesSchema: Bool = true) -> [UInt8] {
    let name = String(decoding: NameText.escaped(name), as: UTF8.self)
    let head = "{\(namesSchema ? "\"$schema\": \"chart.schema.json\", " : "")\"name\": \"\(name)\","
    let source = SourceText(name: "", bytes: Array(head.utf8) + texts.chart.dropFirst())
    return ChartLayout.laidOutJSON(source) ?? source.bytes
  }

  /// The script's file; `file` is the chart's file in the same folder.
  package func script(for file: String) -> [UInt8] { Array(":chart \(Self.written(file))\n\n".utf8) + texts.script }

  /// A file name in the syntax of `:chart`.
  private static func written(_ file: String) -> String {
    let isPlain = file.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    return isPlain ? file : "\"" + String(decoding: NameText.escaped(file), as: UTF8.self) + "\""
  }
}
