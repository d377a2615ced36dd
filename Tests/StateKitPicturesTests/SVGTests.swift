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

  @Test func `no name makes markup`() throws {
    let picture = try FormatTests.hostile()
    let reader = Self.read(try SVGWriter.text(picture))
    let known: Set = ["svg", "title", "desc", "style", "rect", "g", "circle", "path", "text"]
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
    let ids = Self.read(try SVGWriter.text(try FormatTests.hostile())).elements.compactMap { $0.attributes["id"] }
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
    let lines = svg.matches(of: /<text[^>]*>([^<]*)<\/text>/).map(\.output.1).filter { $0.contains("n &gt; ") }
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
}
