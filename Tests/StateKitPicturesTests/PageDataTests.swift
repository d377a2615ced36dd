import Foundation
import TestSupport
import Testing
import ToolSupport

@testable import StateKitPictures

/// The data of a page: the steps of a run, the arrows of a simulator, the drawings of a large chart.
@Suite struct PageDataTests {
  /// The page of a chart, with a script or without, and its data.
  private static func page(chart: String, script: String? = nil) throws -> (text: String, data: [String: Any]) {
    let folder = try Repository.temporaryFolder(["c.json": chart, "s.txt": script ?? ""])
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["c.json", "s.txt"].map { folder.appendingPathComponent($0).path }
    let words = ["show", paths[0], "--format", "html"] + (script == nil ? [] : ["--script", paths[1]])
    let text = runTool(words).output
    return (text, try data(of: text))
  }

  private static func data(of page: String) throws -> [String: Any] {
    let json = try #require(
      page.components(separatedBy: "id=\"data\">").last?.components(separatedBy: "</script>").first)
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private static func json(_ value: Any?) throws -> String {
    guard let value else { return "" }
    let bytes = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An assignment to `x`, and the changes that a page stores for it.
  private static let changes: [(value: String, stored: String)] = [
    ("{'a': [1, 2, 3], 'b': {'c': 'a long text', 'd': 1}}", ""),
    ("{'a': [1, 2, 3], 'b': {'c': 'a long text', 'd': 2}}", #"[[["x","b","d"],2]]"#),
    ("{'a': [1, 2, 3, 4], 'b': {'c': 'a long text', 'd': 1}}", #"[[["x","a",3],4]]"#),
    ("{'a': [1], 'b': {'c': 'a long text', 'd': 1}}", #"[[["x","a",1]]]"#),
    ("{'a': [1, 2, 3], 'b': {'c': 'a long text'}}", #"[[["x","b","d"]]]"#),
    ("{'a': [1, 2, 3], 'b': {'c': 'a long text', 'd': 1}, 'e': null}", #"[[["x","e"],null]]"#),
    ("{'a': 1}", #"[[["x"],{"a":1}]]"#),
    ("7", #"[[["x"],7]]"#),
  ]

  @Test(arguments: changes)
  func `a page stores the changes of the context`(value: String, stored: String) throws {
    let chart = """
      {"context": {"x": {"a": [1, 2, 3], "b": {"c": "a long text", "d": 1}}},
       "root": {"go": {"actions": {"assign": {"x": "\(value)"}}}}}
      """
    let steps = try #require(try Self.page(chart: chart, script: "go\n").data["steps"] as? [[String: Any]])
    #expect(try Self.json(steps.last?["c"]) == stored)
  }

  @Test func `of a long step, a page has the first and the last lines`() throws {
    let chart = #"{"root": {"initial": "a", "subStates": {"a": {"after": {"1s": "b"}}, "b": {"after": {"1s": "a"}}}}}"#
    let page = try Self.page(chart: chart, script: "+2000s\n")
    #expect(page.text.contains("… 5,003 lines\n"))
    #expect(page.text.utf8.count < 120_000)
  }

  @Test func `the timers of children are in a page`() throws {
    let charts = ["charts/pipeline.json", "charts/supervisor.json"]
    let pages = charts.map { chart in
      runTool(["show", chart, "--script", chart.replacing(".json", with: ".events.txt"), "--format", "html"]).output
    }
    #expect(pages[0].contains("[2000,\"wash: send ready\"]"))
    #expect(runTool(["show", charts[1], "--format", "html"]).output.contains(": after "))
  }

  @Test func `an exit and an entry inside a folded state are not those of the folded state`() throws {
    let words = ["show", "charts/checkout.json", "--script", "charts/checkout.events.txt", "--format", "html"]
    let steps = try #require(try Self.data(of: runTool(words + ["--depth", "1"]).output)["steps"] as? [[String: Any]])
    #expect(steps[3]["h"] as? [Int] == [-2, 2])
    #expect(steps[4]["h"] as? [Int] == [])
  }

  @Test func `each way of a simulator has the arrows that it takes`() throws {
    let chart = """
      {"root": {"initial": "a", "subStates": {
        "a": {"go": [{"guard": "event.data == 1", "target": "b"}, {"target": "c"}]}, "b": {"back": "a"}, "c": {}}}}
      """
    let data = try Self.page(chart: chart).data
    let arrows = try #require(data["arrows"] as? [[Any]])
    let graph = try #require(data["graph"] as? [String: Any])
    let arcs = try #require(graph["arcs"] as? [[Any]])
    for arc in arcs {
      let taken = try #require(arc[3] as? [Int])
      #expect(taken.count == 1, "\(arc)")
      let line = try #require(arc[2] as? String)
      for index in taken { #expect(arrows[index][3] as? String == String(line.prefix { $0 != " " })) }
    }
    #expect(arcs.count >= 3)
    let handlers = #"[[1,"go","event.data == 1",0,1],[1,"go",null,0,1],[2,"back",null,0,1]]"#
    #expect(try Self.json(data["handlers"]) == handlers)
  }

  @Test func `a way of a simulator has the words of the file`() throws {
    let machine = """
      {"id": "m", "initial": "a", "states": {"a": {"invoke": {"id": "load", "src": "fetch", "onDone": "b", "onError": "a"}}, "b": {}}}
      """
    let data = try Self.page(chart: machine).data
    let graph = try #require(data["graph"] as? [String: Any])
    let lines = try #require(graph["arcs"] as? [[Any]]).compactMap { $0[2] as? String }
    #expect(lines == ["load done", "load failed"])
    let handlers = try #require(data["handlers"] as? [[Any]]).compactMap { $0[1] as? String }
    #expect(handlers == lines)
  }

  @Test func `a large chart opens folded, and all of it is in the page`() throws {
    let outer = (0..<6).map { part in
      let inner = (0..<12).map { "\"p\(part)s\($0)\": {\"go\": \"p\(part)s\(($0 + 1) % 12)\"}" }
      let next = "p\((part + 1) % 6)"
      return """
        "p\(part)": {"initial": "p\(part)s0", "skip": "\(next)", "subStates": {\(inner.joined(separator: ", "))}}
        """
    }.joined(separator: ", ")
    let page = try Self.page(chart: "{\"root\": {\"initial\": \"p0\", \"subStates\": {\(outer)}}}")
    #expect(page.text.components(separatedBy: "<g class=\"state").count - 1 < 20)
    #expect(page.data["parts"] as? [Int] == (0..<6).map { 1 + 13 * $0 })
    #expect(page.data["whole"] as? Bool == true)
    let packed = try #require(page.data["drawings"] as? String)
    let drawings = Self.unpacked(packed).components(separatedBy: "</svg>\n")
    #expect(drawings.count == 8 && drawings.last == "")
    for drawing in drawings.dropLast(2) {
      #expect(drawing.components(separatedBy: "<g class=\"state").count - 1 == 14)
      // An arrow of the folded drawing leads out.
      #expect(!drawing.contains("skip"))
    }
    #expect(drawings[6].components(separatedBy: "<g class=\"state").count - 1 >= 79)
    #expect((page.data["states"] as? [Any])?.count == 79)
  }

  @Test(arguments: [
    "", "~", "abcdefabcdefabcdef~~abcdef", String(repeating: "x", count: 70), String(repeating: "x", count: 9_000),
    (0..<30_000).map { "\($0 * $0 % 1_009) " }.joined(),
    "😀é😀é😀é😀é😀é😀é",
  ])
  func `a packed text is the same when it is unpacked`(text: String) {
    let packed = PackedText.pack([text])
    #expect(Self.unpacked(packed) == text)
    // In parts it is the same.
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    #expect(PackedText.pack([String(text[..<half]), "", String(text[half...])]) == packed)
    #expect(packed.unicodeScalars.count <= text.unicodeScalars.count + text.filter { $0 == "~" }.count)
  }

  /// As the page's script unpacks it.
  private static func unpacked(_ text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
    let all = Array(text.unicodeScalars)
    var out: [Unicode.Scalar] = []
    func value(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 * 64 + (digits.firstIndex(of: all[$1]) ?? 0) }
    }
    var index = 0
    while index < all.count {
      if all[index] != "~" {
        out.append(all[index])
      } else if all[index + 1] == "~" {
        out.append("~")
        index += 1
      } else {
        let distance = value(index + 1..<index + 4)
        var length = value(index + 4..<index + 5)
        index += 4
        if length == 63 {
          length += value(index + 1..<index + 3)
          index += 2
        }
        for _ in 0..<length + 6 { out.append(out[out.count - distance]) }
      }
      index += 1
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: out)
    return String(view)
  }
}
