package import CEL
package import StateKitCore

/// The content of a page besides the picture.
package struct PageContent: Sendable {
  /// The steps of a run that the page plays.
  package var steps: [PlayedStep]?
  /// The explored steps of the chart, if no run is played.
  package var graph: PageGraph?

  package init() {}
}

/// The states that were found by exploring a chart, and the arcs between them.
package struct PageGraph: Sendable {
  package struct Node: Sendable {
    package let leaves: [StateID]
    /// The values of the context, in the order of its keys.
    package let values: [Value]
    /// The timers, each with the milliseconds until it is due and a description.
    package let timers: [(rest: Int64, what: String)]
    package let isFinished: Bool

    package init(leaves: [StateID], values: [Value], timers: [(rest: Int64, what: String)], isFinished: Bool) {
      self.leaves = leaves
      self.values = values
      self.timers = timers
      self.isFinished = isFinished
    }
  }

  /// The first one is the start of the chart.
  package var nodes: [Node] = []
  /// The script lines that lead from one node to another, with the handlers that they select.
  package var arcs: [(from: Int, to: Int, line: String, handlers: [Int])] = []
  /// True if these are all states of the chart.
  package var isComplete = true

  package init() {}
}

/// Writes a picture as a self-contained page: it loads nothing, and only its own script may run (Pictures.md).
package struct PageWriter {
  /// The first lines of every page that this writes.
  package static let beginning = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'sha256-
    """

  private let picture: Picture
  private let content: PageContent
  private var out = ""

  package static func text(_ picture: Picture, content: PageContent = PageContent()) throws(PictureError) -> String {
    var writer = PageWriter(picture: picture, content: content)
    return try writer.write()
  }

  private init(picture: Picture, content: PageContent) {
    self.picture = picture
    self.content = content
  }

  private mutating func write() throws(PictureError) -> String {
    let drawings = try PageDrawings(picture)
    let title = SVGText.escaped(picture.title)
    out = Self.beginning
    out += """
      \(PlayerScript.hash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(Self.part(PackageResources.page_css))</style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      \(Self.part(PackageResources.tools_html))</header>
      <main>
      <div>
      <div id="picture">

      """
    out += drawings.first.text
    out += """
      <svg id="map" role="img" aria-label="Map of the picture" hidden></svg>
      </div>
      <div class="row">
      \(Self.part(PackageResources.zoom_html))<p id="chosen" hidden></p>
      </div>
      </div>
      <aside>

      """
    if let steps = content.steps { write(steps) }
    if content.graph != nil { out += Self.part(PackageResources.simulator_html) }
    out += "</aside>\n</main>\n"
    if content.steps != nil { out += Self.part(PackageResources.player_html) }
    out += "<p id=\"live\" role=\"status\" aria-live=\"polite\"></p>\n"
    out += Self.help(hasSteps: content.steps != nil)
    out += "<script type=\"application/json\" id=\"data\">"
    out += PageData(picture: picture, content: content, drawings: drawings).text
    out += "</script>\n<script>\(PlayerScript.text)</script>\n</body>\n</html>\n"
    return out
  }

  /// The trace is also in the page for readers without scripts.
  private mutating func write(_ steps: [PlayedStep]) {
    out += Self.part(PackageResources.step_html)
    for (number, step) in steps.enumerated() {
      out += "<li\(step.isError ? " class=\"bad\"" : "")><a href=\"#step=\(number)\">\(number)</a><pre>"
      for line in step.text.split(separator: "\n") { out += SVGText.escaped(String(line)) + "\n" }
      out += "</pre></li>\n"
    }
    out += "</ol>\n"
  }
}

// MARK: Parts that every page has

extension PageWriter {
  private static func part(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

  private static func help(hasSteps: Bool) -> String {
    var keys: [(String, String)] = []
    if !hasSteps {
      keys += [("Tab Enter", "choose an event, send it"), ("← →", "a step back, a step forward")]
    } else {
      keys += [
        ("← →", "a step back, a step on"), ("Home End", "the first step, the last one"), ("Space", "play and pause"),
        ("+ −", "faster, slower"),
      ]
    }
    keys += [
      ("/", "search"), ("n N", "the next match of the search, the one before"),
      ("s S", "choose the next state, the one before"), ("u U", "unfold, fold all states"), ("z Z", "zoom in, out"),
      ("Shift with arrows", "move the picture"), ("f 1", "all of the picture, its actual size"),
      ("Escape", "clear the search and the choice"), ("?", "this list"),
    ]
    var text = "<dialog id=\"help\" aria-label=\"Legend and keys\">\n<button id=\"close\">Close</button>\n"
    text += PageLegend.text + "<h2>Keys</h2>\n<dl>\n"
    for (key, what) in keys { text += "<dt>\(key)</dt><dd>\(what)</dd>\n" }
    return text + "</dl>\n</dialog>\n"
  }
}
