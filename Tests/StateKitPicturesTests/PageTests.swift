import Foundation
import StateKitCore
import StateKitPictures
import TestSupport
import Testing
import ToolSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The page: one file, of which nothing can get out and into which nothing can come.
@Suite struct PageTests {
  @Test func `the policy names the script that stands in the page`() throws {
    let page = try PageWriter.text(try FormatTests.picture("charts/door.json"))
    let script = try #require(page.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
    let hash = SHA256.base64(Array(script.utf8))
    #expect(page.contains("script-src 'sha256-\(hash)'"), "PlayerScript.hash must be \(hash)")
  }

  /// A page of all names would take several times as long as pages of some of them.
  @Test(arguments: Extent.some(of: Array(0..<4), every: 2)) func `no name ends the element that it stands in`(part: Int)
    throws
  {
    let names = FormatTests.names.enumerated().filter { $0.offset % 4 == part }.map(\.element)
    let page = try PageWriter.text(try FormatTests.hostile(names))
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(page.components(separatedBy: "<img").count == 1)
    #expect(!page.contains("http-equiv=\"refresh"))
    // As text they may stand there.
    let tags = page.matches(of: /<[a-zA-Z][^<>]*>/).map(\.output)
    for word in ["src=", "href=\"http", "url(", "@import"] {
      #expect(!tags.contains { $0.contains(word) && !$0.contains("data-") }, "\(word)")
    }
    for scalar in page.unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        Issue.record("the page has U+\(String(scalar.value, radix: 16))")
      default: break
      }
    }
  }

  @Test func `a drawing with hostile names is XML, and has each name once as its path`() throws {
    let picture = try FormatTests.hostile()
    let svg = try FormatTests.hostileDrawing.get()
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.components(separatedBy: "<g class=\"state").count - 1 >= picture.states.count)
  }

  @Test(arguments: Extent.isLong ? ["tree", "mermaid", "dot", "plantuml", "svg", "html"] : ["tree", "svg", "html"])
  func `a chart of too many states is refused with what makes it smaller`(format: String) throws {
    let children = (0..<20_000).map { "\"s\($0)\":{}" }.joined(separator: ",")
    let folder = try Repository.temporaryFolder(["big.json": "{\"root\":{\"subStates\":{\(children)}}}"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = folder.appendingPathComponent("big.json").path
    let result = runTool(["show", chart, "--format", format])
    let most = ["svg", "html"].contains(format) ? "5,000" : "20,000"
    let help = "--depth N folds what is deeper, --state S shows a part"
    let said = "statekit: \(chart): the picture would have 20,001 states, more than \(most), the limit: \(help)\n"
    #expect(result == ToolResult(status: 1, output: "", errors: said))
    #expect(runTool(["show", chart, "--format", format, "--depth", "0"]).status == 0)
  }

  @Test func `a terminal gets a tree in colour, as wide as it is, in characters that it knows`() {
    let tree = runTool(["show", "charts/order.json"], outputIsTerminal: true).output
    #expect(tree.contains("\u{1B}[1m● open\u{1B}[0m") && tree.contains("…"))
    let plain = runTool(["show", "charts/order.json", "--color", "never"], outputIsTerminal: true).output
    #expect(plain.split(separator: "\n").allSatisfy { $0.count <= 80 } && !plain.contains("\u{1B}"))
    let old = runTool(
      ["show", "charts/order.json", "--color", "never"], environment: ["LC_ALL": "C"], outputIsTerminal: true
    ).output
    #expect(old.utf8.allSatisfy { $0 < 0x80 } && old.contains("|- * open"))
  }

  /// A page's data, as its script reads them.
  private struct Content: Decodable {
    struct State: Decodable { let path: String }
    /// The deepest active states, as indices.
    struct Step: Decodable { let a: [Int] }
    let states: [State]
    let steps: [Step]?
  }

  /// A line of a trace.
  private struct TracedStep: Decodable { let configuration: [String] }

  private static let scripts = Extent.some(of: Repository.files(below: "charts", ending: ".events.txt"), every: 4)

  @Test(arguments: scripts)
  func `each step of a page is that of the trace`(script: String) throws {
    let chart = script.replacing(".events.txt", with: ".json")
    guard Repository.read(chart) != nil else { return }
    let page = runTool(["show", chart, "--script", script, "--format", "html"])
    let trace = runTool(["run", chart, script, "--format", "jsonl"])
    #expect(page.status == trace.status && page.errors == trace.errors)
    let json = try #require(
      page.output.components(separatedBy: "id=\"data\">").last?.components(separatedBy: "</script>").first)
    let content = try JSONDecoder().decode(Content.self, from: Data(json.utf8))
    let steps = try #require(content.steps)
    let lines = trace.output.split(separator: "\n")
    #expect(steps.count == lines.count)
    for (step, line) in zip(steps, lines) {
      let traced = try JSONDecoder().decode(TracedStep.self, from: Data(line.utf8))
      #expect(step.a.map { content.states[$0].path } == traced.configuration)
    }
    // The trace in text, too, for those who have no script.
    #expect(page.output.components(separatedBy: "<li").count >= lines.count)
    #expect(page.output.utf8.count - trace.output.utf8.count < 300_000 + 2 * trace.output.utf8.count)
  }

  @Test(
    arguments: ["charts/semantics/data/forEach_fixes_its_list.json"]
      + (Extent.isLong ? ["charts/door.json", "charts/vending-machine.json"] : []))
  func `a page with a simulator is small, whatever the chart's data do`(chart: String) {
    let page = runTool(["show", chart, "--format", "html"])
    #expect(page.status == 0 && page.output.utf8.count < 300_000)
    #expect(page.output.contains("\"graph\":{"))
  }

  @Test func `a page is less than 100 KB besides its data`() throws {
    let page = try PageWriter.text(try FormatTests.picture("charts/door.json"))
    #expect(page.utf8.count < 100_000)
  }
}

/// SHA-256 as FIPS 180-4 says it.
private enum SHA256 {
  static func base64(_ message: [UInt8]) -> String {
    Data(digest(message)).base64EncodedString()
  }

  private static func digest(_ message: [UInt8]) -> [UInt8] {
    // The first 32 bits of the fractional parts of the square and cube roots of the first primes.
    let primes = Array((2...400).filter { number in !(2..<number).contains { number % $0 == 0 } }.prefix(64))
    let k = primes.map { fraction(pow(Double($0), 1.0 / 3), cube: true, of: $0) }
    var h = primes.prefix(8).map { fraction(sqrt(Double($0)), cube: false, of: $0) }
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
    for block in stride(from: 0, to: bytes.count, by: 64) {
      var w = (0..<16).map { index in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[block + index * 4 + $1]) } }
      for index in 16..<64 {
        let (a, b) = (w[index - 15], w[index - 2])
        let s0 = turned(a, 7) ^ turned(a, 18) ^ a >> 3
        let s1 = turned(b, 17) ^ turned(b, 19) ^ b >> 10
        w.append(w[index - 16] &+ s0 &+ w[index - 7] &+ s1)
      }
      var v = h
      for index in 0..<64 {
        let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
        let t1 = v[7] &+ s1 &+ ((v[4] & v[5]) ^ (~v[4] & v[6])) &+ k[index] &+ w[index]
        let s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
        let t2 = s0 &+ ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
        v = [t1 &+ t2, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
      }
      for index in h.indices { h[index] = h[index] &+ v[index] }
    }
    return h.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> UInt32($0 * 8)) } }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The bits are exact: a double has 53, of which at most 35 are needed.
  private static func fraction(_ root: Double, cube: Bool, of prime: Int) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }
}
