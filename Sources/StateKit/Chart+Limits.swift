package import StateKitCore

extension Chart {
  /// The same chart with other limits, and with machines that make each step or do not: for tests.
  package func limited(by limits: Limits, keepsSteps: Bool = true) -> Chart {
    Chart(
      ChartCore(
        core.chart, origin: core.origin, closures: core.closures, warnings: core.warnings, limits: limits,
        keepsSteps: keepsSteps))
  }
}
