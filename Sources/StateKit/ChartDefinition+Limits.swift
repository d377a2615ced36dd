package import StateKitCore

extension ChartDefinition {
  /// Returns the chart with other limits, and with or without the step cache: for tests.
  package func limited(by limits: Limits, keepsSteps: Bool = true) -> ChartDefinition {
    ChartDefinition(
      ChartCore(
        core.chart, origin: core.origin, closures: core.closures, warnings: core.warnings,
        options: ChartCore.Options(limits: limits, keepsSteps: keepsSteps)))
  }
}
