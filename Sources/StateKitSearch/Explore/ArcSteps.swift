package import StateKitCore

/// Repeats the steps of explored arcs, to find the handlers that they select.
package struct ArcSteps: ~Copyable {
  private var stepper: MachineStepper
  private var fields: [UInt32]

  package init(of chart: Chart, in space: StateSpace, limits: Limits) {
    stepper = MachineStepper(chart, inputs: space.inputs, limits: limits, notesSurvivors: false, triesTies: false)
    fields = space.fields(of: 0)
  }

  /// The handled lines that lead from a state to others, or back to it, with the selected handlers as entries of
  /// `Chart.handlers`.
  package mutating func arcs(
    from state: Int, in space: inout StateSpace
  ) -> [(line: String, target: Int, handlers: [Int])] {
    let answers = space.fields(of: state)[space.codec.answersField]
    let origin = MachineStepper.State(parts: space.parts(of: state), answers: answers)
    return space.arcs(from: state).map { arc in
      let line = space.inputs.all[arc.input].line
      _ = stepper.perform(arc.input, in: origin, codec: &space.codec, into: &fields)
      return (line, Int(arc.target), stepper.coverage.recentlyTaken)
    }
  }
}
