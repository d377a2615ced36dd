/// The style sheet of a drawing: colours for light and dark mode, and for an explicit choice. The rules contain the
/// colours themselves, because not every program that draws SVG supports variables.
enum SVGStyle {
  private struct Palette {
    let page, box, group, ink, line, guarded, action, active, activeBox, path, missed: String
  }

  private static let light = Palette(
    page: "#ffffff", box: "#ffffff", group: "#f6f8fa", ink: "#1f2328", line: "#57606a", guarded: "#6e40c9",
    action: "#4f5863", active: "#1a7f37",
    activeBox: "#dafbe1", path: "#0550ae", missed: "#a04000")
  private static let dark = Palette(
    page: "#0d1117", box: "#21262d", group: "#161b22", ink: "#e6edf3", line: "#9198a1", guarded: "#d2a8ff",
    action: "#b1bac4", active: "#56d364",
    activeBox: "#12391f", path: "#79c0ff", missed: "#f0a060")
  private static let forced = Palette(
    page: "Canvas", box: "Canvas", group: "Canvas", ink: "CanvasText", line: "CanvasText", guarded: "CanvasText",
    action: "CanvasText", active: "Highlight",
    activeBox: "Canvas", path: "LinkText", missed: "GrayText")

  static let text = """
    .chart text { font-size: 11px; }
    .chart .name { font-size: 12px; font-weight: 600; }
    .chart .event { font-weight: 600; }
    .outline, .line { stroke-width: 1.2; }
    .line, .inner, .rule, .sign { fill: none; }
    .sign { stroke-width: 1.2; stroke-linejoin: round; }
    .region .outline { stroke-dasharray: 6 4; }
    .jump .line { stroke-dasharray: 5 3; }
    .covered .outline, .covered .line { stroke-width: 1.6; }
    .path .outline, .path .line { stroke-width: 2; }
    .missed .outline, .missed .line { stroke-dasharray: 2 3; }
    .active .outline { stroke-width: 2.5; }
    \(rules(light, in: ".chart"))@media (prefers-color-scheme: dark) {
    \(rules(dark, in: ".chart"))}
    @media (forced-colors: active) {
    \(rules(forced, in: ".chart:not(.plain)"))}

    """

  private static func rules(_ colours: Palette, in chart: String) -> String {
    """
    \(chart) .page { fill: \(colours.page); }
    \(chart) text { fill: \(colours.ink); }
    \(chart) .guard { fill: \(colours.guarded); }
    \(chart) .action { fill: \(colours.action); }
    \(chart) .outline { fill: \(colours.box); stroke: \(colours.line); }
    \(chart) .group .outline { fill: \(colours.group); }
    \(chart) .initial .outline, \(chart) .arrow { fill: \(colours.line); }
    \(chart) .line, \(chart) .inner, \(chart) .rule, \(chart) .sign { stroke: \(colours.line); }
    \(chart) .marker { fill: \(colours.active); }
    \(chart) .covered .outline, \(chart) .covered .line { stroke: \(colours.active); }
    \(chart) .covered .arrow { fill: \(colours.active); }
    \(chart) .path .outline, \(chart) .path .line { stroke: \(colours.path); }
    \(chart) .path .arrow { fill: \(colours.path); }
    \(chart) .missed .outline, \(chart) .missed .line { stroke: \(colours.missed); }
    \(chart) .missed .arrow { fill: \(colours.missed); }
    \(chart) .active .outline { fill: \(colours.activeBox); stroke: \(colours.active); }
    \(chart) .active.group .outline { fill: \(colours.group); }

    """
  }
}
