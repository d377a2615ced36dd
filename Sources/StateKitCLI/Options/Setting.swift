import CEL
import StateKitCore
import StateKitFormat

/// A value from the command line for the chart's context: `path.to.field=json`.
struct Setting: Sendable {
  let path: String
  let value: Value

  static func parse(_ text: String) throws(UnfitValue) -> Setting {
    if text.isEmpty { throw .missing }
    let bytes = FilePath.bytes(of: text)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { throw .expected("PATH=JSON") }
    let path = String(decoding: bytes[..<equals], as: UTF8.self)
    guard let value = JSONText.value(of: Array(bytes[(equals + 1)...])) else {
      throw .because("\(DisplayText.name(path)): the value is not JSON; a text is written \(path)='\"text\"'")
    }
    return Setting(path: path, value: value)
  }

  /// The context's values with the settings applied; throws if a path is not in the context.
  static func apply(_ settings: [Setting], to chart: Chart) throws(CommandEnd) -> [Value] {
    var values = chart.contextValues
    var unknown: [String] = []
    for setting in settings {
      let path = setting.path.pathNames
      guard let slot = chart.contextSlot(named: path[0]),
        let changed = values[slot].setting(path.dropFirst(), to: setting.value, adds: false)
      else {
        unknown.append(setting.path)
        continue
      }
      values[slot] = changed
    }
    if !unknown.isEmpty { throw .unknownPaths(unknown, among: chart.contextNames) }
    return values
  }
}
