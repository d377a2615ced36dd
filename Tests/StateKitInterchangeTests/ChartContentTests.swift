import StateKitCore
import StateKitInterchange
import Testing

/// What in a folder is a chart: by its content, broken or not.
@Suite struct ChartContentTests {
  private static let charts = [
    #"{"root": {}}"#, #"{"name": "x", "root": {"initial": "#, #"{"Root": {}}"#, #"{"roots": {}}"#, #"{"rot": {}}"#,
    #"{"name": "x, "root": {"initial": "a"}}"#, "{'root': {}}", "{root: {}}", "// mine\n{\"root\": {}, }",
    "{\"a\": \"open\n \"root\": {}}", #"{"initial": "a", "subStates": {}}"#, "\u{FEFF}{\"root\": {}}",
    #"{"id": "m", "states": {}}"#, #"{"initial": "a", "states": {}}"#, #"{"context": {}, "initial": "a"}"#,
    #"{"on": {}, "states": {}}"#, #"{"type": "parallel", "states": {}}"#, #"{"initial": "a", "states": {"a": "#,
    #"{"name": "x", "root": /* top */ {"initial": "a"}}"#, "{\"root\" // top\n: // here\n {}}",
    "{root /* a */ : /* b */ {}}",
    #"{"name": "x", "root":"#, #"{"name": "x", "root": /* top {"#, #"{"name": "x", "root""#, "{'root': ",
    #"{"id": "m", "initial":"#, #"{"id": "m", "states": "#, #"{"id": "m", "states""#,
    #"{"type": "paralel", "states": {}}"#,
    "<scxml/>", "<?xml version='1.0'?>\n<!-- <a> -->\n<s:scxml>", "<!DOCTYPE scxml>\n<scxml version='1.0'",
  ]
  private static let others = [
    #"{"root": true}"#, #"{"root": "src"}"#, #"{"root": [1]}"#, #"{"name": "x"}"#, "[]", "3", #"{"a": {"root": {}}}"#,
    #"{"states": ["a"], "id": "x"}"#, #"{"states": {"CA": 1}}"#, #"{"id": 5, "initial": "J"}"#, "<svg/>",
    #"{"type": "Topology", "states": {"CA": "California"}}"#, #"{"type": "FeatureCollection", "states": {}}"#,
    #"{"a": "/* \" */", "b": {"root": {}}}"#,
    "<html><scxml/></html>", #"{"reboot": {}}"#,
  ]
  private static let unreadable = [
    "", "none", "// settings\n{\"compilerOptions\": {\"rootDir\": \"src\"}}", "{\"root\": true, }", "\u{0}\u{1}",
    "{\"version\": 1", #"{"path": "root"#, #"{"path": "root""#, "{root /",
  ]

  private func content(_ text: String) -> ChartContent {
    ChartContent(SourceText(name: "x", bytes: Array(text.utf8)))
  }

  @Test(arguments: charts) func `a chart is one, broken or not`(text: String) { #expect(content(text) == .chart) }
  @Test(arguments: others) func `other files are none`(text: String) { #expect(content(text) == .noChart) }
  @Test(arguments: unreadable) func `what cannot be read is none`(text: String) {
    #expect(content(text) == .unreadable)
  }

  @Test(arguments: [#"{"root": {}}"#, "<scxml/>"]) func `text in UTF-16 is looked at`(text: String) {
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }
    #expect(ChartContent(SourceText(name: "x", bytes: bytes)) == .chart)
  }
}
