package import CEL

extension Machine {
  /// Creates a machine before its start, with a family if its chart invokes others. `context` replaces the chart's
  /// initial values.
  package init(
    _ chart: Chart, context: [Value]? = nil, limits: Limits = Limits(), sink: any TraceSink, coverage: Coverage? = nil
  ) {
    self.init(chart, context: context, limits: limits, trace: StepTrace(sink), coverage: coverage)
    relatives = chart.family.map {
      MachineFamily(chart, charts: $0, limits: limits, sink: sink, coverage: coverage)
    }
  }

  /// Creates a machine for children that run a chart of a family.
  init(of family: MachineFamily, chart index: Int) {
    self.init(
      family.first.relative(index), limits: family.limits, trace: StepTrace(ChildSink(family.sink, chart: index)),
      coverage: family.coverage?.relative(index))
    kin.member = Int32(index)
    relatives = family
  }
}
