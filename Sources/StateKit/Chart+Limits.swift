package import StateKitCore

extension Chart {
  /// The same chart with other limits: for tests.
  package func limited(by limits: Limits) -> Chart {
    Chart(ChartCore(core.chart, core.origin, core.closures, core.warnings, limits: limits))
  }
}
