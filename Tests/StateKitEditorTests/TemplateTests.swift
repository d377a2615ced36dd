import StateKitCore
import StateKitEditor
import StateKitFormat
import Testing

@Suite struct TemplateTests {
  /// What is written is laid out as `fmt` does it; that it is sound and its tests pass, the cases of commands show.
  @Test(arguments: ChartTemplate.allCases) func templatesAreLaidOut(_ template: ChartTemplate) {
    let chart = String(decoding: template.chart(named: "a \"b\""), as: UTF8.self)
    #expect(LayoutTests.laidOut(chart: chart) == chart)
    #expect(ChartReader.read(SourceText(name: "c.json", bytes: Array(chart.utf8)), findings: Findings()) != nil)
    for file in ["c.json", "my chart.json", "\u{202E}\"x.json"] {
      let script = String(decoding: template.script(for: file), as: UTF8.self)
      #expect(LayoutTests.laidOut(script: script) == script)
      #expect(ScriptDocument(SourceText(name: "s.txt", bytes: Array(script.utf8))).chartFile == file)
    }
  }
}
