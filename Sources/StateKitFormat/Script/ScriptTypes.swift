import CEL
import StateKitCore

/// What the expressions of a script may name: what those of its chart may. A context key that a line has set to a value of
/// another type than its first one has may hold anything from there on.
final class ScriptTypes {
  private let chart: Chart
  private(set) var environment: Environment
  /// Those keys.
  private(set) var dynamicKeys: [String] = []

  /// `values`: what the context holds now.
  init(_ chart: Chart, holding values: [Value]) {
    self.chart = chart
    environment = chart.environment
    for (slot, name) in chart.contextNames.enumerated() where slot < values.count {
      set([name], to: StaticType(of: values[slot]))
    }
  }

  /// Notes that a line sets what stands at a path.
  func set(_ path: [String], to type: StaticType) {
    guard path.count == 1, let slot = chart.contextSlot(named: path[0]) else { return }
    let first = StaticType(of: chart.contextValues[slot])
    guard first != .dyn, type.base != first, !dynamicKeys.contains(where: { $0.utf8.elementsEqual(path[0].utf8) })
    else {
      return
    }
    dynamicKeys.append(path[0])
    environment.add(Environment.Variable(name: path[0], slot: slot, type: .dyn))
    environment.guards = environment.guards?.seeing(environment)
  }
}

extension ScriptParser {
  /// The context keys that the lines so far have set to values of another type than their first ones have. A chart is to be
  /// read with these as keys that may hold anything (`ChartReader.locate`).
  package var dynamicKeys: [String] { types.dynamicKeys }

  /// Notes what a line sets, and of which type that is; other lines say nothing.
  package func look(at line: ScriptLine) {
    if line.bytes[min(Int(line.body.start), line.bytes.count)...].starts(with: ":set".utf8) { _ = try? parse(line) }
  }
}
