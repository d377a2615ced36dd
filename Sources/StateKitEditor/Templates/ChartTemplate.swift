import StateKitCore
import StateKitFormat

/// What a new chart begins as: a chart that nothing is wrong with, and a script whose tests pass.
package enum ChartTemplate: String, CaseIterable, Sendable {
  /// Two states that an event goes back and forth between.
  case toggle
  /// An order from its first item to its end, with data, guards and declared events.
  case workflow
  /// Pages to go through, back and forth, with a history.
  case wizard
  /// States that time leads on, and one that can be delayed.
  case timer
  /// Regions that are active together.
  case parallel
  /// Work that is done by a child chart.
  case worker

  /// The chart's file; `name`: what the chart is called.
  package func chart(named name: String) -> [UInt8] {
    let text = """
      {"$schema": "chart.schema.json", "name": "\(String(decoding: NameText.escaped(name), as: UTF8.self))", \(body)}
      """
    let source = SourceText(name: "", bytes: Array(text.utf8))
    return ChartLayout.laidOutJSON(source) ?? source.bytes
  }

  /// The script's file; `file`: the chart's, beside it.
  package func script(for file: String) -> [UInt8] {
    Array(":chart \(Self.written(file))\n\n\(tests)".utf8)
  }

  /// A file's name as `:chart` takes it.
  private static func written(_ file: String) -> String {
    let isPlain = file.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    return isPlain ? file : "\"" + String(decoding: NameText.escaped(file), as: UTF8.self) + "\""
  }
}
