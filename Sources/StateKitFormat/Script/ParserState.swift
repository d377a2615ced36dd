import CEL
import StateKitCore

/// The state of a script parser after the lines so far.
final class ParserState {
  private let chart: Chart
  /// The names that expressions may use: those of the chart. If a line sets a context key to another type than that of
  /// its initial value, the key has any type from then on.
  private(set) var environment: Environment
  /// The keys with any type.
  private(set) var dynamicKeys: [String] = []
  private var dynamicSlots: Set<Int> = []
  /// The file of the first `:chart` line.
  var chartFile: String?

  /// `values`: the current values of the context.
  init(_ chart: Chart, holding values: [Value]) {
    self.chart = chart
    environment = chart.environment
    for slot in chart.contextNames.indices.prefix(values.count) { widen(slot, to: StaticType(of: values[slot])) }
    if !dynamicKeys.isEmpty { environment.guards = environment.guards?.seeing(environment) }
  }

  /// Records an assignment to a path.
  func set(_ path: [String], to type: StaticType) {
    guard path.count == 1, let slot = chart.contextSlot(named: path[0]), widen(slot, to: type) else { return }
    environment.guards = environment.guards?.seeing(environment)
  }

  /// Gives a key any type, if `type` is another one than that of its first value. Returns true if the key had one type.
  @discardableResult
  private func widen(_ slot: Int, to type: StaticType) -> Bool {
    let first = StaticType(of: chart.contextValues[slot])
    guard first != .dyn, type.base != first, dynamicSlots.insert(slot).inserted else { return false }
    dynamicKeys.append(chart.contextNames[slot])
    environment.add(Environment.Variable(name: chart.contextNames[slot], slot: slot, type: .dyn))
    return true
  }
}

extension ScriptParser {
  /// The context keys that lines so far have set to another type than that of their initial values. The chart has to be
  /// read with these as keys of any type (`ChartReader.locate`).
  package var dynamicKeys: [String] { earlier.dynamicKeys }

  /// Records the assignment of a line with its type; ignores other lines.
  package func look(at line: ScriptLine) {
    if line.bytes[min(Int(line.body.start), line.bytes.count)...].starts(with: ":set".utf8) { _ = try? parse(line) }
  }
}
