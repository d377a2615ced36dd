import CEL

/// The values of the parts of an expression, to explain its result.
package enum ExpressionValues {
  /// A part of an expression, and its value as JSON or its error after "error: ".
  package typealias Part = (text: String, value: String)

  /// Every part of an expression that is itself an expression, the outermost last: operands, named guards with their
  /// maps, and names.
  package static func of(_ expression: Expression, in machine: inout Machine) -> [Part] {
    of(expression, in: machine.chart) { part throws(DataModel.Failure) in try machine.evaluate(part) }
  }

  /// The parts with their values, each evaluated by `evaluate`; without those for which it returns nil.
  static func of(
    _ expression: Expression, in chart: Chart, evaluate: (Expression) throws(DataModel.Failure) -> Value?
  ) -> [Part] {
    var found: [Part] = []
    func add(_ text: [UInt8], layer: GuardLayer) {
      let shown = layer.shown(text)
      if found.contains(where: { $0.text.utf8.elementsEqual(shown.utf8) }) { return }
      guard let part = part(text, of: expression, in: chart, layer: layer),
        let value = value(of: part, evaluate: evaluate)
      else { return }
      found.append((shown, value))
    }
    // Of a translation those parts that the author's own text has, too.
    let written = chart.written(expression).utf8
    let isOwn = written.elementsEqual(expression.text.utf8)
    for layer in GuardLayer.of(expression, in: chart) {
      for text in layer.parts where isOwn || written.includes(String(decoding: text, as: UTF8.self).utf8) {
        add(text, layer: layer)
      }
    }
    let outermost = GuardLayer(text: Array(expression.text.utf8))
    for slot in expression.program.slots where slot < chart.contextNames.count {
      add(Array(chart.contextNames[slot].utf8), layer: outermost)
    }
    return found
  }

  package static func lines(_ parts: [Part]) -> [String] {
    parts.map { "\($0.text) = \($0.value)" }
  }

  /// A part as an expression; nil if it does not compile, or is constant and needs no explanation.
  private static func part(
    _ text: [UInt8], of expression: Expression, in chart: Chart, layer: GuardLayer
  ) -> Expression? {
    let program: Program?
    if layer.readsParameters(text), let guards = chart.environment.guards {
      program = Compiler.compile(part: text, askedWith: layer.arguments, in: guards)
    } else {
      let (found, errors) = Compiler.compile(text, in: chart.environment)
      program = errors.isEmpty && found.map { !$0.readsNothing || $0.asksHost } ?? false ? found : nil
    }
    return program.map { expression.running($0, as: String(decoding: text, as: UTF8.self), in: chart) }
  }

  private static func value(
    of part: Expression, evaluate: (Expression) throws(DataModel.Failure) -> Value?
  ) -> String? {
    do throws(DataModel.Failure) {
      return try evaluate(part)?.shownJSON()
    } catch {
      return "error: \(error.cause)"
    }
  }
}

/// An expression, or the definition of a named guard that it asks.
struct GuardLayer {
  let text: [UInt8]
  /// The guard; empty for the expression itself.
  var name = ""
  /// The maps of the enclosing guards, the outermost first; empty for a guard without a map.
  var arguments: [[UInt8]] = []
  /// The label of parts that read `params`.
  var label = ""
  var parts: [[UInt8]] = []

  /// The highest number of definitions that are explained for one expression.
  private static let most = 16

  /// An expression, then the definitions of the guards that it asks, each once for each map.
  static func of(_ expression: Expression, in chart: Chart) -> [GuardLayer] {
    let whole = Array(expression.text.utf8)
    var layers = [GuardLayer(text: whole, parts: ExpressionParts.of(whole))]
    if chart.guards.isEmpty { return layers }
    var next = 0
    while next < layers.count {
      let layer = layers[next]
      for use in ExpressionParts.uses(in: layer.text, isGuard: { chart.namedGuard($0) != nil }) {
        let isWhole = next == 0 && use.text == whole
        if !isWhole, !layer.parts.contains(use.text) { layers[next].parts.append(use.text) }
        guard layers.count < most, let entry = chart.namedGuard(use.name),
          entry.definition >= 0
        else { continue }
        let text = Array(chart.expressions[Int(entry.definition)].text.utf8)
        var definition = GuardLayer(
          text: text, name: use.name, arguments: layer.arguments + [use.argument], label: use.name)
        // Without a map, the definition is only relevant if the guard is the whole expression.
        if isWhole || entry.readsParameters(in: chart) {
          definition.parts = ExpressionParts.of(text)
          if entry.readsParameters(in: chart), !definition.parts.contains(where: { definition.readsParameters($0) }) {
            definition.parts.append(Array(NamedGuards.parameters.utf8))
          }
        }
        let same = layers.filter { $0.name.utf8.elementsEqual(use.name.utf8) }
        if same.contains(where: { $0.arguments == definition.arguments }) { continue }
        if !same.isEmpty { definition.label = String(decoding: use.text, as: UTF8.self) }
        layers.append(definition)
      }
      next += 1
    }
    return layers
  }

  func shown(_ part: [UInt8]) -> String {
    (readsParameters(part) ? label + ": " : "") + String(decoding: part, as: UTF8.self)
  }

  func readsParameters(_ part: [UInt8]) -> Bool {
    !arguments.isEmpty && ExpressionParts.mentions(NamedGuards.parameters, text: part)
  }
}
