import CEL

/// The conditions that must be true after every macrostep (Semantics.md, rule 18).
extension Machine {
  mutating func checkInvariants() {
    for (name, expression) in chart.invariants {
      do throws(DataModel.Failure) {
        if try data.holds(expression, in: configuration) { continue }
        if data.meter.end != nil { return }
        emit(.invariant(name))
        let message = "the invariant \(DisplayText.name(name)) is broken: \(chart.expressions[Int(expression)].text)"
        let broken = chart.expressions[Int(expression)]
        addFault(Fault(code: .brokenInvariant, message: message, span: broken.source.span)) { machine in
          var machine = machine
          return ExpressionValues.of(broken, in: &machine)
        }
      } catch {
        if data.meter.end != nil { return }
        report("the invariant \(DisplayText.name(name)): \(error.message)", at: error.span)
      }
    }
  }
}
