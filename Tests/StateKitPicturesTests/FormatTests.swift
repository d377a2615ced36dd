import Foundation
import RegexBuilder
import StateKitCore
import StateKitFormat
import StateKitPictures
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The text formats: goldens of all example charts, hostile names, and what other programs say of them.
@Suite struct FormatTests {
  struct Format: Sendable, CustomStringConvertible {
    let description: String
    let write: @Sendable (Picture) -> String
  }

  static let formats = [
    Format(description: "tree") { TreeWriter.text($0, style: TreeStyle()) },
    Format(description: "mermaid", write: MermaidWriter.text),
    Format(description: "dot", write: DOTWriter.text),
    Format(description: "plantuml", write: PlantUMLWriter.text),
  ]

  static let charts: [String] =
    Repository.files(below: "charts", ending: ".json").filter {
      let parts = $0.split(separator: "/")
      return parts.count == 2 || ["children", "coming-from"].contains(parts[1])
    }

  static func picture(_ file: String) throws -> Picture {
    try Picture(PictureTests.chart(try #require(Repository.read(file)), file: file))
  }

  @Test(arguments: formats) func `every example chart is drawn as recorded`(format: Format) throws {
    var all = ""
    for file in Self.charts {
      all += "==== \(file)\n" + format.write(try Self.picture(file))
    }
    #expect(
      Repository.compare(all, withRecorded: "Tests/Pictures/\(format.description).txt") == nil)
  }

  @Test func `the pages of the examples are as recorded, without drawing, style and script`() throws {
    var all = ""
    for file in Self.charts {
      var page = try PageWriter.text(try Self.picture(file))
      for word in ["style", "dialog", "svg", "script"] {
        let (start, end) = (word == "svg" || word == "dialog" ? "<\(word)" : "<\(word)>", "</\(word)>")
        let parts = page.components(separatedBy: start)
        page =
          parts[0]
          + parts.dropFirst().map { start + "…" + ($0.components(separatedBy: end).dropFirst().joined(separator: end)) }
          .joined()
      }
      all += "==== \(file)\n" + page
    }
    #expect(Repository.compare(all, withRecorded: "Tests/Pictures/html.txt") == nil)
  }

  /// The lines of a long entry and of a long label, by format.
  private static let broken = [
    "mermaid": ["    a : entry / A, B,", "    a : #8195;C", "  a --> b : go / A, B, C"],
    "dot": [#"    s1 [label="a\lentry / A, B,\l  C\l"];"#, #"  s1 -> s2 [label="go / A, B,\l  C\l"];"#],
    "plantuml": ["  a : entry / A, B,", "  a : <U+2003>C", #"a --> b : go / A, B,\nC"#],
  ]

  @Test(arguments: formats.dropFirst()) func `long texts are broken between words`(format: Format) throws {
    let letters = ["A", "B", "C"]
    let names = letters.map { String(repeating: $0.lowercased(), count: 20) }
    let actions = "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    let chart = try PictureTests.chart(
      "{\"root\": {\"subStates\": {\"a\": {\"enterState\": \(actions), \"go\": {\"target\": \"b\", \"actions\": \(actions)}}, \"b\": {}}}}"
    )
    let lines = format.write(try Picture(chart)).split(separator: "\n").map(String.init)
    for line in try #require(Self.broken[format.description]) {
      let expected = zip(letters, names).reduce(line) { text, name in
        text.replacing(name.0, with: name.1)
      }
      #expect(lines.contains(expected))
    }
  }

  // MARK: Hostile names

  /// Names that mean something elsewhere.
  static let names = [
    #"</script><img src=x onerror=alert(1)>"#, #""quoted" \n \ back"#, "]]>", "javascript:alert(1)",
    "a\u{202E}b\u{2066}c",
    "line\nbreak\r", "end note", "state", "[*]", "-->", "x1", "%% comment", "{", "}", "header", "title", "off",
    "default", "hide", "left", "direction", "scale", "@enduml", "!include x",
    "%date()",
    "$a", "' comment", "/' block '/", "<U+0041>", "~tilde", "**bold**", "__under__", "#59;", "&lt;&amp;", "`code`",
    "日本語", "a:b;c",
    "\u{0}nul", "classDef", "note right of a", "--", "<b>", "[[http://x]]", "\\\\l", "\u{FEFF}mark", "é́", "🙂",
  ]

  static func hostile(_ names: [String] = names) throws -> Picture {
    func json(_ text: String) -> String { DisplayText.string(text) }
    let states = names.enumerated().map { index, name in
      let other = json(names[(index + 1) % names.count])
      let inner = json("in " + name)
      return """
        \(json(name)): {"enterState": [\(other), {"log": \(json(name))}], "on": {\(json(name)): {"target": \(json("root." + names[(index + 1) % names.count])), "guard": \(json("name == '" + name.filter { $0 != "'" && $0 != "\\" && $0 != "\n" && $0 != "\r" && $0 != "\r\n" && $0 != "\0" && $0 != "\u{FEFF}" } + "'")), "actions": \(other)}},
         "subStates": {\(inner): {"type": "final"}, \(json("h " + name)): {"type": "history", "target": \(json("root." + name + ".in " + name))}}}
        """
    }
    return try Picture(
      PictureTests.chart(
        """
        {"name": \(json(names[0] + "\n@enduml\n")), "context": {"name": ""}, "root": {"subStates": {\(states.joined(separator: ","))}}}
        """))
  }

  /// The drawing of that chart, made once for all tests.
  static let hostileDrawing = Result { try SVGWriter.text(hostile()) }

  @Test func `no name makes markup`() throws {
    let picture = try Self.hostile()
    for format in Self.formats {
      let text = format.write(picture)
      for scalar in text.unicodeScalars where scalar != "\n" {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          Issue.record("\(format) has U+\(String(scalar.value, radix: 16))")
        default: break
        }
      }
      #expect(
        Repository.compare(
          text, withRecorded: "Tests/Pictures/hostile-\(format.description).txt") == nil)
    }
    #expect(MermaidWriter.text(picture).split(separator: "\n").allSatisfy { MermaidGrammar.accepts($0) })
  }

  @Test func `each line of a state diagram is one of Mermaid's`() throws {
    for file in Self.charts {
      for line in MermaidWriter.text(try Self.picture(file)).split(separator: "\n") {
        #expect(MermaidGrammar.accepts(line), "\(file): \(line)")
      }
    }
  }

  // MARK: Other programs

  /// Whether a program is installed; one that is not is skipped.
  static func has(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  @Test(.enabled(if: has("dot"), "Graphviz's dot is not installed: apt-get install graphviz"))
  func `Graphviz draws every chart without a word`() throws {
    let pictures = try Self.charts.map(Self.picture) + [Self.hostile()]
    var files: [String: String] = [:]
    for (index, picture) in pictures.enumerated() { files["\(index).dot"] = DOTWriter.text(picture) }
    let folder = try Repository.temporaryFolder(files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure(
      "for f in *.dot; do timeout 60 dot -Tsvg $f -o $f.svg || echo $f; done", in: folder)
    #expect(result.output.isEmpty && result.errors.isEmpty, "\(String(decoding: result.errors, as: UTF8.self))")
    for (index, picture) in pictures.enumerated() {
      let svg = try String(contentsOf: folder.appendingPathComponent("\(index).dot.svg"), encoding: .utf8)
      let clusters = svg.components(separatedBy: "class=\"cluster\"").count - 1
      #expect(clusters == picture.states.indices.count { picture.states[$0].end > $0 + 1 })
      #expect(XMLParser(data: Data(svg.utf8)).parse())
    }
  }

  @Test(.enabled(if: has("plantuml"), "PlantUML is not installed: apt-get install plantuml"))
  func `PlantUML takes every chart`() throws {
    let pictures = try Self.charts.map(Self.picture) + [Self.hostile()]
    let folder = try Repository.temporaryFolder(["all.puml": pictures.map(PlantUMLWriter.text).joined()])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure("timeout 100 plantuml -syntax <all.puml", in: folder)
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0 == "STATE" } == pictures.count, "\(lines.joined(separator: " "))")
  }
}

/// The lines that a state diagram of Mermaid may have, as its grammar says (`stateDiagram.jison`): texts hold nothing that ends
/// them, and no markup.
private enum MermaidGrammar {
  static func accepts(_ line: Substring) -> Bool {
    let text = /[^:;<"#&\\`*]*(?:#\d+;[^:;<"#&\\`*]*)*/
    // `root` is the diagram.
    let name = /(?:(?!root\b)[A-Za-z][A-Za-z0-9_]*|\[\*\])/
    func matches(_ regex: some RegexComponent) -> Bool { line.drop { $0 == " " }.wholeMatch(of: regex) != nil }
    return matches(/stateDiagram-v2/) || matches(/--/) || matches(/}/) || matches(/end note/)
      || matches(/note right of [A-Za-z][A-Za-z0-9_]*/)
      || matches(
        Regex {
          "state \""; text; "\" as "; name; Optionally { " {" }
        })
      || matches(
        Regex {
          name; " : "; text
        })
      || matches(
        Regex {
          name; " --> "; name;
          Optionally {
            " : "; text
          }
        })
      // A line of a note, which these words would end.
      || matches(text) && !line.lowercased().contains("end note")
  }
}
