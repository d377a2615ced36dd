package import StateKitCore

extension Explorer {
  /// The states of a chart and the lines between them, within the bounds, without findings.
  package static func states(of chart: Chart, options: Options) -> StateSpace {
    var options = options
    options.keepsArcs = true
    options.isExact = true
    options.triesTies = false
    return explored(chart, options: options).space
  }
}
