import Foundation
import StateKitCore
import StateKitPictures
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Drawings as SVG: their elements, the texts in them, and what marks them.
@Suite struct SVGTests {
  /// The elements of a drawing with their attributes, in order, and its texts.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var texts = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { texts += text }
  }

  private static func read(_ svg: String) -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    return reader
  }

  @Test(arguments: [6, 7]) func `more than six arrows into a state are stubs with its name`(count: Int) throws {
    let states = (0..<count).map { "\"s\($0)\": {\"e\": \"hub\"}" }.joined(separator: ", ")
    let chart = try PictureTests.chart("{\"root\": {\"subStates\": {\"hub\": {}, \(states)}}}")
    let drawing = try SVGWriter.text(try Picture(chart))
    #expect(drawing.components(separatedBy: ">→ hub<").count - 1 == (count > 6 ? count : 0))
  }

  @Test func `no name makes markup`() throws {
    let picture = try FormatTests.hostile()
    let reader = Self.read(try FormatTests.hostileDrawing.get())
    let known: Set = ["svg", "title", "desc", "style", "rect", "g", "circle", "path", "text", "tspan", "polyline"]
    #expect(Set(reader.elements.map(\.name)).isSubset(of: known))
    for element in reader.elements {
      for (name, value) in element.attributes
      where name.hasPrefix("on") || name.contains("href") || value.contains("url(") {
        Issue.record("\(element.name) has \(name)=\(value)")
      }
    }
    for scalar in reader.texts.unicodeScalars where scalar != "\n" {
      if [.control, .format].contains(scalar.properties.generalCategory) {
        Issue.record("U+\(String(scalar.value, radix: 16)) is shown")
      }
    }
    let states = reader.elements.count { $0.attributes["data-state"] != nil && $0.attributes["data-kind"] != "initial" }
    #expect(states == picture.states.count)
    #expect(reader.elements.count { $0.attributes["data-source"] != nil } == picture.arrows.count)
  }

  @Test func `ids are numbers, and no two are the same`() throws {
    let ids = Self.read(try FormatTests.hostileDrawing.get()).elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[sit][0-9]+/) != nil })
  }

  @Test func `a long label is cut in the middle, and stands whole in the tooltip`() throws {
    let guardText = (0..<60).map { "n > \($0)" }.joined(separator: " && ")
    let chart = try PictureTests.chart(
      """
      {"context": {"n": 0}, "root": {"initial": "a", "subStates": {"a": {"go": {"guard": "\(guardText)", "target": "b"}}, "b": {}}}}
      """)
    let svg = try SVGWriter.text(try Picture(chart))
    let lines = svg.matches(of: /<text[^>]*>(.*?)<\/text>/).map(\.output.1).filter { $0.contains("n &gt; ") }
    #expect(lines.count == 3)
    #expect(lines.contains { $0.contains(" … ") })
    #expect(Self.read(svg).texts.contains(guardText))
  }

  @Test func `the description says what the drawing shows`() throws {
    let chart = try PictureTests.chart(#"{"root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {}}}}"#)
    let svg = try SVGWriter.text(try Picture(chart))
    #expect(svg.contains("<desc>3 states, 1 transition, starts in a</desc>"))
    #expect(!svg.contains("class=\"marker\""))
  }

  /// The lines of the texts of a drawing, each with its parts in their classes: `event:go guard:[n > 1]`.
  private static func lines(_ svg: String) -> [String] {
    svg.matches(of: /<text[^>]*>(.*?)<\/text>/).map { match in
      String(match.output.1).replacing(/<tspan class="([a-z]+)">/) { "\($0.output.1):" }
        .replacing("</tspan>", with: "|").replacing("&gt;", with: ">")
    }
  }

  @Test func `the parts of a label differ, and a handler is a block that breaks between words`() throws {
    let chart = try PictureTests.chart(
      """
      {"name": "lines", "context": {"n": 0}, "root": {"initial": "a", "subStates": {
        "a": {"enterState": "hello", "always": {"guard": "n > 1", "target": "b"}, "after": {"5s": "b"},
          "go": {"guard": "n > 2", "target": "b", "actions": ["notifyTheCustomerOfTheDelayOfTheirOrder", "write.the.log", "bye"]}},
        "b": {"always": "a"}, "h": {"type": "history", "target": "a"}}}}
      """)
    let lines = Self.lines(try SVGWriter.text(try Picture(chart)))
    let space = "\u{2002}\u{2002}"
    for line in [
      "lines", "H h", space + "event:entry|action: / hello|", space + "guard:[n > 1]|", space + "event:after 5s|",
      "event:go|guard: [n > 2]|action: / notifyTheCustomerOfThe|", "action:DelayOfTheirOrder, write.the.log, bye|",
      space + "event:always|",
    ] where !lines.contains(line) {
      Issue.record("\(line) is not in \(lines)")
    }
  }

  @Test func `descriptions and tags are in tooltips, and in boxes if they are asked for`() throws {
    let chart = try PictureTests.chart(
      """
      {"description": "All of it.", "root": {"initial": "a", "subStates": {
        "a": {"description": "The first.", "tags": ["slow", "paid"], "x": {"target": "b", "description": "Why."}}, "b": {}}}}
      """)
    var options = PictureOptions()
    let plain = Self.read(try SVGWriter.text(try Picture(chart, options: options))).texts
    for text in ["All of it.\n3 states", "root.a\nThe first.\ntags: slow, paid", "a → b\nx\nWhy."] {
      #expect(plain.contains(text))
    }
    options.showsNotes = true
    let lines = Self.lines(try SVGWriter.text(try Picture(chart, options: options)))
    for line in ["All of it.", "The first.", "tags: slow, paid"] { #expect(lines.contains(line)) }
    let tree = TreeWriter.text(try Picture(chart, options: options), style: TreeStyle())
    #expect(tree.contains("The first.\n") && tree.contains("tags: slow, paid\n"))
  }

  @Test func `a handler of a state around others begins at a bar, an initial arrow at a dot`() throws {
    let chart = try PictureTests.chart(
      #"{"root": {"initial": "a", "up": "b", "subStates": {"a": {"x": "b"}, "b": {}}}}"#)
    let svg = try SVGWriter.text(try Picture(chart))
    let groups = svg.components(separatedBy: "<g class=\"transition").dropFirst()
    let bars = groups.filter { $0.components(separatedBy: "</g>")[0].contains("arrow stub") }
    #expect(bars.count == 1 && bars.first?.contains("data-event=\"up\"") == true)
  }

  @Test(arguments: ["always: without an event", ">→ s<", "short arrow to state s", "end of short arrows"])
  func `a legend explains the signs of a drawing`(text: String) throws {
    let chart = try PictureTests.chart(#"{"root": {}}"#)
    let legend = try #require(
      try SVGWriter.text(try Picture(chart), hasLegend: true).split(separator: "\n").last { $0.contains("legend") })
    #expect(legend.contains(text))
    #expect(try PageWriter.text(try Picture(chart)).contains(text))
  }
}
